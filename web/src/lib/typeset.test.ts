import { expect, test } from 'vitest';
import { typeset } from './typeset.ts';

/** `~` stands for a no-break space, `_` for a word joiner. */
test.each([
  ['« Refuser » : 25 % et 7,90 € ?', '«~Refuser~»~: 25~% et 7,90~€~?'],
  ['de 1 à 10 000 crédits, 7 jours, 12 mois', 'de 1 à 10~000~crédits, 7~jours, 12~mois'],
  ['le 1er janvier 2023, le 21 août', 'le 1er~janvier 2023, le 21~août'],
  ['ex: 01 23 45 67 89', 'ex: 01~23~45~67~89'],
  ['articles L221-28 et L224-25-12', 'articles L221-_28 et L224-_25-_12'],
  ['un e-mail, peut-être ci-joint', 'un e-_mail, peut-être ci-joint'],
])('%s', (plain, printed) => {
  expect(typeset(plain).replaceAll('\u00A0', '~').replaceAll('\u2060', '_')).toBe(printed);
});
