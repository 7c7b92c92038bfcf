import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import type { FactName, Facts, Installation, NearbySite, NoiseZone, Ppr, RetreatZone } from '#domain/risks/facts.ts';
import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Findings, FindingState } from '#domain/risks/findings.ts';
import { assessRisks } from './assess.ts';
import { lastGood, noiseZone, notObtained, obtained, place, ppr, quietFacts, square } from '#test/facts.ts';

const EDITION = {
  ...obtained(null).provenance,
  label: 'Zonage des OLD, édition du 2 mars 2026, sha256 3f9a1c20b7de',
  edition: { dataset: 'brush-clearing' as const, release: 'r1', publishedOn: '2026-03-02', sha256: '3f9a1c20b7de' },
};
const parcel = square(-10, -10, 20);
const here = square(-50, -50, 100);
const at20 = square(30, -10, 100);
const afar = square(500, 500, 100);

const shore = (zone: Partial<RetreatZone>): Facts['coastlineRetreat'] =>
  obtained({
    coastalCommune: true,
    unpublished: false,
    zones: [{ horizon: '0-30', provisional: false, label: 'Zone 1', documentUrl: null, outline: here, ...zone }],
  });
const sisSite = (outline: ReturnType<typeof square> | null): Facts['sis'] =>
  obtained([{ id: 'SIS1', name: 'Gare de triage', address: null, sheetUrl: null, outline }]);
const site = (distanceMetres: number | null): NearbySite => ({
  id: '1',
  name: 'Garage',
  activity: null,
  status: null,
  address: null,
  sheetUrl: null,
  distanceMetres,
});
const installation = (regime: string | null, distanceMetres: number | null): Facts['installations'] =>
  obtained<Installation[]>([{ ...site(distanceMetres), regime, seveso: null }]);
const report = (address: string | null, commune: string | null, present = true): Facts['report'] =>
  obtained({ groundwater: { present, commune, address }, pipelines: null });
const old = { departement: '83', sheetUrl: null, decreeDate: '2025-03-01', communeOnly: false };
const catnat = {
  code: 'INTE0100460A',
  hazard: 'Inondations',
  start: '2001-07-06',
  end: null,
  decree: null,
  journalOfficiel: null,
  commune: '75056',
};

