import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { CONSENTS, TERMS_VERSION } from './consents.ts';
import { termsOf } from './terms.ts';

const SELLER = {
  nom: 'Essai',
  forme: 'SAS',
  adresse: '1 rue Battant, 25000 Besançon',
  siren: '732 829 320',
  rcs: 'Besançon',
  tva: 'FR44732829320',
  email: 'contact@essai.fr',
  telephone: '03 81 00 00 00',
  mediateur: { nom: 'Médiation', adresse: '2 rue Battant', site: null },
  accessibilite: true,
};

/** Versions that were accepted, newest last. A line is never changed: another wording is another version. */
const ACCEPTED: Record<string, string> = {
  '2026-11-28': '90157980b591522c9a0a1e9a66787a9a824fd83ba24ec1d4dd27721d48472d72',
  '2026-11-30': 'fba8da3cf2b71ff2f5b7af806a0b13b82bf34e4bec615222322656a9641d19f1',
};

// Where it fails: give TERMS_VERSION the day of the change, and add its line.
it('the wording of the terms in force → that of their version', () => {
  const text = JSON.stringify([termsOf(SELLER), termsOf(null)]);
  expect(createHash('sha256').update(text).digest('hex')).toBe(ACCEPTED[TERMS_VERSION]);
});

it('the version in force is the latest', () => {
  expect(Object.keys(ACCEPTED).toSorted().at(-1)).toBe(TERMS_VERSION);
});

it.each(Object.entries(CONSENTS))(
  'the terms quote the consent « %s », which their version then covers',
  (_name, text) => {
    expect(JSON.stringify(termsOf(null)).replaceAll('\u00A0', ' ')).toContain(text.replaceAll('\u00A0', ' '));
  },
);
