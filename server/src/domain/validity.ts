/**
 * How long a statement lives. « Établi depuis moins de six mois » when it is handed over (R125-25 code de
 * l'environnement, since 01/01/2023): we count 180 days, which is never more than six months. Dates are those of
 * Europe/Paris.
 */
const VALIDITY_DAYS = 180;
/** A statement can be renewed once, free, during the 365 days after its expiry (decision S3). */
const RENEWAL_WINDOW_DAYS = 365;

type StatementState = 'Actif' | 'Renouvelé' | 'Expiré < 1an' | 'Expiré > 1an';

export type Validity = {
  state: StatementState;
  /** Last day on which the first document is valid. */
  expiresOn: Temporal.PlainDate;
  /** Last day on which the renewed document is valid; null when never renewed. */
  renewalExpiresOn: Temporal.PlainDate | null;
  /** Renewal is open today. */
  renewable: boolean;
  /** `jours_restants_regeneration`: days left to renew, today included; 0 when renewal is not open. */
  daysLeftToRenew: number;
};

/** The date in Paris at an instant, given as ISO text (`2026-11-20T23:30:00Z` is the 21st). */
export function parisDate(instant: Temporal.Instant | string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO('Europe/Paris').toPlainDate();
}

/** Last day of validity of a document issued on that day. */
export function expiryDate(issuedOn: Temporal.PlainDate): Temporal.PlainDate {
  return issuedOn.add({ days: VALIDITY_DAYS });
}

/** State of an issued statement on a given day (specification §4, decision S3). */
export function statementValidity(
  statement: { issuedOn: Temporal.PlainDate; renewedOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): Validity {
  const expiresOn = expiryDate(statement.issuedOn);
  const renewalExpiresOn = statement.renewedOn && expiryDate(statement.renewedOn);
  const lastDayToRenew = expiresOn.add({ days: RENEWAL_WINDOW_DAYS });
  const renewable = !renewalExpiresOn && isAfter(today, expiresOn) && !isAfter(today, lastDayToRenew);
  return {
    state: stateOn(today, { expiresOn, renewalExpiresOn, renewable }),
    expiresOn,
    renewalExpiresOn,
    renewable,
    daysLeftToRenew: renewable ? today.until(lastDayToRenew).days + 1 : 0,
  };
}

function stateOn(
  today: Temporal.PlainDate,
  { expiresOn, renewalExpiresOn, renewable }: Pick<Validity, 'expiresOn' | 'renewalExpiresOn' | 'renewable'>,
): StatementState {
  if (renewalExpiresOn) return isAfter(today, renewalExpiresOn) ? 'Expiré > 1an' : 'Renouvelé';
  if (!isAfter(today, expiresOn)) return 'Actif';
  return renewable ? 'Expiré < 1an' : 'Expiré > 1an';
}

function isAfter(day: Temporal.PlainDate, other: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, other) > 0;
}
