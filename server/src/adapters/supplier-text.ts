import { z } from 'zod';
import { Temporal } from 'temporal-polyfill';

/** Characters of bytes 0x80 to 0x9F when UTF-8 was read as Windows-1252. */
const CP1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const MOJIBAKE = /[ÂÃ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸŽ]|â€/;

/**
 * A supplier's text, fit to print and to store: spaces collapsed, UTF-8 read as Windows-1252 repaired (« CitÃ© refuge
 * », seen in the GPU), without the lone surrogates and controls that PostgreSQL refuses (U+0000); null when empty or
 * beyond repair.
 */
export function cleanText(text: string): string | null {
  const whole = text.replace(/\p{Surrogate}/gu, '');
  const repaired = MOJIBAKE.test(whole) ? reread(whole) : whole;
  const folded = repaired
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
  return folded === '' || folded.includes('\ufffd') ? null : folded;
}

function reread(text: string): string {
  const bytes = Array.from(text, (char) => {
    const index = CP1252.indexOf(char);
    return index >= 0 ? 0x80 + index : (char.codePointAt(0) ?? 0);
  });
  // A character that no Windows-1252 byte gives: the text mixes both encodings and cannot be repaired.
  return bytes.some((byte) => byte > 0xff) ? '\ufffd' : Buffer.from(bytes).toString('utf8');
}

/** A supplier's text or number; null when missing, empty or broken. */
export const OptionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? null : cleanText(String(value))));

const DATE_FORMS = [
  /^(?<day>\d{2})[/_](?<month>\d{2})[/_](?<year>\d{4})$/, // Gaspar: 06/07/2001
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[ZT/ ].*)?$/, // DGAC: 2007-04-03Z; ICPE: 2025-07-16/13-48-35
];

/** An ISO date from any format of the suppliers; null for any other format or an impossible date. */
export function isoDate(text: string | null): string | null {
  for (const form of DATE_FORMS) {
    const parts = form.exec(text ?? '')?.groups;
    if (parts === undefined) continue;
    try {
      const { year, month, day } = parts;
      return Temporal.PlainDate.from(`${year}-${month}-${day}`).toString();
    } catch {
      return null;
    }
  }
  return null;
}

export const OptionalDate = OptionalText.transform(isoDate);
