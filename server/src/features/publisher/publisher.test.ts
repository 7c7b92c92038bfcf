import { publisher, termsPdf } from '@clairisque/contract/publisher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { owesAccessibility } from '#config/publisher.ts';
import { printTerms } from './publisher.ts';

const PUBLISHER = {
  name: 'Essai',
  legalForm: 'SAS',
  capitalEuros: 12_000,
  siren: '732829320',
  siret: '73282932000074',
  rcsCity: 'Besançon',
  vatNumber: 'FR44732829320',
  address: { lines: ['1 rue Battant'], postcode: '25000', city: 'Besançon', country: 'FR' },
  email: 'contact@essai.fr',
  vatOnDebits: false,
  director: 'Jeanne Martin',
};

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ env: { PUBLISHER: JSON.stringify(PUBLISHER) } });
});
afterAll(() => app.close());

test('the configured publisher, with placeholders for missing values', async () => {
  const answer = await fetch(app.url + publisher.url);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    nom: 'Essai',
    forme: 'SAS au capital de 12\u202F000\u00A0€',
    adresse: '1 rue Battant, 25000 Besançon',
    siret: '732\u00A0829\u00A0320\u00A000074',
    directeur: 'Jeanne Martin',
    hebergeur: { nom: '[hébergeur]' },
    accessibilite: false,
    incomplet: true,
  });
});

test.each([
  [null, false],
  [{ people: 9, turnoverEuros: 2_000_000 }, false],
  [{ people: 10, turnoverEuros: 0 }, true],
  [{ people: 1, turnoverEuros: 2_000_001 }, true],
])('of size %o → accessibility owed: %s', (size, isOwed) => {
  expect(owesAccessibility({ size })).toBe(isOwed);
});

test('a company too large to be exempt → the terms have one more article', async () => {
  const { typst, publisher } = app.deps;
  const large = { typst, publisher: { ...publisher, size: { people: 40, turnoverEuros: 5_000_000 } } };
  const reader = await openPdfReader();
  const [short, long] = await Promise.all([printTerms(app.deps), printTerms(large)]);
  const [before, after] = await Promise.all(
    [short, long].map(async ({ bytes }) => (await reader.texts(bytes)).join('')),
  );
  reader.close();
  expect(before).not.toContain('Accessibilité du service');
  expect(after).toContain('Accessibilité du service');
});

test('the terms name the seller, its address for a withdrawal and the mediator, and frame the legal guarantee', async () => {
  const reader = await openPdfReader();
  const text = (await reader.texts((await printTerms(app.deps)).bytes)).join(' ').replaceAll(/\s+/g, ' ');
  reader.close();
  expect(text).toContain('L’Éditeur est Essai, SAS au capital de 12 000 €, 1 rue Battant, 25000 Besançon');
  expect(text).toMatch(/SIREN 732 829 320, RCS Besançon, TVA FR44732829320/);
  expect(text).toContain('À l’attention de Essai, 1 rue Battant, 25000 Besançon, contact@essai.fr');
  expect(text).toContain('le médiateur de la consommation, [médiateur de la consommation], [adresse du médiateur]');
  expect(text).toContain('Le consommateur dispose d’un délai de deux ans à compter de la fourniture');
  expect(text).not.toContain('mentions légales');
});

test('the terms of sale as a PDF, public, the same bytes each time', async () => {
  const [first, second] = [await fetch(app.url + termsPdf.url), await fetch(app.url + termsPdf.url)];
  expect(first.status).toBe(200);
  expect(first.headers.get('content-type')).toBe('application/pdf');
  expect(first.headers.get('content-disposition')).toMatch(/^attachment; filename="CGV-Clairisque-[\d-]+\.pdf"$/);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect(Buffer.from(await second.arrayBuffer()).equals(bytes)).toBe(true);
});
