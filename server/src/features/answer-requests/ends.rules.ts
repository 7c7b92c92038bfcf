import { Temporal } from 'temporal-polyfill';
import { longFrenchDate } from '#domain/french.ts';
import type { Edition } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';

const LASTS_DAYS = 30;

/** Thirty days, and not after the document. */
export function lastDay(today: Temporal.PlainDate, { expiresOn }: Edition): Temporal.PlainDate {
  const last = today.add({ days: LASTS_DAYS });
  return Temporal.PlainDate.compare(last, expiresOn) > 0 ? Temporal.PlainDate.from(expiresOn) : last;
}

/** Throws `conflict`. */
export function refuseExpired({ expiresOn }: Edition, today: Temporal.PlainDate): void {
  if (Temporal.PlainDate.compare(today, expiresOn) > 0)
    throw new AppError('conflict', `Ce document a expiré le ${longFrenchDate(expiresOn)}.`);
}
