import { counted, enumeration, longFrenchDate } from '#domain/french.ts';
import { Temporal } from 'temporal-polyfill';
import { FLOORS, SIGNATURE } from './own-questions.ts';
import { NO, NOT_APPLICABLE, UNKNOWN, YES, type Answer, type Question, type Value } from './question.ts';

/** Whether an answer is one of its question, and what it says. */

const EARLIEST = Temporal.PlainDate.from('1950-01-01');
/** A date of signature may be that far. */
const LATEST_MONTHS = 12;

export type Bounds = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/** A decree is of the past, a signature is to come. */
export function boundsOf({ id }: Pick<Question, 'id'>, today: Temporal.PlainDate): Bounds {
  return SIGNATURE.includes(id)
    ? { from: today.subtract({ months: LATEST_MONTHS }), to: today.add({ months: LATEST_MONTHS }) }
    : { from: EARLIEST, to: today };
}

/** Why an answer is refused, in one sentence; null when it is kept. */
export function refusalOf(question: Question, value: Value, today: Temporal.PlainDate): string | null {
  if (value === NOT_APPLICABLE)
    return question.notApplicable ? null : 'Cette question n’a pas de réponse « sans objet ».';
  if (value === UNKNOWN) return isChoice(question) ? null : 'Laissez cette question sans réponse si vous ne savez pas.';
  return REFUSALS[question.kind](question, value, today);
}

/** Whether a kept answer is one of that question, by the day that it was given. */
export const isReadable = (question: Question | undefined, { value, on }: Pick<Answer, 'value' | 'on'>): boolean =>
  question !== undefined && refusalOf(question, value, Temporal.PlainDate.from(on)) === null;

const isChoice = ({ kind }: Question): boolean => kind === 'oui_non' || kind === 'choix' || kind === 'arretes';

type Refuse = (question: Question, value: Value, today: Temporal.PlainDate) => string | null;

const REFUSALS: Record<Question['kind'], Refuse> = {
  oui_non: (_, value) => (value === YES || value === NO ? null : 'Répondez par oui ou par non.'),
  choix: ({ choices, several }, value) => {
    const keys = Array.isArray(value) ? value : [value];
    const isKnown = keys.every((key) => choices.some((choice) => choice.key === key));
    if (!isKnown || keys.length === 0) return 'Choisissez l’une des réponses proposées.';
    return Array.isArray(value) && !several ? 'Choisissez une seule réponse.' : null;
  },
  arretes: ({ decrees }, value) => {
    if (!Array.isArray(value)) return 'Choisissez des arrêtés de la liste, ou « aucun ».';
    const unknown = value.find((code) => decrees.every((decree) => decree.code !== code));
    return unknown === undefined
      ? null
      : `L’arrêté ${unknown} n’est pas dans la liste de la commune : écrivez-le comme autre catastrophe.`;
  },
  date: (question, value, today) => {
    const date = dateOf(value);
    if (date === null) return 'Cette date n’existe pas.';
    const { from, to } = boundsOf(question, today);
    if (Temporal.PlainDate.compare(date, from) < 0)
      return `Cette date est trop ancienne : au plus tôt le ${longFrenchDate(from)}.`;
    return Temporal.PlainDate.compare(date, to) > 0
      ? `Cette date est trop lointaine : au plus tard le ${longFrenchDate(to)}.`
      : null;
  },
  nombre: (_, value) =>
    typeof value === 'number' && value >= FLOORS.min && value <= FLOORS.max
      ? null
      : `Donnez un étage, de ${FLOORS.min} à ${FLOORS.max}.`,
  texte: ({ id, maxLength }, value) => {
    if (typeof value !== 'string' || value.trim() === '') return 'Écrivez une réponse.';
    const most = maxLength ?? 300;
    if (value.length <= most) return null;
    return id.endsWith('arrete-numero')
      ? `Un numéro d’arrêté a au plus ${most} caractères.`
      : `Cette réponse a au plus ${most} caractères.`;
  },
};

function dateOf(value: Value): Temporal.PlainDate | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/u.test(value)) return null;
  try {
    return Temporal.PlainDate.from(value, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/** « Oui », « 12 mars 2019 », « Aucun arrêté » */
export function inWords(question: Question, value: Value): string {
  if (value === UNKNOWN) return 'Ne sait pas';
  if (value === NOT_APPLICABLE) return 'Sans objet';
  if (Array.isArray(value))
    return question.kind === 'arretes' ? decreesInWords(question, value) : labels(question, value);
  if (question.kind === 'date') return longFrenchDate(String(value));
  if (question.kind === 'choix') return labels(question, [String(value)]);
  if (question.kind === 'oui_non') return labelOf(question, String(value)) ?? (value === YES ? 'Oui' : 'Non');
  return String(value);
}

const labelOf = ({ choices }: Question, key: string): string | undefined =>
  choices.find((one) => one.key === key)?.label;
const labels = (question: Question, keys: readonly string[]): string =>
  enumeration(keys.map((key) => labelOf(question, key) ?? key));

function decreesInWords({ decrees }: Question, codes: readonly string[]): string {
  if (codes.length === 0) return 'Aucun';
  const names = codes.map((code) => decrees.find((decree) => decree.code === code)?.hazard.toLowerCase() ?? code);
  return `${counted(codes.length, 'arrêté')} : ${enumeration(names)}`;
}

/** What a source says otherwise; null when it says nothing against it. */
export const contradictionOf = ({ against }: Question, value: Value | undefined): string | null =>
  (typeof value === 'string' && against[value]) || null;
