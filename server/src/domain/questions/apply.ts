import { frenchDate, longFrenchDate } from '#domain/french.ts';
import { fill, text, yesNo, type Block, type Disasters, type Row } from '#domain/printing/parts.ts';
import { headOf, type Form } from './form.ts';
import { OTHER_DISASTER, DECREES } from './own-questions.ts';
import { choiceOf } from './questions.ts';
import {
  isAsked,
  NO,
  NOT_APPLICABLE,
  UNKNOWN,
  YES,
  type Answer,
  type Answers,
  type Question,
  type Value,
} from './question.ts';
import { ATTESTATION, blankKey, HEAD, isOpen, NOISE, placedRows, type Placed } from './rows.ts';
import { contradictionOf, inWords } from './values.ts';

/**
 * The form with the answers. A box that a source ticks is never touched: only an open row has a question. What cannot be
 * read as an answer of its question leaves the row open.
 */
export type Given = {
  questions: ReadonlyMap<string, Question>;
  answers: Answers;
  /** Who signs, and where, in words; null when it is left blank. */
  seller: string | null;
  place: string | null;
  date: string | null;
};

export function withAnswers(form: Form, given: Given): Form {
  const [head] = answered([headOf(form)], HEAD, given);
  const [attestation = null] = answered(form.attestation === null ? [] : [form.attestation], ATTESTATION, given);
  return {
    property: head?.rows ?? form.property,
    blocks: answered(form.blocks, 'travaux', given),
    noise: answered(form.noise, NOISE, given),
    attestation,
    disasters: disastersWith(form.disasters, given),
  };
}

function answered(blocks: Block[], section: string, given: Given): Block[] {
  const placed = placedRows(blocks, section);
  return blocks.map((block, rank) => ({ ...block, rows: (placed[rank] ?? []).map((one) => rowWith(one, given)) }));
}

function rowWith(placed: Placed, given: Given): Row {
  const { row, key, words } = placed;
  if (words.from !== undefined) return partyRow(row, words.from, given);
  if (row.kind === 'fill') return fillWith(row, key, given);
  const answer = given.answers.get(key);
  const question = given.questions.get(key);
  if (answer === undefined || question === undefined) return withoutAnswer(row, question, given);
  if (!isOpen(row)) return mentioned(row, answer);
  if (row.kind === 'blank') return text(row.label, `${inWords(question, answer.value)}. ${mentionOf(answer)}`);
  return row.kind === 'question' ? ticked(row, question, answer) : row;
}

/** A question that another answer makes pointless. */
function withoutAnswer(row: Row, question: Question | undefined, { answers }: Given): Row {
  const parent = question?.onlyIf ? answers.get(question.onlyIf.question) : undefined;
  if (question === undefined || parent === undefined || !isOpen(row) || !('label' in row)) return row;
  return isAsked(question, answers) || parent.value === UNKNOWN ? row : text(row.label, POINTLESS);
}
const POINTLESS = 'Sans objet, d’après une autre réponse.';

/** « Déclaré par Mme Durand le 28 novembre 2026. » */
const mentionOf = ({ by, on }: Answer): string => `Déclaré par ${by} le ${longFrenchDate(on)}.`;

/** A declaration that the form prints by its own rules. */
function mentioned(row: Row, answer: Answer): Row {
  if (row.kind === 'question') return { ...row, sentence: `${row.sentence} ${mentionOf(answer)}` };
  return row.kind === 'text' ? { ...row, text: `${row.text.replace(/(?<![.!?])$/u, '.')} ${mentionOf(answer)}` } : row;
}

function ticked(row: Row & { kind: 'question' }, question: Question, answer: Answer): Row {
  const { value } = answer;
  const said = sentenceOf(row, question, answer);
  if (value === UNKNOWN) return { ...row, sentence: `${row.sentence} Ne sait pas. ${mentionOf(answer)}` };
  if (value === NOT_APPLICABLE) return text(row.label, `Sans objet. ${said}`);
  if (row.boxes.length === 1 && value === NO) return text(row.label, `Pas jointe. ${said}`);
  const keys = keysOf(row, question);
  const wanted = Array.isArray(value) ? value : [value];
  const boxes = row.boxes.map((box, rank) => ({ ...box, checked: wanted.includes(keys[rank] ?? '') }));
  return boxes.some(({ checked }) => checked) ? { ...row, boxes, sentence: said } : row;
}

