import { describe, expect, it } from 'vitest';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import { catnatTable, EXTRACTS_HELD, extract, gasparTable, releasesOf } from '#test/datasets.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { catnatFact } from './facts.ts';
import { pprFact } from './ppr.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const COMMUNES = 'TYPECOM,COM,LIBELLE\nCOM,01138,Culoz-Béon\nCOM,48095,Mende\nCOM,97608,Mamoudzou\n';
const MOVEMENTS = 'MOD,DATE_EFF,TYPECOM_AV,COM_AV,TYPECOM_AP,COM_AP\n32,2023-01-01,COM,01039,COM,01138\n';

const { serve, deps } = releasesOf(NOW);
const serveCommunes = (publishedOn?: string) =>
  serve('communes', { 'communes.csv': COMMUNES, 'mouvements-communes.csv': MOVEMENTS }, publishedOn);
const servePlans = (plans: Record<string, string>[], publishedOn?: string) =>
  serve('gaspar-pprn', { 'pprn_gaspar.csv': gasparTable(plans) }, publishedOn);

const placeIn = (commune: string, [longitude, latitude] = [3.5, 44.5]) => {
  const parcels = [{ ...aParcel(longitude, latitude), commune }];
  return aPlace({ inseeCodes: [commune], parcels, longitude, latitude });
};
const plansAt = (commune: string, family: PprFamily = 'pprn', at?: [number, number]) =>
  pprFact(family)(deps(), placeIn(commune, at));
const decreesAt = (commune: string) => catnatFact(deps(), placeIn(commune));

const PRESCRIBED = {
  'CODE PROCEDURE': '01DDT20210001',
  'LIBELLE PROCEDURE': 'PPRN Rhône-Séran',
  'CODE INSEE COMMUNE': '01039',
  PRESCRIPTION: '2021-07-29',
  'LIBELLE SOUS-ETAT': 'Prescrit',
};
const APPROVED = { ...PRESCRIBED, APPROBATION: '2024-12-12', 'LIBELLE SOUS-ETAT': 'Approuvé' };

describe('a « non » of the list of plans', () => {
  it('only where the list covers the commune, with its edition', async () => {
    await serveCommunes();
    await servePlans([]);
    expect(plansAt('48095')).toMatchObject({
      state: 'obtained',
      value: [],
      provenance: {
        label: expect.stringMatching(/^GASPAR, plans .* naturels, édition du 15\snovembre\s2026, sha256 [0-9a-f]{12}$/),
        edition: { dataset: 'gaspar-pprn', publishedOn: '2026-11-15' },
      },
    });
    expect(plansAt('97608')).toBeNull();
    expect(plansAt('48095', 'pprm')).toBeNull();
  });

  it.each([
    ['2026-10-20', '2026-11-15', 'obtained'],
    ['2026-10-19', '2026-11-15', undefined],
    ['2026-11-15', '2025-01-01', undefined],
  ])('plans of %s, communes of %s: %s', async (plans, communes, state) => {
    await serveCommunes(communes);
    await servePlans([], plans);
    expect(plansAt('48095')?.state).toBe(state);
  });

  it('not without the communes, nor in one that they do not have', async () => {
    await servePlans([]);
    expect(plansAt('48095')).toBeNull();
    await serveCommunes();
    expect(plansAt('48999')).toBeNull();
  });
});

describe('a merged commune', () => {
  it.each(['01138', '01039'])('has the plan listed under its former code: %s', async (commune) => {
    await serveCommunes();
    await servePlans([PRESCRIBED]);
    expect(plansAt(commune)?.value).toMatchObject([{ gasparId: '01DDT20210001', status: 'prescribed', zoned: null }]);
  });

  it('has the plan listed under today’s code, when the cadastre has the former one', async () => {
    await serveCommunes();
    await servePlans([{ ...PRESCRIBED, 'CODE INSEE COMMUNE': '01138' }]);
    expect(plansAt('01039')?.value).toMatchObject([{ gasparId: '01DDT20210001' }]);
  });

  it('has the decrees of all its parts, latest first', async () => {
    await serveCommunes();
    const decree = (code: string, commune: string, day: string) => {
      const dates = [`${day} 01:00:00`, day, '2020-02-01', '2020-02-02', '2020-03-01'];
      return [code, commune, 'Béon', 'ICB', 'Inondations', ...dates];
    };
    const table = catnatTable([decree('A', '01039', '1990-02-10'), decree('B', '01138', '2019-12-01')]);
    await serve('gaspar-catnat', { 'catnat_gaspar_2026-11-15.csv': table });
    expect(decreesAt('01138')?.value.map(({ code }) => code)).toEqual(['B', 'A']);
    expect(decreesAt('48095')?.value).toEqual([]);
    expect(decreesAt('97608')).toBeNull();
  });
});

it('a plan in force without published zones is left to the live service', async () => {
  await serveCommunes();
  await servePlans([APPROVED]);
  expect(plansAt('01039')).toBeNull();
});

it('a plan that has ended is no plan', async () => {
  await serveCommunes();
  await servePlans([{ ...APPROVED, 'LIBELLE SOUS-ETAT': 'Abrogé', 'LIBELLE ETAT': 'Caduque' }], '2026-11-16');
  expect(plansAt('01039')?.value).toEqual([]);
});

/** Tables of 2024, dated of this month. */
describe.runIf(EXTRACTS_HELD)('published tables', () => {
  it('a mine’s plan and its zones: in a zone, outside, and in a commune without plan', async () => {
    await serve('communes', extract('insee-cog'));
    await serve('gaspar-pprm', extract('gaspar-2024-complet'));
    expect(plansAt('38381', 'pprm')).toBeNull();
    await serve('ppr-zones', extract('ppr-geostandard-gpkg'));
    const inside = plansAt('38381', 'pprm', [5.487588, 45.580611]);
    expect(inside?.value).toMatchObject([
      { gasparId: '38DDT20180002', status: 'approved', statusDate: '2022-02-15', zoned: true, partial: false },
    ]);
    expect(inside?.value[0]?.zones.map(({ code }) => code)).toContain('RTn');
    expect(inside?.provenance.label).toMatch(/^GASPAR, plans .*sha256 \w{12} ; Zonages .*, sha256 \w{12}$/);
    expect(plansAt('38381', 'pprm', [5.6, 45.7])?.value).toMatchObject([{ zoned: false, zones: [] }]);
    expect(plansAt('48095', 'pprm')?.value).toEqual([]);
  });

  it('Dampierre-au-Temple, merged in 2025, keeps its plan', async () => {
    await serve('communes', extract('insee-cog'));
    await serve('gaspar-pprt', extract('gaspar-2024-complet'));
    expect(plansAt('48095', 'pprt')?.value).toEqual([]);
    expect(plansAt('51485', 'pprt')).toBeNull();
  });
});
