import { afterEach, expect, test } from 'vitest';
import { obtained, quietFacts } from '#test/facts.ts';
import { aPlace, aParcel, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { createGeorisques } from './georisques.ts';

let server: LocalServer;
afterEach(() => server.close());

const HERE = { longitude: 2.376, latitude: 48.83 };
/** About a metre, to the east. */
const EAST = 1 / 73_200;
const cavity = (id: string, metresEast: number) => ({
  identifiant: id,
  type: 'Cave',
  longitude: HERE.longitude + metresEast * EAST,
  latitude: HERE.latitude + 0.0001,
});

async function cavitiesOf(metresEast: number[]) {
  const rows = [cavity('near', 250), cavity('by the far parcel', 700), cavity('beyond', 1_400)];
  server = await startLocalServer(() => ({ body: JSON.stringify({ data: rows, total_pages: 1, response_code: 200 }) }));
  const parcels = metresEast.map((metres) => aParcel(HERE.longitude + metres * EAST, HERE.latitude));
  const place = aPlace({ ...HERE, parcels });
  const supplier = createGeorisques({ baseUrl: server.baseUrl, token: null, ...supplierDeps() });
  const fact = await supplier.cavities(place);
  if (fact.state === 'not-obtained') throw new Error(fact.reason);
  const { sentence, details } = assessRisks(quietFacts({ cavities: obtained(fact.value) }), place).cavites;
  return {
    rayon: Number(server.requests[0]?.url.searchParams.get('rayon')),
    sentence,
    sites: details?.sites.map(({ id, distanceMetres }) => [id, Math.round((distanceMetres ?? NaN) / 10) * 10]),
  };
}

test('of one parcel: within 500 m of the point', async () => {
  const { rayon, sentence, sites } = await cavitiesOf([0]);
  expect([rayon, sites]).toEqual([500, [['near', 250]]]);
  expect(sentence).toMatch(/dans un rayon de 500\sm\s: 1/u);
});

test('of several: within 500 m of any of them, in one request, with the distance to the nearest', async () => {
  const { rayon, sentence, sites } = await cavitiesOf([0, 400]);
  expect(rayon).toBeGreaterThan(900);
  // A parcel is 15 m wide.
  expect(sites).toEqual([
    ['near', 150],
    ['by the far parcel', 290],
  ]);
  expect(sentence).toMatch(/à 500\sm au plus des parcelles\s: 2, à partir de 1[45]\d\sm/u);
  expect(server.requests).toHaveLength(1);
});

test('of several far apart: within 500 m of the point, and the sentence says so', async () => {
  const { rayon, sentence, sites } = await cavitiesOf([0, 1_500]);
  expect([rayon, sites]).toEqual([500, [['near', 250]]]);
  expect(sentence).toMatch(/autour du point choisi, et non de toutes les parcelles/u);
});
