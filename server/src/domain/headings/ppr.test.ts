import { expect, test } from 'vitest';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { Ppr } from '#domain/risks/facts.ts';
import { assessRisks } from './assess.ts';
import { obtained, place, ppr, quietFacts } from '#test/facts.ts';

const FAMILIES: PprFamily[] = ['pprn', 'pprm', 'pprt'];

function assess(...plans: Ppr[]) {
  const of = (family: PprFamily) => obtained(plans.filter((plan) => plan.family === family));
  return assessRisks(quietFacts({ pprn: of('pprn'), pprm: of('pprm'), pprt: of('pprt') }), place());
}

type Expected = 'concerned' | 'not-concerned';
test.each<[Ppr['status'], Ppr['zoned'], { inForce: Expected; prescribed: Expected; toVerify: boolean }]>([
  ['approved', true, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: false }],
  ['approved', false, { inForce: 'not-concerned', prescribed: 'not-concerned', toVerify: false }],
  ['approved', null, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: true }],
  ['anticipated', true, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: false }],
  ['anticipated', false, { inForce: 'not-concerned', prescribed: 'not-concerned', toVerify: false }],
  ['anticipated', null, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: true }],
  ['prescribed', true, { inForce: 'not-concerned', prescribed: 'concerned', toVerify: false }],
  ['prescribed', false, { inForce: 'not-concerned', prescribed: 'concerned', toVerify: true }],
  ['prescribed', null, { inForce: 'not-concerned', prescribed: 'concerned', toVerify: true }],
  ['unknown', true, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: true }],
  // It may be prescribed, and a prescribed plan has no zone.
  ['unknown', false, { inForce: 'not-concerned', prescribed: 'concerned', toVerify: true }],
  ['unknown', null, { inForce: 'concerned', prescribed: 'not-concerned', toVerify: true }],
])('a plan %s with zoned = %s', (status, zoned, expected) => {
  for (const family of FAMILIES) {
    const findings = assess(ppr({ family, status, zoned }));
    const [inForce, prescribed] = [findings[family], findings['ppr-prescrit']];
    expect({ inForce: inForce.state, prescribed: prescribed.state }).toEqual({
      inForce: expected.inForce,
      prescribed: expected.prescribed,
    });
    expect(inForce.toVerify || prescribed.toVerify).toBe(expected.toVerify);
    expect(/à vérifier/u.test(inForce.sentence + prescribed.sentence)).toBe(expected.toVerify);
    for (const other of FAMILIES.filter((name) => name !== family)) expect(findings[other].state).toBe('not-concerned');
  }
});

test('an approved plan is printed with its date, revision, zone and hazards, and requires the extracts', () => {
  const { pprn } = assess(
    ppr({
      name: 'PPR - Toulouse',
      statusDate: '2011-12-20',
      underRevision: true,
      zones: [{ code: 'Cid', name: 'Zone endiguée Cyan', rule: 'prescriptions', ruleLabel: 'Prescriptions' }],
      hazards: ['Inondation'],
    }),
  );
  expect(pprn.sentence).toBe(
    'L’immeuble est situé dans une zone délimitée par le plan «\u00A0PPR - Toulouse\u00A0», approuvé le 20/12/2011, en cours de révision (zone Cid – Zone endiguée Cyan – Prescriptions). Risques pris en compte\u00A0: Inondation.',
  );
  expect(pprn.duty).toMatch(/^Vous devez joindre l’extrait du document graphique/u);
  expect(pprn.article).toBe('R.\u00A0125-23, 2° du code de l’environnement');
});

test.each([
  ['under revision', { underRevision: true }, /est en cours de révision, dont/u],
  ['prescribed anew after its approval', { prescribedDate: '2019-05-02' }, /une prescription du 02\/05\/2019/u],
])('a plan in force %s leaves a doubt under 4°, in its zone or not', (_, plan, sentence) => {
  for (const zoned of [true, false]) {
    const finding = assess(ppr({ ...plan, zoned }))['ppr-prescrit'];
    expect(finding).toMatchObject({
      state: 'not-concerned',
      toVerify: true,
      sentence: expect.stringMatching(sentence),
    });
  }
  expect(assess(ppr())['ppr-prescrit'].toVerify).toBe(false);
});

test('a plan applied by anticipation cites L562-2, and a PPRT speaks of a perimeter', () => {
  expect(assess(ppr({ status: 'anticipated' })).pprn.sentence).toContain(
    '(article L.\u00A0562-2 du code de l’environnement)',
  );
  expect(assess(ppr({ family: 'pprt' })).pprt.sentence).toContain(
    'dans le périmètre d’exposition aux risques délimité',
  );
});

test('a plan of the commune that does not cover the property is listed as checked and set aside', () => {
  const { pprn } = assess(ppr({ zoned: false }));
  expect(pprn.sentence).toMatch(
    /^L’immeuble n’est situé dans aucune zone .* Vérifié et non retenu\u00A0: «\u00A0PPRI de la Seine\u00A0»\.$/u,
  );
  expect(pprn).toMatchObject({ duty: null, details: { plans: [] } });
});
