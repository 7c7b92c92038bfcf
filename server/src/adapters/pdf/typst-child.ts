import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { stampArchival } from './pdf-a.ts';
import { FACTUR_X } from './pdf-facturx.ts';
import type { RenderReply, RenderRequest } from './typst.ts';

/** Child process of `typst.ts`: Typst is synchronous and has no time limit, so it runs where it can be killed. */

const SOURCE_SANS = '@expo-google-fonts/source-sans-3';
const BRICOLAGE = '@expo-google-fonts/bricolage-grotesque';
const FONT_FILES = [
  `${SOURCE_SANS}/400Regular/SourceSans3_400Regular.ttf`,
  `${SOURCE_SANS}/400Regular_Italic/SourceSans3_400Regular_Italic.ttf`,
  `${SOURCE_SANS}/600SemiBold/SourceSans3_600SemiBold.ttf`,
  `${SOURCE_SANS}/700Bold/SourceSans3_700Bold.ttf`,
  `${BRICOLAGE}/600SemiBold/BricolageGrotesque_600SemiBold.ttf`,
  `${BRICOLAGE}/700Bold/BricolageGrotesque_700Bold.ttf`,
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
];

/**
 * Statements share more than half of their layout: what one of the last eight to twelve used is kept. Against the last
 * three, 15 % less time a document and 70 MB more a process; an eviction reads the whole cache, so not every time.
 */
const DOCUMENTS_BETWEEN_EVICTIONS = 4;
const EVICTIONS_SURVIVED = 2;

const templates = process.argv[2] ?? '';
const fontBlobs = FONT_FILES.map((file) => readFileSync(fileURLToPath(import.meta.resolve(file))));
const compiler = NodeCompiler.create({ workspace: templates, fontArgs: [{ fontBlobs }] });

/** Warnings fail too: Typst only warns of an unknown font, and would silently use another one. */
function render({ template, data, files }: RenderRequest): Buffer {
  try {
    compiler.mapShadow(join(templates, 'data.json'), Buffer.from(JSON.stringify(data)));
    for (const [name, bytes] of Object.entries({ ...files, ...photographs(files) })) {
      compiler.mapShadow(join(templates, name), Buffer.from(bytes));
    }
    const compiled = compiler.compile({ mainFilePath: join(templates, template, 'main.typ') });
    const failures = (compiled.takeDiagnostics() ?? compiled.takeWarnings())?.shortDiagnostics;
    if (failures?.length || !compiled.result) throw new Error(JSON.stringify(failures));
    const accessible = compiler.pdf(compiled.result, { pdfStandard: 'ua-1' });
    const archival = compiler.pdf(compiled.result, { pdfStandard: 'a-3a' });
    return stampArchival(archival, accessible, template === 'invoice' ? [FACTUR_X] : []);
  } finally {
    compiler.resetShadow();
  }
}

/**
 * `x.jpg.svg` for each `x.jpg`: an SVG with only that picture (`photo` in `lib/theme.typ`). Typst decodes a plain JPEG,
 * 14 ms and 7 MB for a page of an official document, then copies its bytes all the same; within an SVG it only copies
 * them. Without smoothing, which PDF/A forbids.
 */
function photographs(files: RenderRequest['files']): RenderRequest['files'] {
  const names = Object.keys(files).filter((name) => name.endsWith('.jpg'));
  const drawing = (name: string): Buffer =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg"><image href="${name}" image-rendering="optimizeSpeed"/></svg>`,
    );
  return Object.fromEntries(names.map((name) => [`${name}.svg`, drawing(name)]));
}

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
  if (documents % DOCUMENTS_BETWEEN_EVICTIONS === 0) compiler.evictCache(EVICTIONS_SURVIVED);
}

function attempt(request: RenderRequest): RenderReply {
  try {
    return { pdf: render(request) };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

process.on('message', (request) => void answer(request as RenderRequest));
process.on('disconnect', () => process.exit(0));
