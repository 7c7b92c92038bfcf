import type { Ppr } from './facts.ts';

/** What the State publishes of a plan and R125-24 1° asks to enclose: its règlement, its regulatory map. */
export type PlanPaper = {
  /** `78DDT20100014` */
  gasparId: string;
  kind: 'zonage' | 'reglement';
  /** Its place among those of its kind, from 1: a map may have several sheets. */
  number: number;
  /** As the supplier names it. */
  title: string;
  /** Null when the supplier has it and it could not be had, or cannot be read: then `gap` says why. */
  pdf: { bytes: Uint8Array; sha256: string; obtainedAt: string } | null;
  gap?: PaperGap;
};
/** `refused`: not a whole PDF of a size that we take. `too-many`: beyond what is asked for. */
export type PaperGap = 'not-obtained' | 'refused' | 'too-many' | 'no-room' | 'encrypted' | 'unreadable' | 'too-slow';
export type JoinedPaper = PlanPaper & { pdf: NonNullable<PlanPaper['pdf']> };

/** Of all the papers joined to one statement, so that it can still be sent by mail. */
const JOINED_BYTES = 6_000_000;

export const isJoined = (paper: PlanPaper): paper is JoinedPaper => paper.pdf !== null;

/** Its name among the files of the render and in the PDF: the id holds letters and digits alone. */
export const paperFile = ({ gasparId, kind, number }: Omit<PlanPaper, 'pdf'>): string =>
  `${gasparId}-${kind}-${number}.pdf`;

/** The papers of the statement's own plans: the first map and règlement of each, then the others, as far as there is room. */
export function papersFor(plans: Ppr[], papers: PlanPaper[]): PlanPaper[] {
  const ids = new Set(plans.map(({ gasparId }) => gasparId));
  let room = JOINED_BYTES;
  return papers
    .filter(({ gasparId }) => ids.has(gasparId))
    .toSorted((one, other) => one.number - other.number)
    .map((paper) => {
      const size = paper.pdf?.bytes.length ?? 0;
      if (size > room) return { ...paper, pdf: null, gap: 'no-room' as const };
      room -= size;
      return paper;
    });
}

/** What is joined of one kind for one plan; `whole` when nothing that the supplier names is missing. */
export function joinedOf(papers: PlanPaper[], { gasparId }: Ppr, kind: PlanPaper['kind']) {
  const named = papers.filter((paper) => paper.gasparId === gasparId && paper.kind === kind);
  const joined = named.filter(isJoined);
  return { joined, whole: joined.length > 0 && joined.length === named.length };
}
