import { expect, it } from 'vitest';
import { parseCadastralReference } from './cadastral-reference.ts';

it.each([
  ['75113 BR 12', '75113 000 BR 0012'],
  ['75113 br12', '75113 000 BR 0012'],
  ['13203 000 D 37', '13203 000 0D 0037'],
  ['95127 AB 123', '95127 000 AB 0123'],
  ['95127 section AB n° 123', '95127 000 AB 0123'],
  ['95127 N 12', '95127 000 0N 0012'],
  ['95127000AB0123', '95127 000 AB 0123'],
  ['2A004 0B 7', '2A004 000 0B 0007'],
  ['801-0D-0037@13203', '13203 801 0D 0037'],
  ['section AB numéro 123 Cergy', 'CERGY 000 AB 0123'],
  ['Parcelle cadastrée section AB, n°123, à Cergy', 'CERGY 000 AB 0123'],
  ['parcelle AB 123 95000 Cergy', '95000 CERGY 000 AB 0123'],
  ['section AB n° 123 Œuilly', 'OEUILLY 000 AB 0123'],
  ['parcelle AB 123 d’Aubagne', 'AUBAGNE 000 AB 0123'],
  ["parcelle AB 123 d'Aubagne", 'AUBAGNE 000 AB 0123'],
  ["Section A 4 L'Haÿ-les-Roses", "L'HAY LES ROSES 000 0A 0004"],
  ['67482 section 12 n° 34', '67482 000 12 0034'],
  ['section 12 numéro 34 Sélestat', 'SELESTAT 000 12 0034'],
  ['parcelle 301 AB 5, 89100', '89100 301 AB 0005'],
  ['section AN°12 Cergy', 'CERGY 000 AN 0012'],
  ['75113 AN°12', '75113 000 AN 0012'],
  ['section A n°12 Cergy', 'CERGY 000 0A 0012'],
  ['section AB 12 commune de Cergy', 'CERGY 000 AB 0012'],
  ["parcelle AB 12 sur la commune d'Aubagne", 'AUBAGNE 000 AB 0012'],
  ['Cergy section AB 123', 'CERGY 000 AB 0123'],
  ['Commune de Cergy, section AB n° 123', 'CERGY 000 AB 0123'],
  ['95000 Cergy, parcelle cadastrée section AN°123', '95000 CERGY 000 AN 0123'],
  ['Sélestat section 12 n° 34', 'SELESTAT 000 12 0034'],
  ['parcelle n° 12 section AB Cergy', 'CERGY 000 AB 0012'],
  ['parcelle numéro 12 de la section A, à Cergy', 'CERGY 000 0A 0012'],
])('%s is a parcel', (text, expected) => {
  const { commune, prefixe, section, numero } = parseCadastralReference(text) ?? {};
  expect([commune, prefixe, section, numero].join(' ')).toBe(expected);
});

it.each([
  '',
  '12 rue de la Paix, Paris',
  '8 bd du Port 95000 Cergy',
  '75013 Paris',
  '95000 rue du Port',
  '4 bis rue A 75013 Paris',
  'D 37 Loray',
  'D 37 25390 Loray',
  '25390 D 461 Loray',
  '25390 12 34',
  'AB 123',
  'section AB 123',
  'Rue de la Section A 12',
  '12 rue de la Section, 75013 Paris',
  'Impasse de la Parcelle AB 12',
  'parcelle 12 zone artisanale, Cergy',
  '75113 BR 12345',
])('%j is not a reference', (text) => {
  expect(parseCadastralReference(text)).toBeNull();
});

it.each([
  ['25390 D 461', true],
  ['38000 A 480', true],
  ['44000 BP 12', true],
  ['44000 CS12', true],
  ['25390 section D 461', false],
  ['25390 000 D 461', false],
  ['25390 0D 461', false],
  ['2A004 D 461', false],
  ['75113 BR 12', false],
  ['section D 461 Loray', false],
])('%s may also be an address: %s', (text, expected) => {
  expect(parseCadastralReference(text)?.mayBeAddress).toBe(expected);
});
