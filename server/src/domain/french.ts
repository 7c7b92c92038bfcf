import { plainLetters } from '@clairisque/contract/common/letters.ts';
import { Temporal } from 'temporal-polyfill';

/** French typography of everything that is printed or mailed. */

const NBSP = '\u00A0';
/** Created once: creating a format takes a hundred times as long as using it. */
const NUMBER = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 3 });

/** « 12 500 », « 0,35 »: narrow no-break space between thousands, comma before decimals (three at most). */
export function frenchNumber(value: number): string {
  return NUMBER.format(value);
}

const EUROS = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });

/** « 1 234,50 € », from cents. */
export function frenchEuros(cents: number): string {
  return EUROS.format(cents / 100);
}

/** « 1 204 m² », rounded to the square metre. */
export function frenchArea(squareMetres: number): string {
  return `${frenchNumber(Math.round(squareMetres))}${NBSP}m²`;
}

/** « 350 m », « 1,2 km » from one kilometre on. */
export function frenchDistance(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)}${NBSP}m`;
  return `${frenchNumber(Math.round(metres / 100) / 10)}${NBSP}km`;
}

/** « 20/11/2026 », from a date or its ISO text. */
export function frenchDate(date: Temporal.PlainDate | string): string {
  const { year, month, day } = partsOf(date);
  return `${String(day).padStart(2, '0')}/${String(month).padStart(2, '0')}/${year}`;
}

type DateParts = Pick<Temporal.PlainDate, 'year' | 'month' | 'day'>;

/** A long list of decrees has hundreds of dates: Temporal takes some 20 µs for each, this a tenth of one. */
function partsOf(date: Temporal.PlainDate | string): DateParts {
  if (typeof date !== 'string') return date;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return Temporal.PlainDate.from(date);
  const at = new Date(`${date}T00:00:00Z`);
  // An impossible month gives no date, the 31st of April the 1st of May.
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== date) return Temporal.PlainDate.from(date);
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

const MONTHS = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

/** « 20 novembre 2026 », « 1er janvier 2027 », from a date or its ISO text. */
export function longFrenchDate(date: Temporal.PlainDate | string): string {
  const { year, month, day } = partsOf(date);
  return [day === 1 ? '1er' : day, MONTHS[month - 1], year].join(NBSP);
}

/** « 1er mars 2027 à 14:05 », in Paris. */
export function longFrenchMoment(at: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO('Europe/Paris');
  return `${longFrenchDate(local.toPlainDate())} à ${local.toPlainTime().toString({ smallestUnit: 'minute' })}`;
}

/** « a », « a et b », « a, b et c ». */
export function enumeration(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} et ${words.at(-1)}`;
}

/** « la commune » → « La commune » */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** « 1 arrêté », « 3 arrêtés », « 0 arrêté »: in French the plural begins at two. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${frenchNumber(count)}${NBSP}${count < 2 ? singular : plural}`;
}

/** « de Mende », « d’Anet », « du Bourget », « des Sables-d’Olonne », « de La Rochelle »: for names of places. */
export function ofName(name: string): string {
  const [, article, rest] = CONTRACTED.exec(name) ?? [];
  if (article !== undefined) return `${article.toLowerCase() === 'le' ? 'du' : 'des'} ${rest}`;
  return ELIDED.test(name) ? `d’${name}` : `de ${name}`;
}

/** « à Mende », « au Bourget », « aux Sables-d’Olonne ». */
export function atName(name: string): string {
  const [, article, rest] = CONTRACTED.exec(name) ?? [];
  if (article === undefined) return `à ${name}`;
  return `${article.toLowerCase() === 'le' ? 'au' : 'aux'} ${rest}`;
}

const CONTRACTED = /^(les?)\s+(.+)$/iu;
/** A « y » before a vowel and most names in « h » do not elide. */
const ELIDED = /^(?:[aeiouàâäéèêëîïôöùûüœæ]|y(?![aeiouéè])|h(?:yères|endaye|énin|érouville|irson))/iu;

/**
 * Inserts the no-break spaces that French requires: before `: ; ! ? » € %` and units, after `«`, `n°` and the letter of
 * an article (« R. 125-23 »). Idempotent. Leaves times and URLs (`12:30`, `https://…`) unchanged.
 */
export function typeset(text: string): string {
  return text
    .replaceAll(/(?<=[^\s:;!?])[ \u00A0\u202F]*([:;!?]+)(?=[\s)»]|$)/gu, `${NBSP}$1`)
    .replaceAll(/[ \u00A0\u202F]*»/gu, `${NBSP}»`)
    .replaceAll(/«[ \u00A0\u202F]*/gu, `«${NBSP}`)
    .replaceAll(/(?<=\d)[ \u00A0\u202F]*(?=[€%])/gu, NBSP)
    .replaceAll(/(?<=\d) (?=(?:m²|m|km|ans|jours|mois)(?![\p{L}\d]))/gu, NBSP)
    .replaceAll(/(?<![\p{L}\d])([nN]°) ?(?=\S)/gu, `$1${NBSP}`)
    .replaceAll(/(?<![\p{L}\d])([LRD]\.) ?(?=\d)/gu, `$1${NBSP}`);
}

/**
 * Removes what no font can draw and what makes a PDF/A render fail: control characters, byte-order mark, replacement
 * character, private-use and unassigned code points, lone surrogates. Also removes invisible characters (bidirectional
 * marks, zero-width) that could forge a name. Letters become plain (`plainLetters`). Keeps line breaks as `\n`; a tab
 * becomes a space.
 */
export function printable(text: string): string {
  return plainLetters(text.toWellFormed())
    .replaceAll(/\r\n?|[\u2028\u2029]/gu, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(/(?!\n)[\p{Cc}\p{Co}\p{Cn}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFD]/gu, '');
}

/** « 40 % », « moins de 1 % » */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'moins de 1 %';
  if (share < 1 && share > 0.99) return 'plus de 99 %';
  return `${Math.round(share * 100)} %`;
}
