import { expect, it } from 'vitest';
import { ppr } from '#test/facts.ts';
import { hazardBoxes, hazardNames, hazardsSentence } from './hazards.ts';

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
  // The tables of GASPAR give the class before the precise hazard.
  ['PPRN-L', ['Inondation : par submersion marine'], ['submersion marine']],
  [
    'PPRN-L',
    ['Inondation : par submersion marine', 'Mouvement de terrain : recul du trait de côte et de falaises'],
    ['submersion marine', 'mouvement de terrain'],
  ],
  ['PPRN-L', ['Mouvement de terrain : recul du trait de côte et de falaises'], ['mouvement de terrain']],
  ['PPRN-I', ['Inondation : par remontées de nappes naturelles'], ['remontée de nappe']],
  ['PPRN-I', ['Inondation : par une crue torrentielle ou à montée rapide de cours d’eau'], ['crue torrentielle']],
  ['PPRN-I', ['Inondation : par une crue à débordement lent de cours d’eau'], ['inondation']],
  ['PPRN-Mvt', ['Mouvement de terrain : tassements différentiels'], ['sécheresse et argiles']],
  ['PPRN-Mvt', ['Mouvement de terrain : avancée dunaire'], ['mouvement de terrain']],
  // A service gives the class only, or nothing.
  ['PPRN-RGA', ['Mouvement de terrain'], ['sécheresse et argiles']],
  ['PPRN-RGA', [], ['sécheresse et argiles']],
  ['PPRN-I', [], ['inondation']],
  ['PPRN-Mvt', ['Risque naturel'], ['mouvement de terrain']],
  ['PPRN-If', [], ['feu de forêt']],
  ['PPRN-Multi', [], []],
])('model %s with %j → %j', (procedure, hazards, expected) => {
  expect(hazardNames(ppr({ procedure, hazards }))).toEqual(expected);
});

it.each([
  [
    ['Mouvements de terrains miniers', 'Effondrements localisés', 'Tassements'],
    ['effondrement', 'tassement'],
  ],
  [['Mouvements de terrains miniers'], ['autres']],
  [
    ['Émission en surface de gaz de mine', 'Pollution des eaux souterraines'],
    ['émission de gaz', 'pollution des eaux'],
  ],
])('mining hazards %j tick %j', (hazards, expected) => {
  const boxes = hazardBoxes(ppr({ family: 'pprm', procedure: 'PPRM', hazards }));
  expect(boxes.flatMap(({ label, checked }) => (checked ? [label] : []))).toEqual(expected);
});

it.each([
  ['PPRN-L', ['Inondation'], 'Selon la donnée publique : Inondation, et le modèle du plan (PPRN-L).'],
  ['PPRN-L', ['Inondation : par submersion marine'], 'Selon la donnée publique : Inondation : par submersion marine.'],
  ['PPRN-RGA', [], /^Selon le modèle du plan \(PPRN-RGA\) ; /u],
  ['PPRN-Multi', [], /ne précise pas les risques/u],
])('beside the boxes of the model %s with %j, what they rest on', (procedure, hazards, expected) => {
  expect(hazardsSentence(ppr({ procedure, hazards }))).toMatch(expected);
});
