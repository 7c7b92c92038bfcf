import { bespokeRefusal, MAX_MONTHS } from './pricing.ts';
import type { Bespoke } from './pricing.ts';

/** `refusal` is the text of `erreur`. */
export type BespokeReading = { order: Bespoke } | { refusal: string };

const NOT_A_QUANTITY = 'La quantité doit être un nombre entier de crédits.';
const NOT_A_DURATION = 'La durée doit être «\u00A0illimité\u00A0» ou un nombre de mois, de 1 à 6.';

/**
 * Reads the body of the simulator and of a bespoke order: `quantité` and `duree`. Some clients send the key in NFD or
 * without its accent, or the number as text. Two keys that differ only so are refused.
 */
export function readBespoke(body: Readonly<Record<string, unknown>>): BespokeReading {
  const quantity = wholeNumber(valueOf(body, 'quantite'));
  if (quantity === null) return { refusal: NOT_A_QUANTITY };
  const months = duration(valueOf(body, 'duree'));
  if (months === undefined) return { refusal: NOT_A_DURATION };
  const refusal = bespokeRefusal({ quantity, months });
  return refusal === null ? { order: { quantity, months } } : { refusal };
}

const unaccented = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

function valueOf(body: Readonly<Record<string, unknown>>, key: string): unknown {
  const values = Object.entries(body).filter(([name]) => unaccented(name) === key);
  return values.length === 1 ? values[0]?.[1] : undefined;
}

function wholeNumber(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,9}$/u.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) ? (number as number) : null;
}

/** Null: no limit; undefined: not a duration. */
function duration(value: unknown): number | null | undefined {
  if (typeof value === 'string' && unaccented(value).toLowerCase() === 'illimite') return null;
  const months = wholeNumber(value);
  return months !== null && months >= 1 && months <= MAX_MONTHS ? months : undefined;
}
