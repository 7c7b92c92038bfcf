import type { StatementListItem } from '@clairisque/contract/statements.ts';
import { addDays, formatDay, parisDay } from '#lib/dates.ts';

export const STATES = ['Actif', 'Renouvelé', 'Expiré < 1an', 'Expiré > 1an'] as const;
export type StatementState = (typeof STATES)[number];

/** A statement is valid for 180 days, then can be renewed during 365 (docs/product-spec.md#validity-and-renewal). */
const VALIDITY_DAYS = 180;
const RENEWAL_DAYS = 365;

type Dated = Pick<
  StatementListItem,
  'date0' | 'nb_regenerations' | 'peut_regenerer' | 'date_expiration_regeneration' | 'derniere_regeneration'
>;

/** Last day of validity of the edition shown, in Paris; when unknown, 180 days after the creation. */
export function expiryDay(item: Dated): string | null {
  return parisDay(item.date_expiration_regeneration) ?? firstExpiry(item);
}

function firstExpiry({ date0 }: Dated): string | null {
  const created = parisDay(date0);
  return created && addDays(created, VALIDITY_DAYS);
}

/** Computed here, since an answer may omit it. `today` as `2026-11-20`, in Paris. */
export function stateOf(item: Dated, today: string): StatementState {
  if (item.nb_regenerations > 0) return isPast(expiryDay(item), today) ? 'Expiré > 1an' : 'Renouvelé';
  if (!isPast(firstExpiry(item), today)) return 'Actif';
  return item.peut_regenerer ? 'Expiré < 1an' : 'Expiré > 1an';
}

function isPast(day: string | null, today: string): boolean {
  return day !== null && today > day;
}

/**
 * The label of the button, whether it is enabled, and the date shown beside it: until when, since when or from when.
 */
export type RenewalOffer = {
  label: 'Renouveler' | 'Déjà renouvelé' | 'Non renouvelable';
  isOpen: boolean;
  note: string;
};

export function renewalOffer(item: Dated, state: StatementState, today: string): RenewalOffer {
  const expiry = firstExpiry(item);
  const closed = (label: RenewalOffer['label'], note: string) => ({ label, isOpen: false, note });
  if (state === 'Actif') {
    return closed('Renouveler', `Possible à partir du ${formatDay(expiry && addDays(expiry, 1))}`);
  }
  const lastDay = expiry && addDays(expiry, RENEWAL_DAYS);
  if (item.peut_regenerer) {
    return { label: 'Renouveler', isOpen: true, note: `Gratuit jusqu’au ${formatDay(lastDay)}` };
  }
  if (item.nb_regenerations > 0) {
    const renewed = parisDay(item.derniere_regeneration);
    return closed('Déjà renouvelé', renewed ? `Renouvelé le ${formatDay(renewed)}` : 'Une seule fois');
  }
  const isOver = isPast(lastDay, today);
  return closed(
    'Non renouvelable',
    isOver ? `Le délai de renouvellement a pris fin le ${formatDay(lastDay)}` : 'Renouvellement indisponible',
  );
}
