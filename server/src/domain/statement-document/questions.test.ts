import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { buildStatementDocument } from './statement-document.ts';
import { answeredForm, askingOf, openQuestions } from './form.ts';
import type { StatementInput } from './input.ts';
import type { Row } from '#domain/printing/parts.ts';
import { AnswerValue } from '@clairisque/contract/common/questions.ts';
import { disaster, obtained, statementInput, TYPICAL_FACTS } from '#test/statement-input.ts';
import { REFERENCE_STATEMENTS } from '#test/reference-statements.ts';
import { allRows, hasOpenDecrees, type Form } from '#domain/questions/form.ts';
import { DECREES, INDEMNIFIED } from '#domain/questions/own-questions.ts';
import { isOpen } from '#domain/questions/rows.ts';
import { questionsOfRow } from '#domain/questions/questions.ts';
import { answersOf, isAsked, openAmong, type Answer, type Question, type Value } from '#domain/questions/question.ts';
import { boundsOf, inWords, refusalOf } from '#domain/questions/values.ts';

const TODAY = Temporal.PlainDate.from('2026-11-28');
const ON = TODAY.toString();
const BY = 'Mme Durand';

const inputOf = (name: string): StatementInput => {
  const found = REFERENCE_STATEMENTS.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found.input;
};

/** An answer that says « oui », or something, and one that says « non », or nothing. */
const affirms = (question: Question): Value =>
  ({
    oui_non: 'oui',
    choix: question.choices[0]?.key ?? '',
    date: ON,
    nombre: 2,
    texte: 'Douze mots',
    arretes: question.decrees.slice(0, 1).map(({ code }) => code),
  })[question.kind];
/** « Aucun » does not undo what was declared before the issue. */
const denies = (question: Question, input?: StatementInput): Value => {
  if (question.kind === 'arretes' && input?.statement.declarations?.sinistres_indemnises === true)
    return affirms(question);
  if (question.notApplicable) return 'sans_objet';
  return question.kind === 'oui_non' ? 'non' : question.kind === 'arretes' ? [] : affirms(question);
};
type Choose = (question: Question, input?: StatementInput) => Value;
const given = (questions: Question[], choose: Choose, input?: StatementInput): Answer[] =>
  questions.map((question) => ({ question: question.id, value: choose(question, input), by: BY, on: ON }));

const completed = (input: StatementInput, answers: Answer[]): StatementInput => ({
  ...input,
  answers,
  completes: { reference: input.statement.reference, on: TODAY },
});

/** What a hand still has to write, besides signatures. */
const leftOpen = (form: Form): string[] => [
  ...allRows(form)
    .filter(({ row, words }) => isOpen(row) && words.from !== 'by-hand')
    .map(({ key }) => key),
  ...(hasOpenDecrees(form) ? [DECREES] : []),
  ...(form.disasters.other === '' ? [] : ['sinistres.autre']),
];

