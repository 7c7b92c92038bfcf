import { setPriority } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { isHello } from './child-request.ts';
import { createPrinter } from './typst-printer.ts';
import type { RenderReply, RenderRequest } from './typst.ts';

/** Child process of `typst.ts`: Typst is synchronous and has no time limit, so it runs where it can be killed. */

/**
 * Statements share more than half of their layout: what one of the last eight to sixteen used is kept. Against the last
 * three, 15 % less time a document and 70 MB more a process; an eviction reads the whole cache, so not every time.
 */
const DOCUMENTS_BETWEEN_EVICTIONS = 8;
const EVICTIONS_SURVIVED = 1;

/** Below the server's 0: while all cores print, pages and searches are still served. */
const NICE = 5;

try {
  setPriority(NICE);
} catch {
  // Refused where the server's own priority is lower still, or may not be changed: the documents are printed all the same.
}

const printer = createPrinter(process.argv[2] ?? '');
let documents = 0;

async function answer(request: RenderRequest): Promise<void> {
  const reply = attempt(request);
  // The parent may be gone: ignore the error.
  process.send?.(reply, () => undefined);
  // Without a turn of the event loop the PDF buffers are never finalised: 1.1 MB leak per document.
  await setImmediate();
  // A failed compilation fills the cache too; without eviction a process grows by 25 MB a document. Runs after the
  // reply.
  documents += 1;
  if (documents % DOCUMENTS_BETWEEN_EVICTIONS === 0) printer.evict(EVICTIONS_SURVIVED);
}

function attempt(request: RenderRequest): RenderReply {
  try {
    return { pdf: printer.render(request) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request) => {
  if (isHello(request)) process.send?.(request, () => undefined);
  else void answer(request as RenderRequest);
});
process.on('disconnect', () => process.exit(0));
