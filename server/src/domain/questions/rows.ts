import type { Block, Row } from '#domain/printing/parts.ts';
import { slug } from './question.ts';
import { wordsOf, type Words } from './words.ts';

/** Where a row stands in the form. */
type Where = { block: string; letter: string | null; title: string; article: string | null; subject: Subject };
type Subject = { key: string; words: string } | null;
/** `key`: that of its question, or the beginning of those of its blanks; `start`: of those of its block. */
export type Placed = { row: Row; key: string; start: string; where: Where; words: Words };

/** The sections of the form whose blocks have no letter. */
export const HEAD = 'tete';
export const NOISE = 'bruit';
export const ATTESTATION = 'attestation';

/** The second one of a name is `name-2`. */
function ranked(): (key: string) => string {
  const seen = new Map<string, number>();
  return (key) => {
    const rank = (seen.get(key) ?? 0) + 1;
    seen.set(key, rank);
    return rank === 1 ? key : `${key}-${rank}`;
  };
}

/** Each row of blocks with its key: the same for a form with answers, and for the one without. */
export function placedRows(blocks: readonly Block[], section: string): Placed[][] {
  const blockKey = ranked();
  return blocks.map((block) => {
    const where = whereOf(block, section);
    const start = blockKey([where.block, where.subject?.key].filter(Boolean).join('.'));
    const rowKey = ranked();
    return block.rows.map((row) => {
      const words = wordsOf(row, where.block);
      return { row, where, words, start, key: rowKey([start, words.slug].filter(Boolean).join('.')) };
    });
  });
}

function whereOf({ letter, title, article, subject }: Block, section: string): Where {
  const named = title.replace(/ — plan \d+ sur \d+$/u, '');
  return { block: letter ?? section, letter, title: named, article, subject: subject ?? null };
}

/** « n° », « du », « mis à jour le »: a question for each. */
const BLANKS: Record<string, string> = {
  'n°': 'arrete-numero',
  du: 'arrete-date',
  'mis à jour le': 'arrete-mise-a-jour',
};
export const blankKey = (key: string, blank: string): string => `${key}.${BLANKS[blank] ?? slug(blank)}`;

/** A row is open when no box is ticked, or when it has a line to fill in. */
export function isOpen(row: Row): boolean {
  if (row.kind === 'blank' || row.kind === 'fill') return true;
  return row.kind === 'question' && row.boxes.every(({ checked }) => !checked);
}