describe.each(REFERENCE_STATEMENTS)('$name', ({ input }) => {
  const questions = openQuestions(input);
  const ids = new Set(questions.map(({ id }) => id));

  it('every open row has its question', () => {
    const { form } = answeredForm(completed(input, []));
    const rows = allRows(form).filter(({ row }) => isOpen(row));
    const lacking = rows.filter((placed) => questionsOfRow(placed).some((id) => !ids.has(id) && !covered(id)));
    expect(lacking.map(({ key }) => key)).toEqual([]);
    expect(hasOpenDecrees(form)).toBe(ids.has(DECREES));
  });
  // The list of decrees says it.
  const covered = (id: string): boolean => id === INDEMNIFIED && ids.has(DECREES);

  it('every question is of an open row, or of what the document does not say', () => {
    const asking = askingOf(input);
    const open = new Set(
      allRows(asking.form)
        .filter(({ row }) => isOpen(row))
        .flatMap(questionsOfRow),
    );
    const unsaid = questions.filter(({ id }) => !open.has(id)).map(({ id }) => id.split('.')[0]);
    expect(new Set(unsaid).difference(new Set(['sinistres', 'lot', 'parties', 'signature'])).size).toBe(0);
    expect(ids.has('parties.vendeur')).toBe(asking.seller === null);
    expect(ids.has('parties.acquereur')).toBe(asking.buyer === null);
    expect(ids.has('lot.copropriete')).toBe(!input.statement.declarations?.lot_copropriete);
  });

  it('each question has its own id, words of its own and a law', () => {
    expect(ids.size).toBe(questions.length);
    for (const { id, label, help, law } of questions) {
      expect(id).toMatch(/^[\w.-]{3,120}$/u);
      expect([label.endsWith('?'), label.length < 140, help.length > 10, law.length > 5], `${id} ${label}`).toEqual([
        true,
        true,
        true,
        true,
      ]);
    }
  });

  it.each([
    ['oui', affirms],
    ['non', denies],
  ] as const)('with every answer « %s », no box is left besides signatures', (_, choose) => {
    const done = completed(input, given(questions, choose, input));
    const { form } = answeredForm(done);
    expect(leftOpen(form)).toEqual([]);
    const [complete] = buildStatementDocument(done).cover.next;
    expect(complete?.items).toEqual([]);
    const asked = answersOf(given(questions, choose, input));
    expect(openAmong(questions, asked)).toEqual([]);
  });

  it('an answer never touches a box that the document ticks', () => {
    const before = tickedIn(answeredForm(input).form);
    for (const choose of [affirms, denies]) {
      const after = tickedIn(answeredForm(completed(input, given(questions, choose, input))).form);
      // Part 2 then lists the decrees of the indemnities, not the commune's.
      const lost = [...before].filter((box) => !after.has(box) && !box.startsWith('K.liste-communale'));
      expect(lost).toEqual([]);
    }
  });

  it('each printed answer says who gave it and when', () => {
    const { form } = answeredForm(completed(input, given(questions, affirms)));
    const before = new Map(allRows(answeredForm(input).form).map(({ key, row }) => [key, row]));
    const changed = allRows(form).filter(({ key, row, words }) => {
      const former = before.get(key);
      return former !== undefined && isOpen(former) && !isOpen(row) && words.from === undefined;
    });
    const silent = changed.filter(
      ({ row }) => !wordsOf(row).includes(`Déclaré par ${BY} le 28`) && !/d’après/u.test(wordsOf(row)),
    );
    // Page 1 and part 2 print the declarations of disasters.
    expect(silent.map(({ key }) => key).filter((key) => key !== INDEMNIFIED)).toEqual([]);
  });
});

const wordsOf = (row: Row): string => ('sentence' in row ? row.sentence : 'text' in row ? row.text : '');

function tickedIn(form: Form): Set<string> {
  const rows = allRows(form).flatMap(({ key, row }) =>
    row.kind === 'question' ? row.boxes.flatMap(({ label, checked }) => (checked ? [`${key} ${label}`] : [])) : [],
  );
  return new Set(rows);
}

describe('an answer and a fact', () => {
  const flood = inputOf('02-inondation');

  it('« non » to a perimeter that the source cannot rule out → both are printed, and it is said', () => {
    const question = openQuestions(flood).find(({ id }) => id.startsWith('A.') && id.endsWith('.perimetre'));
    expect(question?.against['non']).toMatch(/tenu pour concerné par prudence/u);
    const answers: Answer[] = [{ question: question?.id ?? '', value: 'non', by: BY, on: ON }];
    const row = allRows(answeredForm(completed(flood, answers)).form).find(({ key }) => key === question?.id)?.row;
    expect(row && wordsOf(row)).toMatch(
      /tenu pour concerné par prudence.*Déclaré par Mme Durand.*contredit la source/u,
    );
  });

  it('an answer about something that the form does not ask → not printed', () => {
    const answers: Answer[] = [{ question: 'A.47DDT20140001.perimetre', value: 'non', by: BY, on: ON }];
    expect(answeredForm(completed(flood, answers)).form).toEqual(answeredForm(completed(flood, [])).form);
  });

  it('a disaster of no list, with « aucun » of the list → each decree is « non », and it is written', () => {
    const input = inputOf('01-ville-dense');
    const answers: Answer[] = [
      { question: DECREES, value: [], by: BY, on: ON },
      { question: 'sinistres.autre', value: 'Explosion de 2019', by: BY, on: ON },
    ];
    const { disasters } = answeredForm(completed(input, answers)).form;
    expect(disasters.rows.every(({ boxes }) => boxes[1]?.checked)).toBe(true);
    expect(disasters.intro.join(' ')).toContain('Explosion de 2019');
  });
});

