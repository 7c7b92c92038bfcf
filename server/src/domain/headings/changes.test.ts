import { expect, test } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { notObtained, noiseZone, obtained, place, ppr, quietFacts, square } from '#test/facts.ts';
import { changesSince } from './changes.ts';
import type { Catnat, Facts, NearbySite, Ppr } from '#domain/risks/facts.ts';
import { assessRisks } from './assess.ts';

const PLACE = place(square(-10, -10, 20));
const AROUND = square(-200, -200, 400);
const issuedOn = Temporal.PlainDate.from('2026-03-01');

/** Replaces no-break spaces, for readable tables. */
function changes(before: Partial<Facts>, now: Partial<Facts>): string[] {
  const findings = assessRisks(quietFacts(before), PLACE);
  return changesSince({ findings, issuedOn }, assessRisks(quietFacts(now), PLACE)).map((sentence) =>
    sentence.replaceAll(/[\u00A0\u202F]/g, ' '),
  );
}

const site = (id: string): NearbySite => ({
  id,
  name: `Garage ${id}`,
  activity: null,
  status: null,
  address: null,
  sheetUrl: null,
  distanceMetres: 100,
});
const decree = (code: string, day: string): Catnat => ({
  code,
  hazard: 'Inondations et/ou Coulées de Boue',
  start: day,
  end: day,
  decree: day,
  journalOfficiel: null,
  commune: '93013',
});
const sis = (id: string) => ({ id, name: 'Usine à gaz', address: null, sheetUrl: null, outline: AROUND });
const coastlineRetreat = (provisional: boolean) => ({
  coastalCommune: true,
  unpublished: false,
  zones: [{ horizon: '0-30' as const, provisional, label: '', documentUrl: null, outline: AROUND }],
});
const red = { code: 'R', name: 'Rouge', rule: 'interdiction' as const, ruleLabel: null };
const blue = { code: 'B', name: 'Bleue', rule: 'prescriptions' as const, ruleLabel: null };
const obligation = { departement: '93', sheetUrl: null, decreeDate: null, communeOnly: false };
const pipelines = (address: string) =>
  obtained({
    groundwater: { present: false, commune: null, address: null },
    pipelines: { present: true, commune: 'Risque Concerne', address },
  });

const elsewhere = (more: Partial<Ppr> = {}) => obtained([ppr({ zoned: false, ...more })]);
const overTheLand = obtained([
  { servitude: 'PM1' as const, gasparId: null, name: 'PPRI de la Marne', outline: AROUND },
]);

test('a perimeter published since over the land denies a « non » → said, and not « rien n’a changé »', () => {
  const [said, ...others] = changes({}, { planPerimeters: overTheLand });
  expect(said).toMatch(/^Plan de prévention des risques naturels.* : .*se contredisent/u);
  expect(others).toEqual([]);
  const [settled] = changes({ planPerimeters: overTheLand }, {});
  expect(settled).toMatch(/^Plan de prévention des risques naturels.* : Aucun plan/u);
});

test('« oui », already to verify, that another source now denies → said', () => {
  const [zone] = coastlineRetreat(false).zones;
  const doubtful = { ...coastlineRetreat(false), zones: zone === undefined ? [] : [{ ...zone, horizon: null }] };
  const denied = { ...doubtful, listed: { isListed: false, vintage: 'décret n° 2024-531' } };
  expect(changes({ coastlineRetreat: obtained(doubtful) }, { coastlineRetreat: obtained(denied) })).toEqual([
    'Recul du trait de côte : un point est désormais à vérifier.',
  ]);
});

test('a plan that concerned, and that sources now dispute → never said to be gone', () => {
  const now = { planPerimeters: overTheLand, pprn: elsewhere() };
  const said = changes({ pprn: obtained([ppr()]) }, now).join(' ');
  expect(said).not.toContain('n’est plus recensé');
  expect(said).toContain('se contredisent');
});

