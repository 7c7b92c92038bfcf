import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../../tests/harness/property-runs.ts';
import { HABITS } from './habits.cases.ts';
import { ORDINARY } from './ordinary.cases.ts';
import { answerOf, REPORTED, type Case } from './reported.cases.ts';
import { compareAddress, isSureOf } from './address-comparison.ts';
import { isArticle, isSameWord, isTitle, wordsOf, type Word } from './words.ts';

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const pairs = [...REPORTED, ...ORDINARY, ...HABITS].flatMap(({ answer, sure, doubtful }: Case) => [
  ...linesOf(sure).map((typed) => ({ typed, answer, isSure: true })),
  ...linesOf(doubtful).map((typed) => ({ typed, answer, isSure: false })),
]);

describe('what was typed, beside what the BAN answers', () => {
  it.each(pairs)('« $typed », answered $answer.label → sure: $isSure', ({ typed, answer, isSure }) => {
    const { differences } = compareAddress(typed, answer);
    expect([isSureOf(typed, answer), isSure ? differences : []]).toEqual([isSure, []]);
  });
});

type Parts = { number: string; suffix: string; kind: string; name: string; postcode: string; town: string };
const HERE: Parts = {
  number: '17',
  suffix: '',
  kind: 'Boulevard',
  name: 'de la Libération',
  postcode: '29200',
  town: 'Saint-Renan',
};
const ANSWERED = answerOf('17 Boulevard de la Libération|29200|29260|Saint-Renan');

const bare = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');
const doorOf = ({ number, suffix }: Parts): string => [number, suffix].filter(Boolean).join(' ');
/** Ways of writing an address, by where it comes from. */
const SOURCES: [string, (parts: Parts) => string][] = [
  ['the BAN’s label', (at) => `${doorOf(at)} ${at.kind} ${at.name} ${at.postcode} ${at.town}`],
  ['two lines of a letter', (at) => `${doorOf(at)}, ${at.kind} ${at.name}\n${at.postcode} ${at.town}`],
  [
    'capitals of an envelope',
    (at) => bare(`${doorOf(at)} ${at.kind} ${at.name} ${at.postcode} ${at.town}`).toUpperCase(),
  ],
  [
    'columns of DVF',
    (at) => bare(`${doorOf(at)} ${at.kind} ${at.name.replace(/^de la /, '')} ${at.postcode} ${at.town}`).toUpperCase(),
  ],
  [
    'a mandate',
    (at) => `Résidence Bellevue, bât. A, ${doorOf(at)} ${at.kind.toLowerCase()} ${at.name}, ${at.postcode} ${at.town}`,
  ],
  ['a form, the town first', (at) => `${at.postcode} ${at.town}, ${doorOf(at)} ${at.kind} ${at.name}`],
  ['a number after the street', (at) => `${at.kind} ${at.name} ${doorOf(at)}, ${at.postcode} ${at.town}`],
  [
    'abbreviations',
    (at) =>
      `${doorOf(at)} ${at.kind.replace('Boulevard', 'bd').replace('Avenue', 'av')}. ${at.name} ${at.postcode} ${at.town.replace('Saint-', 'St ')}`,
  ],
];
const CONTRADICTIONS: [string, Partial<Parts>][] = [
  ['a number', { number: '71' }],
  ['a shorter number', { number: '1' }],
  ['bis', { suffix: 'bis' }],
  ['B', { suffix: 'B' }],
  ['quater', { suffix: 'quater' }],
  ['a range', { number: '17-19' }],
  ['a kind', { kind: 'Avenue' }],
  ['another kind', { kind: 'Place' }],
  ['a name', { name: 'de la République' }],
  ['a longer name', { name: 'de la Libération de Paris' }],
  ['a postcode', { postcode: '29290' }],
  ['a postcode of another département', { postcode: '56200' }],
  ['a town', { town: 'Saint-Pabu' }],
  ['a longer town', { town: 'Saint-Renan-Plage' }],
  ['a shorter town', { town: 'Renan' }],
];

describe.each(SOURCES)('%s', (_, write) => {
  it('that says the same → sure', () => {
    expect(compareAddress(write(HERE), ANSWERED).differences).toEqual([]);
    expect(isSureOf(write(HERE), ANSWERED)).toBe(true);
  });

  it.each(CONTRADICTIONS)('with %s otherwise → doubtful, and says which', (...[, change]) => {
    const typed = write({ ...HERE, ...change });
    expect([typed, isSureOf(typed, ANSWERED)]).toEqual([typed, false]);
    expect(compareAddress(typed, ANSWERED).differences).toHaveLength(1);
  });
});

const NAMES =
  'Lilas Roses Moulin Gambetta Pasteur Verdun Clemenceau Jaurès Château Fontaine Voltaire Église Forêt Œuvre'.split(
    ' ',
  );
const TOWNS = ['Rennes', 'Saint-Étienne', 'Bourg-en-Bresse', 'Le Mans', "L'Haÿ-les-Roses", 'Villeneuve-lès-Avignon'];
const KINDS = ['Rue', 'Avenue', 'Boulevard', 'Place', 'Chemin', 'Impasse', 'Route', 'Allée', 'Square', 'Cours', 'Quai'];
const OTHERS = [
  ...NAMES,
  ...KINDS,
  'Nantes',
  'Lyon',
  'Colmar',
  'Grande',
  'Petit',
  'Nord',
  'bis',
  'ter',
  'villa',
  'cité',
  'parc',
];

const labels = fc
  .record({
    number: fc.integer({ min: 1, max: 9999 }),
    suffix: fc.constantFrom('', '', 'bis', 'ter', 'a', 'b'),
    kind: fc.constantFrom(...KINDS),
    article: fc.constantFrom('', 'de', 'du', 'des', 'de la'),
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
    postcode: fc.integer({ min: 1000, max: 95_999 }).map((code) => String(code).padStart(5, '0')),
    town: fc.constantFrom(...TOWNS),
  })
  .map(({ number, suffix, kind, article, names, postcode, town }) =>
    answerOf(
      `${number}${suffix} ${[kind, article, ...names].filter(Boolean).join(' ')}|${postcode}|${postcode}|${town}`,
    ),
  );

const isSignificant = (word: Word): boolean => !isArticle(word) && !isTitle(word);

describe('any label', () => {
  it('is sure of itself', () => {
    const found = fc.check(
      fc.property(labels, (answer) => isSureOf(answer.label, answer)),
      propertyRuns(1000),
    );
    expect(found.counterexample).toBeNull();
  });

  it('with one significant word changed is not sure', () => {
    const other = fc.oneof(
      fc.constantFrom(...OTHERS),
      fc.integer({ min: 1, max: 99_999 }).map(String),
      fc.stringMatching(/^[a-z]{6,9}$/),
    );
    const changes = fc.property(labels, other, fc.nat(), (answer, word, drawn) => {
      const words = wordsOf(answer.label).filter(isSignificant);
      const changed = words[drawn % words.length]!;
      const [said] = wordsOf(word);
      // « 14 Rennes », for « 14000 Rennes », names the département.
      fc.pre(!(changed.text === answer.postcode && answer.postcode.startsWith(word)));
      fc.pre(said !== undefined && !isSameWord(said, changed) && isSignificant(said));
      const typed = answer.label.slice(0, changed.start) + word + answer.label.slice(changed.end);
      return !isSureOf(typed, answer);
    });
    expect(fc.check(changes, propertyRuns(3000)).counterexample).toBeNull();
  });
});