it.each([90, 300])(
  'a commune with %i decrees → all in one question; each, one, or none of them is printed',
  (count) => {
    const codes = Array.from({ length: count }, (_, index) => disaster(index + 1).code);
    const facts = { ...TYPICAL_FACTS, catnat: obtained(codes.map((_, index) => disaster(index + 1))) };
    const input = statementInput(facts);
    const question = openQuestions(input).find(({ id }) => id === DECREES);
    expect(question?.decrees.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
    expect(AnswerValue.safeParse(codes).success && question && refusalOf(question, codes, TODAY)).toBeNull();
    const printed = (value: Value) => {
      const { rows } = answeredForm(completed(input, [{ question: DECREES, value, by: BY, on: ON }])).form.disasters;
      return [0, 1].map((box) => rows.filter(({ boxes }) => boxes[box]?.checked).length);
    };
    expect(printed(codes)).toEqual([count, 0]);
    expect(printed([codes[7] ?? '']).at(0)).toBe(1);
    expect(printed([])).toEqual([0, count]);
  },
);

describe('refused answers, one sentence each', () => {
  const input = inputOf('08-debroussaillement');
  const find = (end: string): Question => {
    const found = openQuestions(input).find(({ id }) => id.endsWith(end));
    if (found === undefined) throw new Error(end);
    return found;
  };
  it.each<[end: string, value: Value, sentence: string | null]>([
    ['.arrete-numero', 'x'.repeat(300), 'Un numéro d’arrêté a au plus 60 caractères.'],
    ['.arrete-date', '1850-06-01', 'Cette date est trop ancienne : au plus tôt le 1er janvier 1950.'],
    ['.arrete-date', '2027-06-01', 'Cette date est trop lointaine : au plus tard le 28 novembre 2026.'],
    ['.arrete-date', '2026-02-31', 'Cette date n’existe pas.'],
    ['.arrete-date', 'ne_sait_pas', 'Laissez cette question sans réponse si vous ne savez pas.'],
    ['signature.date', '2027-06-01', null],
    ['.travaux', 'peut-être', 'Répondez par oui ou par non.'],
    ['.travaux', 'ne_sait_pas', null],
    ['.travaux', 'sans_objet', 'Cette question n’a pas de réponse « sans objet ».'],
    ['lot.etage', 200, 'Donnez un étage, de -9 à 99.'],
    ['lot.etage', 3, null],
    ['J.secheresse', 'sans_objet', null],
    ['parties.acquereur', '   ', 'Écrivez une réponse.'],
  ])('%s ← %j → %s', (end, value, sentence) => {
    expect(refusalOf(find(end), value, TODAY)?.replaceAll('\u00a0', ' ') ?? null).toBe(sentence);
  });

  it('a decree that the commune does not have → refused, with the way to say it', () => {
    const question = openQuestions(inputOf('12-tout')).find(({ id }) => id === DECREES);
    expect(question?.decrees).toHaveLength(60);
    expect(question && refusalOf(question, ['INTE9999999A'], TODAY)).toMatch(/INTE9999999A n’est pas dans la liste/u);
    expect(question && inWords(question, [])).toBe('Aucun');
  });

  it('a date of signature may be to come, a decree may not', () => {
    expect(boundsOf({ id: 'signature.date' }, TODAY).to.toString()).toBe('2027-11-28');
    expect(boundsOf({ id: 'tete.arrete-date' }, TODAY).to.toString()).toBe(ON);
  });
});

it('a question that depends on another one waits for its answer', () => {
  const done = openQuestions(inputOf('08-debroussaillement')).find(({ id }) => id.endsWith('.travaux-realises'));
  const works = done?.onlyIf?.question ?? '';
  const withWorks = (value: Value) => answersOf([{ question: works, value, by: BY, on: ON }]);
  expect(
    [answersOf([]), withWorks('non'), withWorks('ne_sait_pas'), withWorks('oui')].map(
      (one) => done && isAsked(done, one),
    ),
  ).toEqual([false, false, false, true]);
});
