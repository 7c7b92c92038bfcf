import type { Question } from '@clairisque/contract/questions.ts';
import { describe, expect, it } from 'vitest';
import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import { askedOf, blocksOf, inWords, newContradictions, nextOpen, withAnswer } from './asked.ts';

const question = (id: string, over: Partial<Question> = {}): Question => ({
  id,
  bloc: 'A',
  bloc_titre: 'Plans',
  sujet: null,
  libelle: `${id} ?`,
  aide: '',
  loi: '',
  nature: 'oui_non',
  sans_objet: false,
  repond: 'l_un_ou_l_autre',
  si: null,
  etat: 'ouverte',
  reponse: null,
  contradiction: null,
  ...over,
});
const answered = (questions: readonly Question[], id: string, value: AnswerValue) =>
  withAnswer(questions, { question: id, value, contradiction: null });
const ids = (questions: readonly Question[]) => questions.map(({ id }) => id);

const WORKS = [
  question('works'),
  question('done', { si: { question: 'works', valeur: 'oui' } }),
  question('named', { si: { question: 'decrees', valeur: '*' } }),
  question('decrees', { nature: 'arretes', bloc: null, bloc_titre: 'Sinistres' }),
];

describe('a question with a condition', () => {
  it('is not asked before its condition is answered', () => {
    expect(ids(askedOf(WORKS))).toEqual(['works', 'decrees']);
  });

  it('is asked once the answer calls for it, and no longer when the answer changes', () => {
    const yes = answered(WORKS, 'works', 'oui');
    expect(ids(askedOf(yes))).toEqual(['works', 'done', 'decrees']);
    expect(ids(askedOf(answered(yes, 'works', 'non')))).toEqual(['works', 'decrees']);
    expect(ids(askedOf(answered(yes, 'works', null)))).toEqual(['works', 'decrees']);
  });

  it('« * » is any answer that names something; the question then follows it', () => {
    const after = (value: string | string[]) => ids(askedOf(answered(WORKS, 'decrees', value)));
    expect(after(['D1'])).toContain('named');
    expect(after('ne_sait_pas')).toContain('named');
    expect(after('ne_sait_pas')).toEqual(['works', 'decrees', 'named']);
    expect(after([])).not.toContain('named');
    expect(after('sans_objet')).not.toContain('named');
  });

  it('is asked when the question that it depends on is not in the list', () => {
    expect(ids(askedOf([question('alone', { si: { question: 'elsewhere', valeur: 'oui' } })]))).toEqual(['alone']);
  });
});

describe('the next question', () => {
  it('is the first open one after that one', () => {
    expect(nextOpen(WORKS, null)?.id).toBe('works');
    expect(nextOpen(answered(WORKS, 'works', 'oui'), 'works')?.id).toBe('done');
    expect(nextOpen(answered(WORKS, 'works', 'non'), 'works')?.id).toBe('decrees');
  });

  it('passed ones are not asked again after the last', () => {
    expect(nextOpen(answered(WORKS, 'decrees', []), 'decrees')).toBeNull();
  });
});

it('only what a source says against the answer just given is new', () => {
  const before = [question('a', { contradiction: 'A source says yes.' }), question('b')];
  expect(newContradictions(before, 'b', ['A source says yes.'])).toEqual([]);
  expect(newContradictions(before, 'b', ['A source says yes.', 'Another says no.'])).toEqual(['Another says no.']);
  expect(newContradictions(before, 'a', ['A source says yes.'])).toEqual(['A source says yes.']);
});

it('an answer is counted in its block, and one to confirm is not', () => {
  const confirm = question('confirm', { etat: 'a_confirmer' });
  expect(blocksOf(answered([...WORKS, confirm], 'works', 'non')).map(({ title, done }) => [title, done])).toEqual([
    ['Plans', 1],
    ['Sinistres', 0],
  ]);
});

it.each([
  [question('q'), 'oui', 'Oui'],
  [question('q', { choix: [{ cle: 'oui', libelle: 'Déjà fait' }] }), 'oui', 'Déjà fait'],
  [question('q'), 'ne_sait_pas', 'Je ne sais pas'],
  [question('q', { nature: 'date' }), '2019-03-01', '1er mars 2019'],
  [question('q', { nature: 'arretes' }), [], 'Aucun arrêté'],
  [question('q', { nature: 'arretes' }), ['A', 'B'], '2 arrêtés'],
  [question('q', { nature: 'nombre' }), 0, '0'],
])('%# an answer is read back in words', (asked, value, words) => {
  expect(inWords(asked, value)).toBe(words);
});
