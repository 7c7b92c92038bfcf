import { afterEach, describe, expect, test } from 'vitest';
import { aPlace, aParcel, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { createGeorisques } from './georisques.ts';

let server: LocalServer;
afterEach(() => server.close());

describe('a row of which a value cannot be read', () => {
  const HERE = { longitude: 2.376, latitude: 48.83 };
  const odd = { nested: true };
  const paris = { code_insee: '75056', libelle_risque_jo: 'Tempête', date_debut_evt: '06/11/1982' };
  const zoned = { modeleProcedure: 'PPRN', etatRevision: false, zonageReglementaire: { zoneRegExists: false } };
  const valueOf = async (verb: keyof typeof PATHS, rows: unknown[]) => {
    const list = verb === 'ppr' ? { content: rows } : { data: rows, total_pages: 1, response_code: 200 };
    server = await startLocalServer(({ url }) =>
      url.pathname === PATHS[verb] ? { body: JSON.stringify(list) } : { status: 500 },
    );
    const supplier = createGeorisques({ baseUrl: server.baseUrl, token: null, ...supplierDeps() });
    const fact = await (verb === 'ppr' ? supplier.ppr('pprn', aPlace()) : supplier[verb](aPlace()));
    return fact.state === 'not-obtained' ? fact.reason : fact.value;
  };
  const PATHS = {
    casias: '/v1/ssp/casias',
    installations: '/v1/installations_classees',
    cavities: '/v1/cavites',
    groundMovements: '/v1/mvt',
    sis: '/v1/ssp/conclusions_sis',
    catnat: '/v1/gaspar/catnat',
    ppr: '/v1/gaspar/pprn',
    radon: '/v1/radon',
    seismicZone: '/v1/zonage_sismique',
  } as const;

  test.each([
    ['casias', { identifiant_ssp: 'A', adresse: 'x' }, { geom: odd, identifiant_ssp: odd }, { distanceMetres: null }],
    ['casias', { identifiant_ssp: 'A' }, null, { distanceMetres: null }],
    [
      'installations',
      { codeAIOT: 'A' },
      { ...HERE, longitude: 'x', regime: 'A' },
      { regime: 'A', distanceMetres: null },
    ],
    ['cavities', { identifiant: 'A' }, { identifiant: 'B', nom: 'Cave', latitude: odd }, { name: 'Cave' }],
    ['groundMovements', { identifiant: 'A' }, { identifiant: 'B', type: odd }, { id: 'B', distanceMetres: null }],
    ['sis', { id_sis: 'A', geom: aParcel(2.376, 48.83).outline }, 'row', { id: '', outline: null }],
    ['catnat', paris, { ...paris, code_national_catnat: 'B', date_fin_evt: odd }, { code: 'B', end: null }],
    ['ppr', { ...zoned, libPpr: 'A' }, { ...zoned, libPpr: 'B', zonageReglementaire: odd }, { name: 'B', zoned: null }],
  ] as const)('%s: %j beside %j → both are listed, nothing that is unknown is « non »', async (...row) => {
    const [verb, sound, given, expected] = row;
    const value = await valueOf(verb, [sound, given]);
    expect(value).toHaveLength(2);
    expect(value).toContainEqual(expect.objectContaining(expected));
  });

  test.each([
    ['the régime of an installation', 'installations', [{ codeAIOT: 'A' }, { codeAIOT: 'B', regime: odd }]],
    ['what tells arrêtés apart', 'catnat', [paris, { ...paris, date_debut_evt: odd }]],
    ['the revision of a plan', 'ppr', [zoned, { ...zoned, etatRevision: 'x' }]],
    ['a plan', 'ppr', [zoned, null]],
    ['a radon class', 'radon', [{ code_insee: '75056', classe_potentiel: '1' }, { code_insee: odd }]],
    ['a seismic zone', 'seismicZone', [{ code_insee: '75056', code_zone: '1' }, null]],
    ['any row', 'casias', [{ geom: 1, nom_etablissement: odd }, null]],
  ] as const)('without %s the list is not obtained', async (_, verb, rows) => {
    expect(await valueOf(verb, [...rows])).toBe('malformed');
  });
});
