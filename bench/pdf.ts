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

const ROUNDS = { typical: 11, largest: 7 };
const WARM_UP = 1;
const TYPICAL = { ms: 200, megabytes: 1.5 };
const LARGEST_MS = 1200;
/** More than the sixteen whose layout a renderer keeps (`typst-child.ts`): nothing of a measured document is left. */
const PRINTED_BETWEEN = 20;

type Job = { document: StatementDocument; files: Record<string, Uint8Array> };
type Print = (job: Job) => Promise<Uint8Array>;
type Result = { ms: number; bytes: number; pages: number };

/** A typical and the largest document. */
export async function pdf(): Promise<Part> {
  const typst = createTypst({ children: 1 });
  try {
    const print: Print = ({ document, files }) => typst.render('statement', document, files);
    const before = await neighbours(print);
    const typical = await measure(print, before, { one: await job(statementInput()), rounds: ROUNDS.typical });
    const largest = await measure(print, before, { one: await job(largestInput()), rounds: ROUNDS.largest });
    return partOf(typical, largest);
  } finally {
    await typst.close();
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
  return { document, files: { ...Object.fromEntries(pictures), ...attachedFiles(input) } };
}

/** Prints statements of other properties before each measured one, as in production. */
async function neighbours(print: Print): Promise<() => Promise<void>> {
  const others = await Promise.all(REFERENCE_STATEMENTS.slice(0, -1).map(({ input }) => job(input)));
  return async () => {
    for (let count = 0; count < PRINTED_BETWEEN; count += 1) {
      const next = others.shift();
      if (next === undefined) return;
      await print(next);
      others.push(next);
    }
  };
}

async function measure(
  print: Print,
  before: () => Promise<void>,
  { one, rounds }: { one: Job; rounds: number },
): Promise<Result> {
  const taken: number[] = [];
  let last = Buffer.alloc(0);
  for (let round = -WARM_UP; round < rounds; round += 1) {
    await before();
    const { ms, result } = await timed(() => print(one));
    if (round >= 0) taken.push(ms);
    last = Buffer.from(result);
  }
  return { ms: median(taken), bytes: last.length, pages: pagesOf(last) };
}

const NOTES = [
  `${ROUNDS.typical} rounds of the typical document and ${ROUNDS.largest} of the largest after one to warm up; the median. Typical: a rural house with a flood plan, fourteen disasters and a dozen sites. Largest: every heading concerned, 60 CATNAT decrees, 400 sites. Each is checked as PDF/UA-1 and PDF/A-3a, tagged, with its two attached files; ${PRINTED_BETWEEN} statements of other properties are printed before.`,
];

const described = ({ ms, bytes, pages }: Result): string =>
  `${shown(ms)} ms, ${pages} pages, ${shown(bytes / 1000)} ko`;

function partOf(typical: Result, largest: Result): Part {
  const figures: Figure[] = [
    atMost('typical', typical.ms, { value: TYPICAL.ms, unit: 'ms' }),
    atMost('its size', typical.bytes / 1e6, { value: TYPICAL.megabytes, unit: 'Mo' }),
    atMost('largest', largest.ms, { value: LARGEST_MS, unit: 'ms' }),
    info('pages and size of the two', `${described(typical)}; ${described(largest)}`),
  ];
  return { title: 'pdf', notes: NOTES, figures };
}
