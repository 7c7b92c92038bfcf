import { describe, expect, it } from 'vitest';
import { createBatch } from '../batches.v3.ts';
import { contradictionsIn, saysSomething, withoutContradictions, type Contradiction } from './contradictions.ts';
import { PrintedDeclarations, type Declarations } from './declarations.ts';
import { Declarations as DeclarationsV3, declarationsOf } from './v3-declarations.ts';

const NOTHING: Declarations = {
  travaux_prescrits: null,
  travaux_realises: null,
  sinistres_indemnises: null,
  travaux_rga_non_realises: null,
};
const plan = (prescrits: boolean | null, realises: boolean | null, name = '25DDT20080012') => ({
  plan: name,
  prescrits,
  realises,
});

describe('answers that deny each other are refused, with the field to correct', () => {
  it.each<[string, Partial<Declarations>, Contradiction['field'], RegExp]>([
    [
      'works done, none prescribed',
      { travaux_prescrits: false, travaux_realises: true },
      'travaux_realises',
      /aucun plan ne prescrit de travaux, et que des travaux prescrits sont réalisés/u,
    ],
    [
      'works of a plan done, which prescribes none',
      { travaux_par_plan: [plan(false, true)] },
      'travaux_par_plan',
      /« 25DDT20080012 » ne prescrit pas de travaux/u,
    ],
    [
      'no plan prescribes works, and one does',
      { travaux_prescrits: false, travaux_par_plan: [plan(true, null)] },
      'travaux_par_plan',
      /et qu’un plan en prescrit/u,
    ],
    [
      'all works done, and those of a plan not',
      { travaux_prescrits: true, travaux_realises: true, travaux_par_plan: [plan(true, false)] },
      'travaux_par_plan',
      /ceux d’un plan ne le sont pas/u,
    ],
    [
      'two answers about one plan',
      { travaux_par_plan: [plan(true, false), plan(true, true)] },
      'travaux_par_plan',
      /deux réponses différentes/u,
    ],
    [
      'two answers about one plan, in other letters',
      { travaux_par_plan: [plan(true, false, 'PPRI de la  Seine '), plan(false, null, 'ppri de la seine')] },
      'travaux_par_plan',
      /deux réponses différentes/u,
    ],
    [
      'no disaster indemnified, yet drought works are',
      { sinistres_indemnises: false, travaux_rga_non_realises: 'Reprise du pignon' },
      'travaux_rga_non_realises',
      /aucun sinistre n’a été indemnisé, et des travaux indemnisés/u,
    ],
    [
      'no disaster indemnified, yet one is named',
      { sinistres_indemnises: false, arretes_indemnises: ['INTE9900000A'] },
      'arretes_indemnises',
      /vous en désignez un/u,
    ],
  ])('%s', (...[, said, field, sentence]) => {
    const [fault, ...others] = contradictionsIn({ ...NOTHING, ...said });
    expect(others).toEqual([]);
    expect(fault?.field).toBe(field);
    expect(fault?.sentence.replaceAll('\u00A0', ' ')).toMatch(sentence);
    const { error } = PrintedDeclarations.safeParse({ ...NOTHING, ...said });
    expect(error?.issues).toMatchObject([{ path: [field], message: fault?.sentence }]);
    // Declared before the rule.
    expect(contradictionsIn(withoutContradictions({ ...NOTHING, ...said }))).toEqual([]);
  });

  it.each<Partial<Declarations>>([
    {},
    { travaux_prescrits: false, travaux_realises: false },
    { travaux_prescrits: true, travaux_realises: false, travaux_par_plan: [plan(true, false), plan(false, null, 'B')] },
    { travaux_par_plan: [plan(true, false), plan(true, false)] },
    { sinistres_indemnises: false, travaux_rga_non_realises: 'Néant', arretes_indemnises: [] },
    { sinistres_indemnises: null, travaux_rga_non_realises: 'Reprise du pignon' },
    { sinistres_indemnises: true, travaux_rga_non_realises: 'Reprise du pignon', arretes_indemnises: ['A'] },
  ])('answers that agree are accepted: %j', (said) => {
    expect(PrintedDeclarations.safeParse({ ...NOTHING, ...said }).success).toBe(true);
    expect(withoutContradictions({ ...NOTHING, ...said })).toEqual({ ...NOTHING, ...said });
  });
});

it.each<[unknown, string]>([
  [{ works_prescribed: false, works_done: true }, 'works_done'],
  [{ works_by_plan: [{ plan: 'A', prescribed: false, done: true }] }, 'works_by_plan'],
  [{ disasters_indemnified: false, disaster_decrees_indemnified: ['A'] }, 'disaster_decrees_indemnified'],
  [{ disasters_indemnified: false, drought_works_not_done: 'Reprise du pignon' }, 'drought_works_not_done'],
])('API v3 refuses the same, in English too: %j', (said, field) => {
  const issues = DeclarationsV3.safeParse(said).error?.issues;
  expect(issues).toMatchObject([{ path: [field], params: { title: expect.stringMatching(/^[A-Z].* said to/u) } }]);
});

it('a batch refuses the same, with the row', () => {
  const declarations = { works_prescribed: false, works_done: true };
  const rows = [{ transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville', declarations }];
  const issues = createBatch.schema.body.safeParse({ name: 'Lot', rows }).error?.issues;
  expect(issues).toMatchObject([{ path: ['rows', 0, 'declarations', 'works_done'] }]);
});

it('API v3 gives the wizard’s declarations', () => {
  const works_by_plan = [{ plan: 'A', prescribed: true, done: false }];
  const given = DeclarationsV3.parse({ works_by_plan, disaster_decrees_indemnified: ['INTE1'] });
  expect(declarationsOf(given)).toEqual({
    ...NOTHING,
    travaux_par_plan: [{ plan: 'A', prescrits: true, realises: false }],
    arretes_indemnises: ['INTE1'],
  });
  expect(declarationsOf(DeclarationsV3.parse({}))).toEqual(NOTHING);
});

it('opened, works described stay; only the answers that deny each other go', () => {
  const said = { ...NOTHING, travaux_prescrits: true, sinistres_indemnises: false };
  expect(withoutContradictions({ ...said, travaux_rga_non_realises: 'Reprise du pignon' })).toEqual({
    ...said,
    sinistres_indemnises: null,
    travaux_rga_non_realises: 'Reprise du pignon',
  });
});

it.each([
  'RAS',
  'R.A.S.',
  'N/A',
  'Non applicable',
  'Pas concerné',
  'Aucun sinistre.',
  '',
  ' ',
  '-',
  '—',
  'Néant',
  'neant.',
  'Sans objet',
  'aucun',
  'Aucuns travaux',
  '« néant »',
  'Non',
])('« %s » describes no works', (text) => {
  expect(saysSomething(text)).toBe(false);
});
it.each(['Reprise du pignon', 'Aucun travail sauf le pignon', 'Non réalisés : pignon est'])('« %s » does', (text) => {
  expect(saysSomething(text)).toBe(true);
});