test.each<[string, Partial<Facts>, Partial<Facts>, string[]]>([
  [
    'the zoning of brush clearing approved again',
    { brushClearing: obtained({ ...obligation, decreeDate: '2025-03-18' }) },
    { brushClearing: obtained({ ...obligation, decreeDate: '2026-05-12' }) },
    ['Obligations légales de débroussaillement (OLD) : zonage approuvé le 12/05/2026.'],
  ],
  [
    'the revision of a plan of which the property is in no zone',
    { pprn: elsewhere() },
    { pprn: elsewhere({ underRevision: true }) },
    ['Le plan de prévention « PPRI de la Seine » est désormais en cours de révision.'],
  ],
  [
    'another prescription of such a plan',
    { pprn: elsewhere() },
    { pprn: elsewhere({ prescribedDate: '2026-05-12' }) },
    ['Le plan de prévention « PPRI de la Seine » fait l’objet d’une prescription du 12/05/2026.'],
  ],
  [
    'such a plan under revision, that no source named before',
    {},
    { pprn: elsewhere({ underRevision: true }) },
    ['Plan de prévention des risques prescrit : un point est désormais à vérifier.'],
  ],
  ['nothing', {}, {}, ['Rien n’a changé depuis l’édition du 01/03/2026 : mêmes zones, mêmes plans, mêmes arrêtés.']],
  [
    'a plan appears',
    {},
    { pprn: obtained([ppr({ statusDate: '2026-05-12' })]) },
    ['Nouveau plan de prévention concernant l’immeuble : « PPRI de la Seine », approuvé le 12/05/2026.'],
  ],
  [
    'a plan vanishes',
    { pprt: obtained([ppr({ family: 'pprt', name: 'PPRT du dépôt' })]) },
    {},
    ['Le plan de prévention « PPRT du dépôt » n’est plus recensé comme concernant l’immeuble.'],
  ],
  [
    'a plan of the commune that does not hold the property',
    {},
    { pprn: obtained([ppr({ zoned: false })]) },
    ['Rien n’a changé depuis l’édition du 01/03/2026 : mêmes zones, mêmes plans, mêmes arrêtés.'],
  ],
  [
    'prescribed → approved, with its zones',
    { pprn: obtained([ppr({ status: 'prescribed', statusDate: '2024-01-10' })]) },
    { pprn: obtained([ppr({ statusDate: '2026-05-12', zones: [red] })]) },
    [
      'Le plan de prévention « PPRI de la Seine » a changé d’état : approuvé le 12/05/2026 (prescrit auparavant).',
      'Zones du plan de prévention « PPRI de la Seine » : R (aucune auparavant).',
    ],
  ],
  [
    'new date, revision, prescription and zone of a plan',
    { pprn: obtained([ppr({ zones: [red] })]) },
    {
      pprn: obtained([
        ppr({ statusDate: '2026-05-12', underRevision: true, prescribedDate: '2026-06-01', zones: [blue] }),
      ]),
    },
    [
      'Nouvelle date du plan de prévention « PPRI de la Seine » : approuvé le 12/05/2026 (21/06/2007 auparavant).',
      'Le plan de prévention « PPRI de la Seine » est désormais en cours de révision.',
      'Le plan de prévention « PPRI de la Seine » fait l’objet d’une prescription du 01/06/2026.',
      'Zones du plan de prévention « PPRI de la Seine » : B (R auparavant).',
    ],
  ],
  [
    'the source does not place the property any more',
    { pprn: obtained([ppr()]) },
    { pprn: obtained([ppr({ zoned: null })]) },
    ['La source ne situe plus tout l’immeuble par rapport au plan de prévention « PPRI de la Seine » : à vérifier.'],
  ],
  [
    'seismic zone, radon and clay',
    { seismicZone: obtained({ zone: 1 }), radon: obtained({ potential: 3 }), clay: obtained({ exposure: 1 }) },
    { seismicZone: obtained({ zone: 2 }), radon: obtained({ potential: 2 }), clay: obtained({ exposure: 3 }) },
    [
      'Sismicité : l’immeuble est désormais concerné ; zone 2 (zone 1 auparavant).',
      'Potentiel radon : l’immeuble n’est plus concerné ; niveau 2 (niveau 3 auparavant).',
      'Retrait-gonflement des argiles : exposition de niveau 3 sur 3 (exposition de niveau 1 sur 3 auparavant).',
    ],
  ],
  [
    'a noise zone and a SIS',
    { noise: obtained([noiseZone('D', AROUND)]) },
    { noise: obtained([noiseZone('C', AROUND)]), sis: obtained([sis('S1')]) },
    [
      'Secteur d’information sur les sols (SIS) : l’immeuble est désormais concerné ; 1 secteur en plus (« Usine à gaz »).',
      'Nuisances sonores aériennes : 1 zone en plus (zone C de l’aérodrome Paris-Charles-de-Gaulle) ; 1 zone en moins (zone D de l’aérodrome Paris-Charles-de-Gaulle).',
    ],
  ],
  [
    'the coastline retreat’s map becomes final; brush clearing; pipelines',
    { coastlineRetreat: obtained(coastlineRetreat(true)), report: pipelines('Risque non Concerne') },
    {
      coastlineRetreat: obtained(coastlineRetreat(false)),
      brushClearing: obtained(obligation),
      report: pipelines('Risque Concerne'),
    },
    [
      'Recul du trait de côte : 1 zone en plus (horizon de 0 à 30 ans) ; 1 zone en moins (horizon de 0 à 30 ans à titre provisoire).',
      'Obligations légales de débroussaillement (OLD) : l’immeuble est désormais concerné.',
      'Canalisations de matières dangereuses : l’immeuble est désormais concerné.',
    ],
  ],
  [
    'new decrees and sites, beyond three the others are counted',
    { catnat: obtained([decree('A', '2020-01-02')]), casias: obtained([site('0')]) },
    {
      catnat: obtained([decree('A', '2020-01-02'), decree('B', '2026-04-03')]),
      casias: obtained(['1', '2', '3', '4', '5'].map(site)),
    },
    [
      'Anciens sites industriels et activités de service (CASIAS) : 5 sites en plus (« Garage 1 », « Garage 2 », « Garage 3 » et 2 autres) ; 1 site en moins (« Garage 0 »).',
      'Arrêtés de catastrophe naturelle pris dans la commune : 1 arrêté en plus (Inondations et/ou Coulées de Boue, arrêté du 03/04/2026).',
    ],
  ],
  [
    'no answer is reported, and never as a site that vanished',
    { casias: obtained([site('1')]), cavities: notObtained() },
    { casias: notObtained(), cavities: obtained([]) },
    [
      'Anciens sites industriels et activités de service (CASIAS) : donnée non obtenue cette fois.',
      'Cavités souterraines : donnée désormais obtenue. Aucune cavité souterraine n’est recensée dans un rayon de 500 m.',
    ],
  ],
])('%s', (...[, before, now, expected]) => {
  expect(changes(before, now)).toEqual(expected);
});
