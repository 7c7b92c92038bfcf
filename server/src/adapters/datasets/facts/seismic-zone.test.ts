import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { departementOf } from '#domain/geometry/place.ts';
import { SEISMIC_ZONES_BY_LAW } from '#domain/risks/seismic-law.ts';
import { EXTRACTS_HELD, extract, releasesOf } from '#test/datasets.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import type { SeismicRow } from '../importers/seismic-zones.ts';
import { seismicZoneFact } from './seismic-zone.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const { serve, deps } = releasesOf(NOW);

const zoneIn = (...communes: string[]) =>
  seismicZoneFact(
    deps(),
    aPlace({ inseeCodes: communes, parcels: communes.map((commune) => ({ ...aParcel(2, 45), commune })) }),
  );

it('the law settles whole départements, without a release', () => {
  expect(zoneIn('75118')).toMatchObject({ value: { zone: 1 }, provenance: { source: 'law-d563-8-1' } });
  expect(['97613', '97502', '97801', '97411', '2A004'].map((code) => zoneIn(code)?.value.zone)).toEqual([
    3, 1, 5, 2, 1,
  ]);
  // Exceptions, and a collectivité that the article does not name.
  expect([zoneIn('01034'), zoneIn('43157'), zoneIn('97701')]).toEqual([null, null, null]);
});

it('a property astride two départements takes the higher zone, and none when the law does not settle one', () => {
  expect(zoneIn('35001', '53001')?.value).toMatchObject({ zone: 2, communes: [{ code: '35001' }, { code: '53001' }] });
  expect(zoneIn('79001', '85001')?.value).toMatchObject({ zone: 3, communes: [{ value: 3 }, { value: 3 }] });
  expect(zoneIn('35001', '50001', '14001')).toBeNull();
});

describe.runIf(EXTRACTS_HELD)('the article and the published table', () => {
  const GRADES = ['très faible', 'faible', 'modérée', 'moyenne', 'fort'];

  /** Code of each département by its name in the article. */
  function codesByName(): Map<string, string> {
    const lines = readFileSync(join(extract('insee-cog'), 'departements.csv'), 'utf8')
      .trim()
      .split(/\r?\n/)
      .slice(1);
    const named = lines.map((line) => line.split(',')).map((cells) => [cells[6] ?? '', cells[0] ?? ''] as const);
    return new Map([...named, ['Saint-Pierre-et-Miquelon', '975'], ['Saint-Martin', '978']]);
  }

  it('the shipped table is that of the article', () => {
    const codes = codesByName();
    const article = readFileSync(join(extract('sismicite'), 'article-d563-8-1.md'), 'utf8');
    const whole = /^(.+?) : tout(?: le département|e la collectivité) zone de sismicité ([^,.]+)\.$/gmu;
    const found = [...article.matchAll(whole)].map(([, name = '', grade = '']) => [
      codes.get(name),
      GRADES.indexOf(grade) + 1,
    ]);
    expect(found).toHaveLength(41);
    expect(new Map(found as [string, number][])).toEqual(new Map(SEISMIC_ZONES_BY_LAW));
  });

  it('the published rows agree with the law, and answer for the communes that it lists one by one', async () => {
    const manifest = await serve('seismic-zones', extract('sismicite'), '2018-07-30');
    expect(manifest.departements).toEqual({ '01': 407, '971': 32, '972': 34, '973': 22, '974': 24 });
    const release = deps().releases.of('seismic-zones');
    const keys = release?.keys() ?? [];
    const byLaw = keys.filter((key) => SEISMIC_ZONES_BY_LAW.has(departementOf(key)));
    expect(byLaw).toHaveLength(112);
    for (const key of byLaw) {
      expect(release?.rowsOf(key)).toEqual([{ zone: SEISMIC_ZONES_BY_LAW.get(departementOf(key)) }]);
    }
    const moderate = keys.filter((key) => (release?.rowsOf(key) as SeismicRow[] | undefined)?.[0]?.zone === 4);
    expect(moderate).toEqual(['01239', '01268', '01286', '01294']);
    expect(zoneIn('01286')).toMatchObject({ value: { zone: 4 }, provenance: { edition: { release: manifest.id } } });
    // Not in the file of Ain and overseas: the live service is asked.
    expect(zoneIn('38185')).toBeNull();
  });

  it('a commune merged since: the one that the prefix names, else the highest, to verify', async () => {
    const rows = 'insee;sismicite\n01227;3 - Modérée\n01341;4 - Moyenne\n';
    await serve('seismic-zones', { 'zonage_sismique.csv': rows });
    await serve('communes', extract('insee-cog'));
    expect(zoneIn('01227')?.value).toEqual({ zone: 4, isMixed: true });
  });
});

it('an unknown zone refuses the file', async () => {
  const rows = 'insee;sismicite\n01227;6 - Extrême\n';
  await expect(serve('seismic-zones', { 'zonage_sismique.csv': rows })).rejects.toThrow(
    'zone « 6 - Extrême » de la commune « 01227 »',
  );
});
