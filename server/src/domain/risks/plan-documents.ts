import type { Ppr } from './facts.ts';

/**
 * A document of a plan that the State publishes and R125-24 1° requires to attach: its règlement or its regulatory map.
 */
export type PlanDocument = {
  /** `78DDT20100014` */
  gasparId: string;
  kind: 'zonage' | 'reglement';
  /** Rank among those of its kind, from 1: a map may have several sheets. */
  number: number;
  /** The supplier's title. */
  title: string;
  /** Null when the supplier names it but it could not be downloaded or read: `gap` then says why. */
  pdf: { bytes: Uint8Array; sha256: string; obtainedAt: string } | null;
  gap?: DocumentGap;
};
/** `refused`: not a whole PDF of an accepted size. `too-many`: beyond the number we request. */
export type DocumentGap = 'not-obtained' | 'refused' | 'too-many' | 'no-room' | 'encrypted' | 'unreadable' | 'too-slow';
export type JoinedDocument = PlanDocument & { pdf: NonNullable<PlanDocument['pdf']> };

/** Maximum total size of the documents attached to one statement, so that it can still be mailed. */
const JOINED_BYTES = 6_000_000;

export const isJoined = (planDocument: PlanDocument): planDocument is JoinedDocument => planDocument.pdf !== null;

/** File name in the render and in the PDF: the id contains only letters and digits. */
export const planDocumentFile = ({ gasparId, kind, number }: Omit<PlanDocument, 'pdf'>): string =>
  `${gasparId}-${kind}-${number}.pdf`;

/**
 * The documents to attach: the first map and règlement of each plan of the statement, then the others, while there is
 * room.
 */
export function planDocumentsFor(plans: Ppr[], planDocuments: PlanDocument[]): PlanDocument[] {
  const ids = new Set(plans.map(({ gasparId }) => gasparId));
  let room = JOINED_BYTES;
  return planDocuments
    .filter(({ gasparId }) => ids.has(gasparId))
    .toSorted((one, other) => one.number - other.number)
    .map((planDocument) => {
      const size = planDocument.pdf?.bytes.length ?? 0;
      if (size > room) return { ...planDocument, pdf: null, gap: 'no-room' as const };
      room -= size;
      return planDocument;
    });
}

/** What is attached of one kind for one plan; `whole` when nothing that the supplier names is missing. */
export function joinedOf(planDocuments: PlanDocument[], { gasparId }: Ppr, kind: PlanDocument['kind']) {
  const named = planDocuments.filter(
    (planDocument) => planDocument.gasparId === gasparId && planDocument.kind === kind,
  );
  const joined = named.filter(isJoined);
  return { joined, whole: joined.length > 0 && joined.length === named.length };
}
