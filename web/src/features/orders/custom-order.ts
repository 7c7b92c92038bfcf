import type { FormError } from '#ui/form-errors.tsx';

/**
 * What may be typed in the simulator: digits and the maximum are enforced while typing, the minimum on blur, paste and
 * the buttons, so that « 250 » can be typed where 100 is the minimum.
 */
export const MAX_QUANTITY = 10_000;
export const MAX_DIGITS = 5;
export const MAX_NOTICE_MS = 2_000;
const LEAST_A_MONTH = 100;
export const UNLIMITED = 'illimité'.normalize('NFC');

/** Values are sent to the server; they are in the order of the list. */
export const DURATIONS = [
  { value: UNLIMITED, label: 'Illimité' },
  ...['1', '2', '3', '4', '5', '6'].map((value) => ({ value, label: `${value} mois` })),
];

/** `text` is the content of the field. `notice` says what was corrected in it; a new object each time. */
export type Entry = { text: string; duration: string; notice: Notice | null };
type Notice = { kind: 'maximum' | 'minimum'; sentence: string };

export type CustomOrder = { quantity: number; duration: string };

export type EntryEvent =
  | { type: 'typed' | 'pasted'; text: string }
  | { type: 'settled' }
  | { type: 'stepped'; by: number }
  | { type: 'moved to'; quantity: number }
  | { type: 'duration chosen'; duration: string }
  | { type: 'notice read' };

export function entryOf({ quantity, duration }: CustomOrder): Entry {
  return { text: String(quantity), duration, notice: null };
}

export const DEFAULT_ORDER: CustomOrder = { quantity: 1, duration: UNLIMITED };

export function minimumOf(duration: string): number {
  return duration === UNLIMITED ? 1 : Number(duration) * LEAST_A_MONTH;
}

export function reduceEntry(entry: Entry, event: EntryEvent): Entry {
  switch (event.type) {
    case 'typed':
      return { ...entry, ...belowMaximum(digitsOf(event.text)) };
    case 'pasted':
      return settle(entry, event.text);
    case 'settled': {
      const settled = settle(entry, entry.text);
      return settled.text === entry.text ? entry : settled;
    }
    case 'stepped':
      return { ...entry, ...between(quantityIn(entry.text) + event.by, entry.duration) };
    case 'moved to':
      return { ...entry, ...between(event.quantity, entry.duration), notice: null };
    case 'duration chosen':
      return settle({ ...entry, duration: event.duration }, entry.text);
    case 'notice read':
      return { ...entry, notice: null };
  }
}

/** The order in the field; null while the number is unfinished. */
export function orderIn({ text, duration }: Entry): CustomOrder | null {
  const quantity = quantityIn(text);
  return quantity < minimumOf(duration) || quantity > MAX_QUANTITY ? null : { quantity, duration };
}

/** Errors have the prescribed sentences of a refused order. */
export function errorIn({ text, duration }: Entry): FormError | null {
  const quantity = quantityIn(text);
  if (quantity > MAX_QUANTITY) {
    return { field: 'quantite', message: 'La quantité ne peut pas dépasser 10 000 crédits.' };
  }
  const minimum = minimumOf(duration);
  return quantity < minimum ? { field: 'quantite', message: `La quantité minimale est de ${minimum} crédits.` } : null;
}

/** Sets a value at once: no notice when it fits, otherwise both limits. */
function settle(entry: Entry, text: string): Entry {
  const { notice } = belowMaximum(digitsOf(text));
  const next = between(quantityIn(text), entry.duration);
  return { ...entry, ...next, notice: notice ?? next.notice };
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '').replace(/^0+(?=\d)/, '');
}

/** Handles absurdly long numbers. */
function quantityIn(text: string): number {
  return Number(digitsOf(text).slice(0, 15));
}

function belowMaximum(digits: string): Pick<Entry, 'text' | 'notice'> {
  if (quantityIn(digits) <= MAX_QUANTITY) return { text: digits, notice: null };
  return { text: String(MAX_QUANTITY), notice: { kind: 'maximum', sentence: 'Maximum 10 000 crédits' } };
}

function between(quantity: number, duration: string): Pick<Entry, 'text' | 'notice'> {
  const minimum = minimumOf(duration);
  if (quantity >= minimum) return belowMaximum(String(quantity));
  return {
    text: String(minimum),
    notice: { kind: 'minimum', sentence: `Minimum ${minimum} crédits pour cette durée` },
  };
}
