import { expect, it } from 'vitest';
import { addressMessage, isUnderstoodOtherwise } from './address-message.ts';

it.each([
  ['12 rue des tilleuls antibes', false],
  ['12 RUE DES TILLEULS, Antibes', false],
  ['12 r des till', false],
  ['', false],
  ['12 rue des tileul antibes', true],
  ['14 rue des tilleuls', true],
  ['12 rue des tilleuls Nice', true],
])('« %s », understood as 12 Rue des Tilleuls 06600 Antibes → otherwise: %s', (typed, isOtherwise) => {
  expect(isUnderstoodOtherwise(typed, '12 Rue des Tilleuls 06600 Antibes')).toBe(isOtherwise);
});

it('a search that fails without a network → says so, not that the service is silent', () => {
  const failed = {
    query: '12 rue',
    isAwaited: true,
    state: 'failed',
    count: 0,
    isReference: false,
    mustPick: false,
  } as const;
  expect(addressMessage({ ...failed, isOffline: true })?.text).toMatch(
    /^Vous êtes hors ligne\. Votre saisie est conservée/,
  );
  expect(addressMessage({ ...failed, isOffline: false })?.text).toMatch(/^La recherche d’adresse ne répond pas/);
});
