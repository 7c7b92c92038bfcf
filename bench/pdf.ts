import sharp from 'sharp';
import { createTypst } from '../server/src/adapters/pdf/typst.ts';
import { attachedFiles } from '../server/src/domain/statement-document/attachments.ts';
import {
  buildStatementDocument,
  type StatementDocument,
} from '../server/src/domain/statement-document/statement-document.ts';
import type { StatementInput } from '../server/src/domain/statement-document/input.ts';
import { REFERENCE_STATEMENTS } from '../server/test/reference-statements.ts';
import { statementInput } from '../server/test/statement-input.ts';
import { atMost, median, shown, timed, info, type Figure, type Part } from '../tests/harness/report.ts';
import { pagesOf } from './issued-document.ts';
import { chromiumPrinter, weasyPrinter } from './peers/html-printers.ts';
import { installPeers, pdfMake, reactPdf, type Printer } from './peers/pdf-libraries.ts';
import { blocksOf, type PrintBlock } from './statement-blocks.ts';

const ROUNDS = { typical: 11, largest: 7 };
const WARM_UP = 1;
const TYPICAL = { ms: 200, megabytes: 1.5 };
const LARGEST_MS = 1200;
/** More than the sixteen whose layout a renderer keeps (`typst-child.ts`): nothing of a measured document is left. */
const PRINTED_BETWEEN = 20;

type Job = { document: StatementDocument; blocks: PrintBlock[]; files: Record<string, Uint8Array> };
type Print = { name: string; before?(): Promise<void>; print(job: Job): Promise<Uint8Array>; close(): Promise<void> };
type Result = { ms: number; bytes: number; pages: number };

/** A typical and the largest document, by our printer and by the others, in turn: each round prints every one once. */
export async function pdf(): Promise<Part> {
  const printers = [await ours(), ...(await others())];
  try {
    const typical = await measure(printers, await job(statementInput()), ROUNDS.typical);
    const largest = await measure(printers, await job(largestInput()), ROUNDS.largest);
    return partOf(typical, largest);
  } finally {
    for (const printer of printers) await printer.close();
  }
}

function largestInput(): StatementInput {
  const largest = REFERENCE_STATEMENTS.at(-1);
  if (largest === undefined) throw new Error('no reference statement');
  return largest.input;
}

/** Maps as heavy as the IGN's: a JPEG of detailed noise, some 200 kB each. */
async function job(input: StatementInput): Promise<Job> {
  const document = buildStatementDocument(input);
  const names = [...new Set(document.maps.map(({ file }) => file))];
  const pictures = await Promise.all(
    names.map(async (name, index) => {
      const noise = { type: 'gaussian' as const, mean: 200 + index, sigma: 22 };
      const image = sharp({ create: { width: 768, height: 384, channels: 3, background: '#fff', noise } });
      return [name, await image.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()] as const;
    }),
  );
  return { document, blocks: blocksOf(document), files: { ...Object.fromEntries(pictures), ...attachedFiles(input) } };
}

/** Prints statements of other properties before each measured one, as in production. */
async function ours(): Promise<Print> {
  const typst = createTypst({ children: 1 });
  const print = ({ document, files }: Job): Promise<Buffer> => typst.render('statement', document, files);
  const neighbours = await Promise.all(REFERENCE_STATEMENTS.slice(0, -1).map(({ input }) => job(input)));
  return {
    name: 'ours (Typst 0.14.2)',
    before: async () => {
      for (let count = 0; count < PRINTED_BETWEEN; count += 1) {
        const [next] = neighbours.splice(0, 1);
        if (next === undefined) return;
        await print(next);
        neighbours.push(next);
      }
    },
    print,
    close: () => typst.close(),
  };
}

async function others(): Promise<Print[]> {
  const peers = installPeers();
  const printers = [await chromiumPrinter(), pdfMake(peers), reactPdf(peers), weasyPrinter()];
  return printers.filter((printer) => printer !== null).map(fromBlocks);
}

const fromBlocks = (printer: Printer): Print => ({
  name: printer.name,
  print: ({ blocks, files }) => printer.print(blocks, files),
  close: () => printer.close(),
});

async function measure(printers: Print[], one: Job, rounds: number): Promise<Map<string, Result>> {
  const taken = new Map(printers.map(({ name }) => [name, [] as number[]]));
  const last = new Map<string, Buffer>();
  for (let round = -WARM_UP; round < rounds; round += 1) {
    for (const printer of printers) {
      await printer.before?.();
      const { ms, result } = await timed(() => printer.print(one));
      if (round >= 0) taken.get(printer.name)?.push(ms);
      last.set(printer.name, Buffer.from(result));
    }
  }
  return new Map(
    printers.map(({ name }) => {
      const bytes = last.get(name) ?? Buffer.alloc(0);
      return [name, { ms: median(taken.get(name) ?? []), bytes: bytes.length, pages: pagesOf(bytes) }];
    }),
  );
}

const NOTES = [
  `The same content for all, ${ROUNDS.typical} rounds of the typical document and ${ROUNDS.largest} of the largest after one to warm up, each printing every document once; the median. Typical: a rural house with a flood plan, fourteen disasters and a dozen sites. Largest: every heading concerned, 60 CATNAT decrees, 400 sites.`,
  `Ours is checked as PDF/UA-1 and PDF/A-3a, tagged, with its two attached files, drawings over the maps, boxes, icons and QR codes. The others print every string, table and picture of the same document in a plain layout, without any of that, Chromium’s tags excepted; browser, Python and fonts are kept warm. Before each that is measured, ours prints ${PRINTED_BETWEEN} statements of other properties: what all statements say is warm, as it is in production, and nothing of this one is; the others have the same document again.`,
];

const described = ({ ms, bytes, pages }: Result): string =>
  `${shown(ms)} ms, ${pages === 0 ? '' : `${pages} pages, `}${shown(bytes / 1000)} ko`;

function partOf(typical: Map<string, Result>, largest: Map<string, Result>): Part {
  const [name = '', ...names] = typical.keys();
  const [mine, most] = [typical.get(name), largest.get(name)];
  if (mine === undefined || most === undefined) throw new Error('nothing printed');
  const figures: Figure[] = [
    atMost('typical, ours', mine.ms, { value: TYPICAL.ms, unit: 'ms' }),
    atMost('its size', mine.bytes / 1e6, { value: TYPICAL.megabytes, unit: 'Mo' }),
    atMost('largest, ours', most.ms, { value: LARGEST_MS, unit: 'ms' }),
    info('pages and size of the two', `${described(mine)}; ${described(most)}`),
    ...names.flatMap((peer) => [
      info(`typical, ${peer}`, described(typical.get(peer) ?? mine)),
      info(`largest, ${peer}`, described(largest.get(peer) ?? most)),
    ]),
    ...(names.some((peer) => peer.startsWith('WeasyPrint')) ? [] : [info('WeasyPrint', 'not on this machine')]),
  ];
  return { title: 'pdf', notes: NOTES, figures };
}
