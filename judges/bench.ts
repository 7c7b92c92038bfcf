/** Where one judge sits: its own process, with a folder that is removed whatever happens. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createWorkspace } from '../tests/harness/workspace.ts';
import { NoVerdict, type Judge } from './judge.ts';

const workspace = createWorkspace();
const end = async (message: object): Promise<void> => {
  process.send?.(message);
  // A failing cleanup changes no verdict.
  await workspace.remove().catch((error: unknown) => console.error(error));
  process.exit(0);
};
process.on('SIGTERM', () => void end({ none: 'It was stopped.' }));
process.on('uncaughtException', (error) => void end({ none: sentenceOf(error) }));

const [, , file = ''] = process.argv;
try {
  const { judge } = (await import(pathToFileURL(file).href)) as { judge: Judge };
  process.send?.({ minutes: judge.minutes });
  await end({ verdict: await judge.run(mkdtempSync(join(tmpdir(), 'judge-'))) });
} catch (error) {
  await end({ none: sentenceOf(error) });
}

function sentenceOf(error: unknown): string {
  if (error instanceof NoVerdict) return error.message;
  return `It failed: ${String(error).replaceAll(/\s+/gu, ' ').slice(0, 300)}.`;
}
