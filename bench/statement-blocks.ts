import type { StatementDocument } from '../server/src/domain/statement-document/statement-document.ts';

/** Content that any printer can set: the statement without its layout. */
export type PrintBlock =
  | { kind: 'part' | 'heading' | 'text'; text: string }
  | { kind: 'table'; head: string[]; widths: number[]; rows: string[][] }
  | { kind: 'picture'; file: string; ratio: number };

const PARTS = ['regulatory', 'noise', 'disasters', 'maps', 'annexes', 'explanations', 'glossary', 'sources'];
/** Not printed, or only by our template: drawings over the maps, icons, codes, attached data. */
const LEFT_OUT = new Set(
  'href file kind icon state path family mimeType alt lines widths createdAt running attachments keywords logo scale outlines zones'.split(
    ' ',
  ),
);

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every printed string of the document once, in order: the same content for all printers. */
export function blocksOf(document: StatementDocument): PrintBlock[] {
  return Object.entries(document).flatMap(([key, value]) => [
    ...(PARTS.includes(key) ? [{ kind: 'part' as const, text: key }] : []),
    ...(LEFT_OUT.has(key) ? [] : walk(value)),
  ]);
}

function walk(value: unknown): PrintBlock[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [{ kind: 'text', text: value }];
  if (Array.isArray(value)) return value.every(isBox) ? line(value) : value.flatMap(walk);
  if (!isObject(value)) return [];
  if (Array.isArray(value['head']) && Array.isArray(value['rows'])) return table(value);
  const { file, ratio } = value;
  const picture: PrintBlock[] =
    typeof file === 'string' && typeof ratio === 'number' ? [{ kind: 'picture', file, ratio }] : [];
  const inner = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key));
  return [
    ...picture,
    ...inner.flatMap(([key, part]): PrintBlock[] =>
      typeof part === 'string' && key === 'title' ? [{ kind: 'heading', text: part }] : walk(part),
    ),
  ];
}

const isBox = (value: unknown): value is { label: string; checked: boolean } => isObject(value) && 'checked' in value;

const line = (boxes: { label: string; checked: boolean }[]): PrintBlock[] =>
  boxes.length === 0 ? [] : [{ kind: 'text', text: boxes.map(boxText).join('   ') }];

const boxText = ({ label, checked }: { label: string; checked: boolean }): string => `${checked ? '☒' : '☐'} ${label}`;

function table({ head, rows, widths, ...rest }: Json): PrintBlock[] {
  const columns = (head as unknown[]).map(words);
  const texts = (rows as unknown[]).map((row) => cellsOf(row, columns.length));
  const wide = Array.isArray(widths) ? widths.map(Number) : columns.map(() => 170 / columns.length);
  return [...walk(rest), { kind: 'table', head: columns, widths: wide, rows: texts }];
}

/** Makes a cell for each column: further ones are merged into the last. */
function cellsOf(row: unknown, columns: number): string[] {
  const parts = isObject(row) ? Object.values(row).flat(1) : Array.isArray(row) ? row : [row];
  const texts = parts.map(words);
  const last = texts.slice(columns - 1).join(' ');
  return Array.from({ length: columns }, (_, index) => (index === columns - 1 ? last : (texts[index] ?? '')));
}

const words = (cell: unknown): string =>
  walk(cell)
    .flatMap((block) => ('text' in block ? [block.text] : []))
    .join(' ');
