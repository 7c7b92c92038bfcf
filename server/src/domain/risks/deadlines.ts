import { Temporal } from 'temporal-polyfill';
import { RENEWAL_WINDOW_DAYS, statementValidity, VALIDITY_DAYS } from './validity.ts';

/**
 * Reminders before the last day of validity. Each is sent while `atLeast` to `days` days are left, the last day being
 * 0. After days without a worker, only the nearest one is sent.
 */
export const REMINDERS = [
  { days: 30, atLeast: 8 },
  { days: 7, atLeast: 2 },
  { days: 1, atLeast: 0 },
] as const;

/** A statement « expires soon » from this many days before. */
const SOON_DAYS = 30;

export type Deadline = { kind: 'expiry' | 'end-of-renewal'; on: Temporal.PlainDate };

/** The deadlines of a statement: its last day of validity, and the last day to renew it while renewal is open. */
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

/** A period holds its first instant, and not its second. */
export type Between = { from: Temporal.Instant; before: Temporal.Instant };

/**
 * Ranges of issue dates of the statements that, on that day, expire soon or can be renewed: `original` when never
 * renewed, `renewed` otherwise.
 */
export function issuedToRemind(today: Temporal.PlainDate): { original: Between; renewed: Between } {
  const soon = today.add({ days: SOON_DAYS });
  return {
    original: issuedToExpire(today.subtract({ days: RENEWAL_WINDOW_DAYS }), soon),
    renewed: issuedToExpire(today, soon),
  };
}

/** Issue instants of the documents whose last day of validity is in that range. */
function issuedToExpire(first: Temporal.PlainDate, last: Temporal.PlainDate): Between {
  return {
    from: midnight(first.subtract({ days: VALIDITY_DAYS })),
    before: midnight(last.subtract({ days: VALIDITY_DAYS - 1 })),
  };
}

const midnight = (day: Temporal.PlainDate): Temporal.Instant => day.toZonedDateTime('Europe/Paris').toInstant();
