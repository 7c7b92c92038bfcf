import type { PlanPageChoice } from '@clairisque/contract/common/declarations.ts';
import type { PlanPages } from '@clairisque/contract/issuance.ts';

/** The contract's limit. */
const MOST_PAGES = 60;

/** « 1, 3, 7 à 9 » or « 1,3,7-9 » as sorted page numbers; null for anything else, or for a page that the file lacks. */
export function readPages(text: string, total: number): number[] | null {
  const parts = text.split(/[,;]|\bet\b/u).map((part) => part.trim());
  const ranges = parts.filter((part) => part !== '').map((part) => rangeOf(part, total));
  if (ranges.includes(null)) return null;
  const pages = new Set(ranges.flatMap((range) => range ?? []));
  return pages.size === 0 || pages.size > MOST_PAGES ? null : [...pages].toSorted((one, other) => one - other);
}

/** « 7 », « 7-9 », « 7 à 9 ». */
function rangeOf(part: string, total: number): number[] | null {
  const [, first, last = first] = /^(\d{1,4})(?:\s*(?:-|–|à|a)\s*(\d{1,4}))?$/u.exec(part) ?? [];
  const [from, to] = [Number(first), Number(last)];
  if (first === undefined || from < 1 || to < from || to > total) return null;
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** « 1, 3, 7 à 9 » */
export function pagesText(pages: readonly number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const page of pages) {
    const last = ranges.at(-1);
    if (last !== undefined && page === last[1] + 1) last[1] = page;
    else ranges.push([page, page]);
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from} à ${to}`)).join(', ');
}

/** At most one choice per document; null restores the automatic one. */
export function withChoice(
  choices: readonly PlanPageChoice[],
  { piece, sha256 }: PlanPages,
  pages: number[] | 'toutes' | null,
): PlanPageChoice[] {
  const others = choices.filter((choice) => choice.piece !== piece);
  return pages === null ? others : [...others, { piece, sha256, pages: pages === 'toutes' ? null : pages }];
}