/** The value that ticks each box. */
function keysOf(row: Row & { kind: 'question' }, { kind }: Question): string[] {
  if (kind === 'oui_non') return row.boxes.map((_, rank) => (rank === 0 ? YES : NO));
  return row.boxes.map(({ label }) => choiceOf(label).key);
}

/** The words of a source stay beside the answer; those that asked the owner go. */
function sentenceOf(row: Row & { kind: 'question' }, question: Question, answer: Answer): string {
  const source = row.owner ? '' : row.sentence;
  const contradiction = contradictionOf(question, answer.value);
  const otherwise = contradiction === null ? '' : DIFFERENT;
  const added = contradiction === null || contradiction === row.sentence ? '' : contradiction;
  return [source, mentionOf(answer), added, otherwise].filter(Boolean).join(' ');
}
const DIFFERENT = 'Cette réponse contredit la source : à vérifier auprès d’elle.';

function fillWith(row: Row & { kind: 'fill' }, key: string, { answers }: Given): Row {
  const parts = row.blanks.map((blank) => ({ blank, answer: answers.get(blankKey(key, blank)) }));
  const given = parts.flatMap(({ blank, answer }) => (answer === undefined ? [] : [{ blank, answer }]));
  const [first] = given;
  if (first === undefined) return row;
  // « Aucun arrêté » leaves nothing to fill in.
  const isNone = given.some(({ blank, answer }) => blank === 'n°' && answer.value === NOT_APPLICABLE);
  const left = isNone ? [] : parts.filter(({ answer }) => answer === undefined).map(({ blank }) => blank);
  const said = isNone ? ['aucun'] : given.map(({ blank, answer }) => blankInWords(blank, answer.value));
  const words = [row.text, said.join(', ')].filter(Boolean).join(' ');
  return left.length > 0 ? fill(row.label, `${words},`, left) : text(row.label, `${words}. ${mentionOf(first.answer)}`);
}

function blankInWords(blank: string, value: Value): string {
  if (value === NOT_APPLICABLE) return 'jamais mis à jour';
  return `${blank} ${blank === 'n°' ? String(value) : frenchDate(String(value))}`;
}

function partyRow(row: Row, from: 'seller' | 'signature' | 'by-hand', { seller, place, date }: Given): Row {
  if (row.kind !== 'blank' || from === 'by-hand') return row;
  if (from === 'seller') return seller === null ? row : text(row.label, seller);
  if (place !== null && date !== null) return text('Fait', `à ${place}, le ${date}`);
  if (place !== null) return { ...row, label: `Fait à ${place}, le` };
  return date === null ? row : { ...row, label: `Fait le ${date}, à` };
}

/** The named decrees, or none, are in the declarations; a disaster of no list is written beside them. */
function disastersWith(disasters: Disasters, { answers }: Given): Disasters {
  const decrees = answers.get(DECREES);
  const other = answers.get(OTHER_DISASTER);
  const isNamed = other !== undefined && other.value !== NOT_APPLICABLE;
  const mentions = [...new Set([decrees, other].flatMap((one) => (one === undefined ? [] : [mentionOf(one)])))];
  const isNone = Array.isArray(decrees?.value) && decrees.value.length === 0;
  return {
    ...disasters,
    intro: [
      ...disasters.intro,
      ...(isNamed ? [`Autre sinistre indemnisé : ${String(other.value)}.`] : []),
      ...mentions,
    ],
    ...(other !== undefined && { other: '' }),
    // « Aucun » of the list, and another one: no decree is one of them.
    ...(isNone && isNamed && { none: null, rows: disasters.rows.map((row) => ({ ...row, boxes: yesNo(false) })) }),
  };
}
