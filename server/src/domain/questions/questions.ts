import type { CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Finding, Findings } from '#domain/risks/findings.ts';
import type { Row } from '#domain/printing/parts.ts';
import { allRows, hasOpenDecrees, type Asking } from './form.ts';
import { NO, slug, YES, type Choice, type Question } from './question.ts';
import { blankKey, isOpen, type Placed } from './rows.ts';
import { DECREES, INDEMNIFIED, ownQuestions, SELLER, SIGNATURE } from './own-questions.ts';
import { blankWords, type Words } from './words.ts';

/**
 * Every question that the printed form leaves open, in its order: one for each open row, one for each blank, one for the
 * commune's decrees; then those of the parties, the lot and the signature.
 */
export function questionsOf(asking: Asking): Question[] {
  const { form } = asking;
  const rows = allRows(form).filter(({ row }) => isOpen(row));
  const hasDecrees = hasOpenDecrees(form);
  const asked = rows
    .filter(({ where, words }) => !(hasDecrees && where.block === 'I' && words.slug === 'indemnise'))
    .flatMap((placed) => ofRow(placed, asking.findings))
    .map((question) => (hasDecrees ? afterDecrees(question) : question));
  const all = [...asked, ...ownQuestions(asking, hasDecrees)];
  const ids = new Set(all.map(({ id }) => id));
  // The answer on which a question depends may have been given before the issue: the question is then asked.
  return all.map((question) =>
    question.onlyIf === null || ids.has(question.onlyIf.question) ? question : { ...question, onlyIf: null },
  );
}

/** With a list of decrees, they say whether there was an indemnity. */
const afterDecrees = (question: Question): Question =>
  question.onlyIf?.question === INDEMNIFIED ? { ...question, onlyIf: { question: DECREES, value: '*' } } : question;

const DEPENDENT: Record<string, Question['onlyIf']> = {
  'I.mention': { question: INDEMNIFIED, value: '*' },
  'J.secheresse': { question: INDEMNIFIED, value: '*' },
};

function ofRow(placed: Placed, findings: Findings): Question[] {
  const { row, key, words } = placed;
  if (words.from !== undefined) return [];
  if (row.kind === 'fill') return row.blanks.map((blank) => ofBlank(placed, blank));
  if (row.kind === 'blank')
    return [{ ...question(placed, key, words), kind: 'texte', maxLength: words.maxLength ?? 300 }];
  if (row.kind !== 'question') return [];
  return [{ ...question(placed, key, words), ...boxes(row, words), against: against(placed, findings) }];
}

/** The id of the question that an open row belongs to; null for what only a hand writes. */
export function questionsOfRow({ row, key, words }: Placed): string[] {
  if (words.from === 'by-hand') return [];
  if (words.from === 'seller') return [SELLER];
  if (words.from === 'signature') return SIGNATURE;
  return row.kind === 'fill' ? row.blanks.map((blank) => blankKey(key, blank)) : [key];
}

function ofBlank(placed: Placed, blank: string): Question {
  const { where, key } = placed;
  const words = blankWords(blank, where.block);
  const id = blankKey(key, blank);
  const isDate = blank !== 'n°';
  return {
    ...question(placed, id, { ...words, slug: '' }),
    kind: isDate ? 'date' : 'texte',
    maxLength: words.maxLength ?? null,
    onlyIf: words.onlyIf ? { question: blankKey(key, 'n°'), value: words.onlyIf.value } : null,
  };
}

function question({ where, start }: Placed, id: string, words: Words): Question {
  return {
    id,
    block: where.letter,
    title: where.title,
    subject: where.subject?.words ?? null,
    label: words.label,
    help: words.help,
    law: where.article ?? LAW,
    kind: 'oui_non',
    choices: [],
    several: false,
    decrees: [],
    maxLength: null,
    notApplicable: words.notApplicable ?? false,
    who: words.who ?? 'l_un_ou_l_autre',
    onlyIf: words.onlyIf
      ? { question: `${start}.${words.onlyIf.slug}`, value: words.onlyIf.value }
      : (DEPENDENT[id] ?? null),
    against: {},
    mayChange: words.mayChange ?? false,
  };
}

const LAW = 'R. 125-24 du code de l’environnement';

/** « oui / non », those in other words, a document to enclose, or a choice. */
function boxes(row: Row & { kind: 'question' }, words: Words): Pick<Question, 'kind' | 'choices' | 'several'> {
  const labels = row.boxes.map(({ label }) => label);
  if (labels.length === 1 || (labels.length === 2 && labels[0] === YES))
    return { kind: 'oui_non', choices: [], several: false };
  if (words.isYesNo === true)
    return {
      kind: 'oui_non',
      choices: labels.map((label, rank) => ({ key: rank === 0 ? YES : NO, label })),
      several: false,
    };
  return { kind: 'choix', choices: labels.map(choiceOf), several: words.several ?? false };
}

export const choiceOf = (label: string): Choice => ({ key: slug(label).slice(0, 40), label });

const HEADINGS: Record<string, CompulsoryHeading> = {
  'A.perimetre': 'pprn',
  'B.perimetre': 'pprm',
  'C.perimetre-prescrit': 'ppr-prescrit',
  'C.perimetre-approuve': 'pprt',
  'E.sis': 'sis',
  'F.niveau-3': 'radon',
  'G.zone': 'trait-de-cote',
  'H.perimetre': 'debroussaillement',
  'bruit.perimetre': 'bruit',
};

/** What a source says against « non », or against either answer when two sources differ. */
function against({ row, where, words }: Placed, findings: Findings): Question['against'] {
  if (row.kind !== 'question') return {};
  if (words.slug === 'travaux' && row.sentence.startsWith(PUBLISHED))
    return { [NO]: row.sentence.replace(/ : [^:]*$/u, '.') };
  const heading = HEADINGS[`${where.block}.${words.slug}`];
  const finding: Finding | undefined = heading && findings[heading];
  if (finding === undefined) return {};
  if (finding.contradiction?.isOnAnswer === true)
    return { [YES]: finding.contradiction.sentence, [NO]: finding.contradiction.sentence };
  return finding.state === 'concerned' || finding.toVerify ? { [NO]: row.sentence } : {};
}

/** How the sentence of works that a published zoning requires begins. */
const PUBLISHED = 'Selon le zonage publié';
