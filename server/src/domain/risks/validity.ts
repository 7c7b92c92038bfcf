import { Temporal } from 'temporal-polyfill';
import { frenchDate, typeset } from '#domain/french.ts';

/**
 * How long a statement is valid. « Établi depuis moins de six mois » when it is handed over (R125-25 code de
 * l'environnement, since 01/01/2023): we count 180 days, never more than six months. Dates are those of Europe/Paris.
 */
export const VALIDITY_DAYS = 180;
/** A statement can be renewed once, free, during the 365 days after its expiry. */
export const RENEWAL_WINDOW_DAYS = 365;

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

type Issues = { issuedOn: Temporal.PlainDate; renewedOn: Temporal.PlainDate | null };

/** State of an issued statement on a given day (docs/product-spec.md#state-of-a-statement). */
export function statementValidity(statement: Issues, today: Temporal.PlainDate): Validity {
  const expiresOn = expiryDate(statement.issuedOn);
  const renewalExpiresOn = statement.renewedOn && expiryDate(statement.renewedOn);
  const lastDayToRenew = lastRenewalDay(expiresOn);
  const renewable = !renewalExpiresOn && isAfter(today, expiresOn) && !isAfter(today, lastDayToRenew);
  return {
    state: stateOn(today, { expiresOn, renewalExpiresOn, renewable }),
    expiresOn,
    renewalExpiresOn,
    renewable,
    daysLeftToRenew: renewable ? today.until(lastDayToRenew).days + 1 : 0,
  };
}

/** Why a renewal is refused on that day, in French; null when it is open. */
export function renewalRefusal(statement: Issues, today: Temporal.PlainDate): string | null {
  const { renewable, expiresOn } = statementValidity(statement, today);
  if (renewable) return null;
  if (statement.renewedOn)
    return typeset(
      `Cet état des risques a déjà été renouvelé le ${frenchDate(statement.renewedOn)} : il ne se renouvelle qu’une fois.`,
    );
  if (!isAfter(today, expiresOn)) {
    const [last, first] = [frenchDate(expiresOn), frenchDate(expiresOn.add({ days: 1 }))];
    return `Cet état des risques est valide jusqu’au ${last} inclus. Renouvellement possible à partir du ${first}.`;
  }
  return typeset(
    `Le renouvellement n’était possible que jusqu’au ${frenchDate(lastRenewalDay(expiresOn))} inclus : préparez un nouvel état des risques.`,
  );
}

function lastRenewalDay(expiresOn: Temporal.PlainDate): Temporal.PlainDate {
  return expiresOn.add({ days: RENEWAL_WINDOW_DAYS });
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
