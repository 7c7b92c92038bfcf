import { expect, it } from 'vitest';
import { readRecipients } from './recipients.ts';

const alone = (email: string) => ({ email, nom: '' });

it.each([
  ['', []],
  [' \n, ;', []],
  ['a@exemple.fr', [alone('a@exemple.fr')]],
  ['a@exemple.fr\nb@exemple.fr', [alone('a@exemple.fr'), alone('b@exemple.fr')]],
  ['a@exemple.fr, b@exemple.fr; c@exemple.fr', ['a', 'b', 'c'].map((name) => alone(`${name}@exemple.fr`))],
  ['a@exemple.fr  b@exemple.fr', [alone('a@exemple.fr'), alone('b@exemple.fr')]],
  ['a@exemple.fr, A@Exemple.fr', [alone('a@exemple.fr')]],
  ['Mme Durand <durand@exemple.fr>', [{ email: 'durand@exemple.fr', nom: 'Mme Durand' }]],
  [
    '"Durand, Chloé" <chloe@exemple.fr>, <b@exemple.fr>',
    [{ email: 'chloe@exemple.fr', nom: 'Durand, Chloé' }, alone('b@exemple.fr')],
  ],
])('%j → its people, once each', (typed, people) => {
  expect(readRecipients(typed)).toEqual({ people, faults: [] });
});

it('each wrong address and too many people → a sentence each; what is right is kept', () => {
  const { people, faults } = readRecipients(
    `durand@\nChloé\n${Array.from({ length: 9 }, (_, i) => `p${i}@exemple.fr`).join(',')}`,
  );
  expect(people).toHaveLength(11);
  expect(faults.map((fault) => fault.replaceAll('\u2060', '').replaceAll(/\s/g, ' '))).toEqual([
    '« durand@ » n’est pas une adresse e-mail complète.',
    '« Chloé » n’est pas une adresse e-mail complète.',
    '11 personnes, 10 au plus par envoi : retirez-en 1.',
  ]);
});
