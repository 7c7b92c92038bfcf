import { expect, it } from 'vitest';
import { ppr } from '#test/facts.ts';
import { hazardNames } from './hazards.ts';

it.each([
  ['PPRN-L', ['Inondation'], ['submersion marine']],
  ['PPRN-L', [], ['submersion marine']],
  [
    'PPRN-L',
    ['Inondation', 'Érosion littorale', 'Mouvement de terrain'],
    ['submersion marine', 'mouvement de terrain'],
  ],
  ['PPRN-L', ['Inondation par débordement'], ['inondation', 'submersion marine']],
  ['PPRN-I', ['Inondation'], ['inondation']],
  ['PPRN-Multi', ['Inondation', 'Avalanche'], ['inondation', 'avalanche']],
])('model %s with %j → %j', (procedure, hazards, expected) => {
  expect(hazardNames(ppr({ procedure, hazards }))).toEqual(expected);
});
