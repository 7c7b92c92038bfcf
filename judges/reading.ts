import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { createTypst } from '../server/src/adapters/pdf/typst.ts';
import { REFERENCE_STATEMENTS } from '../server/test/reference-statements.ts';
import { printStatement, type Printed } from './documents.ts';
import { python } from './install.ts';
import { mustFind, NoVerdict, parsed, successOf, type Judge } from './judge.ts';

const NAMES = ['02-inondation', '09-deux-aerodromes', '12-tout'];
/** What a person reads: what a screen reader says, and beside it the page as it is laid out. */
const REPORTS = resolve(import.meta.dirname, '../.cache/judges/reading');

type Element = {
  role?: string | undefined;
  alternate_description?: string | undefined;
  Annot?: { contents: string } | undefined;
  children?: (string | Element)[] | undefined;
};
/** An element of the tree, or an annotation in one: a link. */
const Element: z.ZodType<Element> = z.lazy(() =>
  z
    .object({
      role: z.string().optional(),
      alternate_description: z.string().optional(),
      Annot: z.object({ contents: z.string() }).optional(),
      children: z.array(z.union([z.string(), Element])).optional(),
    })
    .refine(({ role, Annot }) => role !== undefined || Annot !== undefined),
);
const Tree = z.array(Element).length(1);

export const judge: Judge = {
  minutes: 15,
  async run(folder) {
    const interpreter = await python();
    const typst = createTypst({ children: 2 });
    const printed = await Promise.all(
      REFERENCE_STATEMENTS.filter(({ name }) => NAMES.includes(name)).map(async ({ name, input }) => ({
        name,
        pdf: await printStatement(typst, input),
      })),
    );
    await typst.close();
    const read = (document: Printed) => readBy(interpreter, folder, document);
    await judgeTheJudge(read, printed[0]);
    const findings: string[] = [];
    for (const document of printed) findings.push(...faultsOf(document.name, await read(document)));
    const version = (await successOf(interpreter, ['-c', VERSION])).trim();
    const what = `${printed.length} références : ordre de lecture, titres, textes de remplacement`;
    return { judge: `playa ${version}, à côté de pdftotext -layout`, what, findings };
  },
};

const VERSION = 'import importlib.metadata as m; print(m.version("playa-pdf"))';

type Line = { depth: number; role: string; text: string; alternative: string | null };
type Read = { lines: Line[]; layout: string };

async function readBy(interpreter: string, folder: string, { name, pdf }: Printed): Promise<Read> {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, pdf);
  const [root] = parsed('playa', await successOf(interpreter, ['-m', 'playa.cli', '--structure', path]), Tree);
  const lines = root === undefined ? [] : linesOf(root, 0);
  const layout = await successOf('pdftotext', ['-layout', path, '-']);
  mkdirSync(REPORTS, { recursive: true });
  const said = lines.map(({ depth, role, text, alternative }) => {
    return `${'  '.repeat(depth)}${role} ${alternative === null ? text : `[${alternative}]`}`;
  });
  writeFileSync(join(REPORTS, `${name}.said.txt`), `${said.join('\n')}\n`);
  writeFileSync(join(REPORTS, `${name}.layout.txt`), layout);
  return { lines, layout };
}

/** An element with its words, in the order of both. */
function linesOf({ role = 'Annot', alternate_description, Annot, children = [] }: Element, depth: number): Line[] {
  const isLeaf = children.every((one) => typeof one === 'string');
  const alternative = alternate_description ?? Annot?.contents ?? null;
  const own = { depth, role, text: isLeaf ? children.join(' ') : '', alternative };
  if (isLeaf) return [own];
  const words = (text: string): Line => ({ depth: depth + 1, role: '', text, alternative: null });
  return [own, ...children.flatMap((one) => (typeof one === 'string' ? words(one) : linesOf(one, depth + 1)))];
}

const LETTERS = /[^\p{L}\p{N}]/gu;
const compact = (text: string): string => text.replaceAll(LETTERS, '').toLowerCase();

/** Headings that skip a level or come in another order than on the page, pictures without a text. */
function faultsOf(name: string, { lines, layout }: Read): string[] {
  const headings = lines.filter(({ role }) => /^H\d$/.test(role));
  if (headings.length < 10) throw new NoVerdict('playa says almost no heading.');
  const levels = headings.map(({ role }) => Number(role.slice(1)));
  const skipped = levels.flatMap((level, i) =>
    level > (levels[i - 1] ?? 0) + 1 ? [`a level is skipped before « ${headings[i]?.text} »`] : [],
  );
  const silent = lines.filter(({ role, alternative }) => role === 'Figure' && (alternative ?? '').trim() === '');
  const page = compact(layout);
  const misplaced: string[] = [];
  let at = 0;
  for (const { text } of headings.filter(({ role }) => role === 'H2')) {
    const found = page.indexOf(compact(text), at);
    if (found < 0) misplaced.push(`« ${text} » is not after the heading before it on the page`);
    else at = found;
  }
  return [...skipped, ...silent.map(() => 'a picture has no text'), ...misplaced].map((fault) => `${name}: ${fault}`);
}

/** A picture whose text was taken away. */
async function judgeTheJudge(read: (document: Printed) => Promise<Read>, sound: Printed | undefined): Promise<void> {
  const silenced = Buffer.from(sound?.pdf.toString('latin1').replace('/Alt ', '/Xlt ') ?? '', 'latin1');
  const faults = faultsOf('planted', await read({ name: 'planted', pdf: silenced }));
  mustFind(
    'playa',
    'a picture without a text',
    faults.some((one) => one.includes('a picture has no text')),
  );
}
