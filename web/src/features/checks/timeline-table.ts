import { CSV_START, csvLines } from '@clairisque/contract/common/csv.ts';
import { fileName } from '@clairisque/contract/common/file-name.ts';
import { formatMoment, todayInParis } from '#lib/dates.ts';
import { saveFile } from '#lib/download.ts';
import { verificationPath } from '#paths.ts';
import type { Timeline } from './follow-up-query.ts';

const TITLES = ['Instant (UTC)', 'Date et heure de Paris', 'Moment', 'Référence', 'SHA-256', 'Vérification'];

/** Every moment, oldest first, with what proves it. */
export function timelineTable({ moments }: Timeline, siteUrl: string): string {
  const lines = moments.map(({ le, phrase, reference, sha256 }) => [
    le,
    formatMoment(le),
    phrase,
    reference ?? '',
    sha256 ?? '',
    reference === null ? '' : siteUrl + verificationPath(reference),
  ]);
  return CSV_START + csvLines([TITLES, ...lines]);
}

export function saveTimeline(timeline: Timeline, address: string): void {
  const table = new Blob([timelineTable(timeline, window.location.origin)], { type: 'text/csv' });
  saveFile(
    table,
    fileName({ before: `${timeline.reference} chronologie ${todayInParis()}`, free: address, after: '.csv' }),
  );
}
