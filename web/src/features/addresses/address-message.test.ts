import { expect, it } from 'vitest';
import { addressMessage } from './address-message.ts';

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
