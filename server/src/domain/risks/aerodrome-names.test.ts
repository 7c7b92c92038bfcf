import { expect, it } from 'vitest';
import { usualAerodrome } from './aerodrome-names.ts';

it.each([
  ['LFPG', 'P. CH. DE GAULLE', 'Paris-Charles-de-Gaulle'],
  ['LFPZ', "SAINT CYR L'ECOLE", 'Saint-Cyr-l’École'],
  ['SOCA', 'CAYENNE', 'Cayenne-Félix-Éboué'],
  ['LFXX', 'VILLENEUVE SUR LOT', 'Villeneuve sur Lot'],
  ['LFBH', 'LA ROCHELLE ILE DE RE', 'La Rochelle Île de Ré'],
  ['LFMH', 'SAINT ETIENNE', 'Saint Étienne'],
  ['LFXX', 'Villeneuve-sur-Lot', 'Villeneuve-sur-Lot'],
  ['LFXX', 'LFXX', 'LFXX'],
])('%s, published as « %s » → « %s »', (aerodrome, aerodromeName, usual) => {
  expect(usualAerodrome({ aerodrome, aerodromeName })).toBe(usual);
});
