import { Temporal } from 'temporal-polyfill';
import { RENEWAL_WINDOW_DAYS, statementValidity, VALIDITY_DAYS } from './validity.ts';

/**
 * Reminders before the last day of validity. Each is sent while `atLeast` to `days` days are left, the last day being 0:
 * days without a worker are made up for by the nearest one alone.
 */
export const REMINDERS = [
  { days: 30, atLeast: 8 },
  { days: 7, atLeast: 2 },
  { days: 1, atLeast: 0 },
] as const;

/** From here on a statement « expires soon ». */
const SOON_DAYS = 30;

export type Deadline = { kind: 'expiry' | 'end-of-renewal'; on: Temporal.PlainDate };

/** What is still to be watched of a statement: its last day of validity, and the last day to renew it while that is open. */
export function deadlinesOf(
  issues: { issuedOn: Temporal.PlainDate; renewedOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): Deadline[] {
  const { expiresOn, renewalExpiresOn, renewable, daysLeftToRenew } = statementValidity(issues, today);
  const last = renewalExpiresOn ?? expiresOn;
  if (renewable) {
    const lastDayToRenew = today.add({ days: daysLeftToRenew - 1 });
    return [
      { kind: 'expiry', on: last },
      { kind: 'end-of-renewal', on: lastDayToRenew },
    ];
  }
  return Temporal.PlainDate.compare(today, last) > 0 ? [] : [{ kind: 'expiry', on: last }];
}

/** From the first instant, before the second. */
export type Between = { from: Temporal.Instant; before: Temporal.Instant };

/**
 * When the statements were issued that expire soon or can be renewed on that day: `original` when never renewed, `renewed`
 * when they were.
 */
export function issuedToWatch(today: Temporal.PlainDate): { original: Between; renewed: Between } {
  const soon = today.add({ days: SOON_DAYS });
  return {
    original: issuedToExpire(today.subtract({ days: RENEWAL_WINDOW_DAYS }), soon),
    renewed: issuedToExpire(today, soon),
  };
}

/** Instants of issue of what is last valid on one of those days. */
function issuedToExpire(first: Temporal.PlainDate, last: Temporal.PlainDate): Between {
  return {
    from: midnight(first.subtract({ days: VALIDITY_DAYS })),
    before: midnight(last.subtract({ days: VALIDITY_DAYS - 1 })),
  };
}

const midnight = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime('Europe/Paris').toInstant();