test.each<[Heading, string, Partial<Facts>, FindingState, RegExp]>([
  [
    'sismicite',
    'zone 1',
    { seismicZone: obtained({ zone: 1 }) },
    'not-concerned',
    /zone de sismicité 1 \(très faible\)/u,
  ],
  [
    'sismicite',
    'zone 2 (Saint-Étienne)',
    { seismicZone: obtained({ zone: 2 }) },
    'concerned',
    /zone de sismicité 2 \(faible\)/u,
  ],
  ['sismicite', 'zone 5', { seismicZone: obtained({ zone: 5 }) }, 'concerned', /5 \(forte\)/u],
  ['radon', 'niveau 1 (Paris 13e)', { radon: obtained({ potential: 1 }) }, 'not-concerned', /niveau 1 sur 3/u],
  ['radon', 'niveau 2', { radon: obtained({ potential: 2 }) }, 'not-concerned', /niveau 2 sur 3/u],
  [
    'radon',
    'niveau 3 (Saint-Étienne)',
    { radon: obtained({ potential: 3 }) },
    'concerned',
    /niveau 3 sur 3 \(potentiel significatif\)/u,
  ],
  ['debroussaillement', 'hors zone', {}, 'not-concerned', /aucune zone assujettie .* publiée sur Géorisques\.$/u],
  [
    'debroussaillement',
    'hors zone, d’après une édition',
    { brushClearing: { ...obtained(null), provenance: EDITION } },
    'not-concerned',
    /débroussaillement qui figure dans «\u00A0Zonage des OLD, édition du 2 mars 2026\u00A0»\.$/u,
  ],
  [
    'debroussaillement',
    'zone publiée',
    { brushClearing: obtained(old) },
    'concerned',
    /L\.\u00A0134-6 du code forestier\)\. Zonage approuvé le 01\/03\/2025/u,
  ],
  [
    'debroussaillement',
    'connue dans la commune, bien trop étendu pour la source',
    { brushClearing: obtained({ ...old, communeOnly: true }) },
    'concerned',
    /pour toute l’étendue de l’immeuble.*à vérifier/u,
  ],
  [
    'trait-de-cote',
    'commune littorale sans zone',
    { coastlineRetreat: obtained({ coastalCommune: true, unpublished: false, zones: [] }) },
    'not-concerned',
    /littorale, mais l’immeuble n’est situé dans aucune zone/u,
  ],
  [
    'trait-de-cote',
    'commune littorale sans document publié',
    { coastlineRetreat: obtained({ coastalCommune: true, unpublished: true, zones: [] }) },
    'not-obtained',
    /^Zonage indisponible.*à vérifier auprès de la mairie/u,
  ],
  [
    'trait-de-cote',
    'zone à 30 ans',
    { coastlineRetreat: shore({}) },
    'concerned',
    /l’horizon de 0 à 30\u00A0ans, délimitée/u,
  ],
  [
    'trait-de-cote',
    'zone à 100 ans préfigurée',
    { coastlineRetreat: shore({ horizon: '30-100', provisional: true }) },
    'concerned',
    /30 à 100\u00A0ans, .* à titre provisoire/u,
  ],
  [
    'trait-de-cote',
    'zone à 20 m',
    { coastlineRetreat: shore({ outline: at20 }) },
    'not-concerned',
    /20\u00A0m\u00A0: à vérifier/u,
  ],
  [
    'trait-de-cote',
    'zone au loin',
    { coastlineRetreat: shore({ outline: afar }) },
    'not-concerned',
    /^(?!.*à vérifier)/u,
  ],
  ['sis', 'aucun', {}, 'not-concerned', /aucun secteur/u],
  ['sis', 'sur la parcelle', { sis: sisSite(here) }, 'concerned', /dans le secteur .*Gare de triage/u],
  [
    'sis',
    'parcelle voisine',
    { sis: sisSite(square(10, -10, 20)) },
    'not-concerned',
    /jouxte le terrain\u00A0: à vérifier/u,
  ],
  ['sis', 'au loin', { sis: sisSite(afar) }, 'not-concerned', /^(?!.*à vérifier)/u],
  ['sis', 'sans contour', { sis: sisSite(null) }, 'concerned', /sans en donner le contour.*à vérifier/u],
  [
    'bruit',
    'zone D',
    { noise: obtained([noiseZone('D', square(-900, -900, 1800))]) },
    'concerned',
    /zone D – bruit faible/u,
  ],
  ['bruit', 'aucune zone', {}, 'not-concerned', /aucune zone de bruit/u],
  ['argiles', 'hors zone', {}, 'not-concerned', /hors des zones/u],
  ['argiles', 'moyenne', { clay: obtained({ exposure: 2 }) }, 'concerned', /exposition moyenne .*niveau 2 sur 3/u],
  [
    'casias',
    'à 500 m',
    { casias: obtained([site(500)]) },
    'concerned',
    /dans un rayon de 500\u00A0m\u00A0: 1, à partir de 500\u00A0m/u,
  ],
  [
    'casias',
    'point à 501 m d’un site dont le contour est plus proche',
    { casias: obtained([site(501)]) },
    'concerned',
    /: 1, à partir de 501\u00A0m/u,
  ],
  [
    'casias',
    'emplacement par défaut',
    { casias: obtained([site(null)]) },
    'concerned',
    /dont 1 à l’emplacement imprécis, à vérifier/u,
  ],
  [
    'casias',
    'site de la commune sans position',
    { casias: obtained([{ ...site(null), isUnplaced: true as const }]) },
    'concerned',
    /^Aucun ancien site .* 500\sm\s; 1\ssite de la commune est recensé sans position, à vérifier\.$/u,
  ],
  [
    'casias',
    'site à 120 m, deux autres sans position',
    { casias: obtained([site(120), ...[1, 2].map(() => ({ ...site(null), isUnplaced: true as const }))]) },
    'concerned',
    /\s: 1, à partir de 120\sm environ\s; 2\ssites de la commune sont recensés sans position, à vérifier\.$/u,
  ],
  [
    'icpe',
    'autorisation à 120 m',
    { installations: installation('Autorisation', 120) },
    'concerned',
    /à partir de 120\u00A0m/u,
  ],
  ['icpe', 'enregistrement à 500 m', { installations: installation('Enregistrement', 500) }, 'concerned', /: 1/u],
  ['icpe', 'enregistrement', { installations: installation('Enregistrement', 10) }, 'concerned', /: 1/u],
  [
    'icpe',
    'autorisation à 501 m',
    { installations: installation('Autorisation', 501) },
    'not-concerned',
    /Aucune installation/u,
  ],
  [
    'icpe',
    'autres régimes',
    { installations: installation('Autres régimes', 10) },
    'not-concerned',
    /Aucune installation/u,
  ],
  ['icpe', 'non ICPE', { installations: installation('Non ICPE', 10) }, 'not-concerned', /Aucune installation/u],
  ['cavites', 'une', { cavities: obtained([site(80)]) }, 'concerned', /Cavités .*: 1/u],
  ['cavites', 'à 501 m', { cavities: obtained([site(501)]) }, 'not-concerned', /Aucune cavité/u],
  ['mouvements-de-terrain', 'aucun', {}, 'not-concerned', /Aucun mouvement/u],
  [
    'remontee-de-nappe',
    'existant à l’adresse',
    { report: report('Risque Existant - faible', null) },
    'concerned',
    /signalé à l’adresse/u,
  ],
  [
    'remontee-de-nappe',
    'connu dans la commune seulement',
    { report: report('Risque non Connu', 'Risque Existant') },
    'not-concerned',
    /dans la commune, mais non à l’adresse .*à vérifier/u,
  ],
  [
    'remontee-de-nappe',
    'non concerné',
    { report: report('Risque non Concerne', 'Risque non Concerne') },
    'not-concerned',
    /^Aucun/u,
  ],
  ['canalisations', 'absent du rapport', { report: report(null, null) }, 'not-obtained', /ne détient pas/u],
  ['catnat', 'deux lignes identiques', { catnat: obtained([catnat, catnat]) }, 'concerned', /^1\u00A0reconnaissance/u],
])('%s, %s', (...[heading, , overrides, state, sentence]) => {
  const finding = assessRisks(quietFacts(overrides), place(parcel))[heading];
  expect(finding.state).toBe(state);
  expect(finding.sentence).toMatch(sentence);
  expect(finding.toVerify).toBe(/à vérifier/u.test(finding.sentence));
});

