import { afterEach, expect, test } from 'vitest';
import { aParcel, aPlace, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { createGeorisques } from './georisques.ts';

/** A grade outside its scale, or that cannot be read, is no low grade. */
let server: LocalServer;
afterEach(() => server.close());
const NOT_READ = { state: 'not-obtained', reason: 'malformed' };

async function georisques(answer: (url: URL) => object) {
  server = await startLocalServer(({ url }) => ({ body: JSON.stringify(answer(url)) }));
  return createGeorisques({ baseUrl: server.baseUrl, token: null, ...supplierDeps() });
}
const rows = (column: string, ...values: unknown[]) => ({
  data: values.map((value) => ({ code_insee: '75056', [column]: value })),
  total_pages: 1,
});

const ODD = ['10', '11', '-1', '1.5', '1,5', '0x1', 'inconnu', '', null, 12, -1, 1.5];

test.each(ODD)('a radon potential of %j → not obtained, alone or beside a readable one', async (odd) => {
  const alone = await georisques(() => rows('classe_potentiel', odd));
  expect(await alone.radon(aPlace())).toMatchObject(NOT_READ);
  await server.close();
  const beside = await georisques(() => rows('classe_potentiel', '1', odd));
  expect(await beside.radon(aPlace())).toMatchObject(NOT_READ);
});

test.each(ODD)('a seismic zone of %j → not obtained, alone or beside a readable one', async (odd) => {
  const alone = await georisques(() => rows('code_zone', odd));
  expect(await alone.seismicZone(aPlace())).toMatchObject(NOT_READ);
  await server.close();
  const beside = await georisques(() => rows('code_zone', '1', odd));
  expect(await beside.seismicZone(aPlace())).toMatchObject(NOT_READ);
});

test.each(ODD)('a clay exposure of %j at one of two parcels → not obtained', async (odd) => {
  const supplier = await georisques(({ searchParams }) => ({
    codeExposition: searchParams.get('latlon')?.startsWith('2.41') ? odd : '0',
  }));
  const parcels = [aParcel(2.376, 48.83), aParcel(2.41, 48.83)];
  expect(await supplier.clay(aPlace({ parcels }))).toMatchObject(NOT_READ);
});

test('the last grade of a scale stands beside one that cannot be read', async () => {
  const supplier = await georisques(() => rows('classe_potentiel', null, '3'));
  expect(await supplier.radon(aPlace())).toMatchObject({ value: { potential: 3 } });
});

test.each([
  ['3 - MODÉRÉE', 3],
  [' 4 ', 4],
  ['zone 2', 2],
])('%s is read', async (zone_sismicite, zone) => {
  const supplier = await georisques(() => rows('zone_sismicite', zone_sismicite));
  expect(await supplier.seismicZone(aPlace())).toMatchObject({ value: { zone } });
});

test.each([
  ['of the commune', '75056', undefined, 'obtained'],
  ['of another code, at this address', '75999', [2.376, 48.83], 'obtained'],
  ['of another commune of the département, far away', '75999', [2.4, 48.83], 'not-obtained'],
  ['of another commune of the département, without a position', '75999', undefined, 'not-obtained'],
])('a report %s', async (...[, codeInsee, at, state]) => {
  const supplier = await georisques(() => ({
    adresse: at && { longitude: at[0], latitude: at[1] },
    commune: { codeInsee },
    risquesNaturels: { remonteeNappe: { present: true, libelleStatutCommune: 'Risque Existant' } },
  }));
  expect(await supplier.report(aPlace())).toMatchObject({ state });
});
