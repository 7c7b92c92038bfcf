import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { Temporal } from 'temporal-polyfill';
import { longFrenchDate, typeset } from '#domain/french.ts';
import { expiryDate, RENEWAL_WINDOW_DAYS } from './validity.ts';

/** A statement must be exact when it is handed over, at the promesse and at the acte (R125-25; Cass. 3e civ., 19/09/2019, n° 18-16.700). */
export const DEED_KINDS = ['promesse', 'acte', 'bail'] as const;
export type DeedKind = (typeof DEED_KINDS)[number];

/** Days before a planned date on which its statement is checked, at six in the morning of Paris. */
export const CHECKED_BEFORE = [15, 2, 0] as const;
const MORNING = Temporal.PlainTime.from('06:00');
/** Two years hold a statement, its renewal and the window between them. */
const PLANNED_WITHIN_YEARS = 2;

export const DEED_NAMES: Record<DeedKind, string> = { promesse: 'la promesse', acte: 'l’acte', bail: 'le bail' };

/** Six in the morning exists once on every day in Paris, also when the hour changes. */
export function checkedAt(day: Temporal.PlainDate, daysBefore: number): Temporal.Instant {
  return day
    .subtract({ days: daysBefore })
    .toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: MORNING })
    .toInstant();
}

/** Last day of the checks included in the credit: a year from the first issue; that of a 29 February ends on the 28th. */
export const watchedUntil = (issuedOn: Temporal.PlainDate): Temporal.PlainDate => issuedOn.add({ years: 1 });

type Life = {
  transaction: TransactionType;
  issuedOn: Temporal.PlainDate;
  /** Last day of validity of the current document. */
  expiresOn: Temporal.PlainDate;
  isRenewed: boolean;
};
export type PlannedDates = Record<DeedKind, Temporal.PlainDate | null>;
type Sentences<K extends string> = Partial<Record<K, string>>;

const after = (one: Temporal.PlainDate, other: Temporal.PlainDate): boolean =>
  Temporal.PlainDate.compare(one, other) > 0;

/** Why a planned date is refused, under its name; `changed` are those that the caller sets. */
export function dateRefusals(
  planned: PlannedDates,
  changed: readonly DeedKind[],
  { transaction, today }: Pick<Life, 'transaction'> & { today: Temporal.PlainDate },
): Sentences<DeedKind> {
  const refusals = changed.flatMap((kind) => {
    const day = planned[kind];
    const why = day === null ? null : refusalOf(kind, day, { transaction, today, planned });
    return why === null ? [] : [[kind, typeset(why)] as const];
  });
  return Object.fromEntries(refusals);
}

function refusalOf(
  kind: DeedKind,
  day: Temporal.PlainDate,
  { transaction, today, planned }: Pick<Life, 'transaction'> & { today: Temporal.PlainDate; planned: PlannedDates },
): string | null {
  if ((kind === 'bail') !== (transaction === 'Location'))
    return kind === 'bail'
      ? 'Cet état des risques est établi pour une vente : il n’a pas de date de bail.'
      : 'Cet état des risques est établi pour une location : il n’a ni promesse ni acte de vente.';
  if (after(today, day))
    return `Le ${longFrenchDate(day)} est passé : si c’est signé, indiquez la date de signature ; sinon, choisissez une date à venir.`;
  const last = today.add({ years: PLANNED_WITHIN_YEARS });
  if (after(day, last))
    return `Le ${longFrenchDate(day)} est trop lointain : choisissez une date jusqu’au ${longFrenchDate(last)}.`;
  return orderRefusal(kind, day, planned);
}

function orderRefusal(kind: DeedKind, day: Temporal.PlainDate, { promesse, acte }: PlannedDates): string | null {
  if (kind === 'acte' && promesse !== null && after(promesse, day))
    return `L’acte ne peut pas être signé avant la promesse, prévue le ${longFrenchDate(promesse)}.`;
  if (kind === 'promesse' && acte !== null && after(day, acte))
    return `La promesse ne peut pas être signée après l’acte, prévu le ${longFrenchDate(acte)}.`;
  return null;
}

/** Why a day of signature is refused; null when it is not. */
export function signedRefusal(
  day: Temporal.PlainDate,
  { issuedOn, today }: Pick<Life, 'issuedOn'> & { today: Temporal.PlainDate },
): string | null {
  if (after(day, today)) return typeset(`Le ${longFrenchDate(day)} n’est pas encore passé : c’est une date prévue.`);
  if (after(issuedOn, day))
    return typeset(
      `Cet état des risques n’existait pas le ${longFrenchDate(day)} : il a été établi le ${longFrenchDate(issuedOn)}.`,
    );
  return null;
}

/** `renewableOn`: the day on which the free renewal becomes possible; null when renewing then is no help. */
type DateWarning = { sentence: string; renewableOn: Temporal.PlainDate | null };

/** Sentences for an owner who planned a date; none when the document is valid on that day, and checked before. */
export function dateWarnings(day: Temporal.PlainDate, life: Life): DateWarning[] {
  const { issuedOn, expiresOn } = life;
  if (after(day, expiresOn)) return [afterExpiry(day, life)];
  const last = watchedUntil(issuedOn);
  if (!after(day, last)) return [];
  const sentence = `Les vérifications comprises dans le crédit s’arrêtent le ${longFrenchDate(last)} : le ${longFrenchDate(day)}, ce document ne sera plus vérifié.`;
  return [{ sentence: typeset(sentence), renewableOn: null }];
}

function afterExpiry(day: Temporal.PlainDate, { expiresOn, isRenewed }: Life): DateWarning {
  const expired = `Le ${longFrenchDate(day)}, ce document aura expiré : il est valable jusqu’au ${longFrenchDate(expiresOn)} inclus.`;
  if (isRenewed)
    return {
      sentence: typeset(`${expired} Il a déjà été renouvelé : un nouvel état des risques sera nécessaire.`),
      renewableOn: null,
    };
  const renewableOn = expiresOn.add({ days: 1 });
  const lastDay = expiresOn.add({ days: RENEWAL_WINDOW_DAYS });
  const renewal = `Le renouvellement, gratuit, devient possible le ${longFrenchDate(renewableOn)}`;
  if (!after(day, expiryDate(renewableOn))) return { sentence: typeset(`${expired} ${renewal}.`), renewableOn };
  return {
    sentence: typeset(
      `${expired} ${renewal}, mais renouvelé ce jour-là il expirerait le ${longFrenchDate(expiryDate(renewableOn))} : renouvelez-le plus tard, au plus tard le ${longFrenchDate(lastDay)}.`,
    ),
    renewableOn: null,
  };
}