const names = Object.keys(quietFacts()) as FactName[];

test('a finding is not-obtained if and only if one of the facts it needs is missing, and never says "no" then', () => {
  fc.assert(
    fc.property(fc.subarray(names), (missing) => {
      const facts = quietFacts(Object.fromEntries(missing.map((name) => [name, notObtained('unavailable')])));
      for (const finding of Object.values(assessRisks(facts, place(parcel)))) {
        const expected = finding.facts.some((name) => missing.includes(name));
        expect(finding.state === 'not-obtained').toBe(expected);
        expect(finding.details === null).toBe(expected);
        expect(finding.sentence.startsWith('Donnée non obtenue\u00A0: la source est indisponible.')).toBe(expected);
      }
    }),
    propertyRuns(),
  );
});

test('a last-good fact marks its findings and is printed with its date', () => {
  const facts = quietFacts({ pprm: lastGood([], '2026-11-11T23:30:00Z') });
  const findings = assessRisks(facts, place(parcel));
  for (const heading of ['pprm', 'ppr-prescrit'] as const) {
    expect(findings[heading]).toMatchObject({ state: 'not-concerned', lastGood: true });
    expect(findings[heading].sentence).toContain('sa réponse du 12/11/2026');
  }
  expect(findings.pprn.lastGood).toBe(false);
});

test('adding a plan or a zone never turns "concerned" into "not concerned"', () => {
  const offset = fc.integer({ min: -60, max: 60 });
  const outline = fc.tuple(offset, offset, fc.integer({ min: 1, max: 120 })).map(([x, y, size]) => square(x, y, size));
  const zone = fc.tuple(
    fc.constantFrom<NoiseZone['zone'][]>('A', 'B', 'C', 'D'),
    outline,
    fc.constantFrom('LFPG', 'LFPB'),
  );
  const plan = fc.record({
    status: fc.constantFrom<Ppr['status'][]>('prescribed', 'anticipated', 'approved', 'unknown'),
    zoned: fc.constantFrom(true, false, null),
  });
  const assess = (zones: [NoiseZone['zone'], MultiPolygon, string][], plans: Partial<Ppr>[]) =>
    assessRisks(
      quietFacts({
        noise: obtained(zones.map(([letter, drawn, aerodrome]) => noiseZone(letter, drawn, aerodrome))),
        sis: obtained(
          zones.map(([, drawn]) => ({ id: '1', name: 'SIS', address: null, sheetUrl: null, outline: drawn })),
        ),
        pprn: obtained(plans.map((some) => ppr(some))),
      }),
      place(parcel),
    );
  const concerned = (findings: Findings) =>
    Object.values(findings).flatMap(({ heading, state }) => (state === 'concerned' ? [heading] : []));
  fc.assert(
    fc.property(fc.array(zone), fc.array(plan), fc.tuple(zone, plan), (zones, plans, [extraZone, extraPlan]) => {
      const after = assess([...zones, extraZone], [...plans, extraPlan]);
      expect(concerned(after)).toEqual(expect.arrayContaining(concerned(assess(zones, plans))));
    }),
    propertyRuns(),
  );
});

test('no sentence contains an unprintable character', () => {
  const { pprn } = assessRisks(
    quietFacts({ pprn: obtained([ppr({ name: 'Plan\u0000 de\uFFFD la\uE000 Seine' })]) }),
    place(),
  );
  expect(pprn.sentence).toContain('«\u00A0Plan de la Seine\u00A0»');
});
