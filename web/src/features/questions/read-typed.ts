import type { Question } from '@clairisque/contract/questions.ts';
import { formatLongDay } from '#lib/dates.ts';

/** What a person typed, as the server keeps it; or why not, in one sentence. */
type Read = { value: string | number } | { fault: string };

export function readTyped(question: Question, typed: string): Read {
  const text = typed.replaceAll(/\s+/g, ' ').trim();
  if (text === '') return { fault: EMPTY[question.nature] ?? 'Écrivez une réponse.' };
  if (question.nature === 'date') return readDay(question, text);
  if (question.nature === 'nombre') return readNumber(question, text);
  const { longueur_max: most = Infinity } = question;
  return text.length > most
    ? { fault: `Cette réponse a ${text.length} caractères, et ${most} au plus sont imprimés : raccourcissez-la.` }
    : { value: text };
}

const EMPTY: Partial<Record<Question['nature'], string>> = {
  date: 'Écrivez une date, par exemple 12/03/2019.',
  nombre: 'Écrivez un nombre.',
};

const MONTHS = 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' ');

/** « 12/03/2019 », « 12 03 2019 », « 12032019 », « 12 mars 2019 », « 2019-03-12 » → `2019-03-12`; null otherwise. */
export function dayOf(text: string): string | null {
  const plain = withNumber(text.toLowerCase().replace(/^1er\b/, '1'));
  const { year = '', month = '', day = '' } = DAYS.map((day) => day.exec(plain)?.groups).find(Boolean) ?? {};
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : null;
}

const DAYS = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<day>\d{1,2})[\s/.-]+(?<month>\d{1,2})[\s/.-]+(?<year>\d{4})$/,
  /^(?<day>\d{2})(?<month>\d{2})(?<year>\d{4})$/,
];

const bare = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '');

function withNumber(text: string): string {
  return text.replace(/\p{L}[\p{L}\p{M}]*/u, (word) => {
    const rank = MONTHS.findIndex((month) => bare(month) === bare(word));
    return rank === -1 ? word : String(rank + 1);
  });
}

function readDay({ date_min: first, date_max: last }: Question, text: string): Read {
  const date = dayOf(text);
  if (date === null)
    return { fault: 'Cette date n’existe pas : écrivez le jour, le mois et l’année, comme 12/03/2019.' };
  if (first !== undefined && date < first)
    return { fault: `Cette date est trop ancienne : au plus tôt le ${formatLongDay(first)}.` };
  if (last !== undefined && date > last)
    return { fault: `Cette date est trop lointaine : au plus tard le ${formatLongDay(last)}.` };
  return { value: date };
}

function readNumber({ min = -Infinity, max = Infinity }: Question, text: string): Read {
  const number = /^[-−]?\d{1,7}$/.test(text) ? Number(text.replace('−', '-')) : Number.NaN;
  if (Number.isNaN(number)) return { fault: 'Écrivez un nombre entier, par exemple 2.' };
  return number < min || number > max ? { fault: `Écrivez un nombre de ${min} à ${max}.` } : { value: number };
}

/** A kept answer, as it is typed again. */
export function typedOf({ nature }: Question, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number') return '';
  return nature === 'date' ? String(value).split('-').toReversed().join('/') : String(value);
}
