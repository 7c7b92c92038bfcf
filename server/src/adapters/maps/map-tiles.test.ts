import { afterEach, expect, test } from 'vitest';
import { supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalAnswer, LocalServer } from '#tools/local-server.ts';
import { createMapTiles } from './map-tiles.ts';

let server: LocalServer;
afterEach(() => server.close());
let now = Date.parse('2026-11-20T10:00:00Z');

async function mapTiles(answer: () => LocalAnswer) {
  server = await startLocalServer(answer);
  const urls = { geopfUrl: `${server.baseUrl}/geopf`, osmUrl: `${server.baseUrl}/osm` };
  return createMapTiles({ ...urls, ...supplierDeps(() => new Date(now)) });
}
const png = (): LocalAnswer => ({ body: Buffer.from([0x89, 0x50]), contentType: 'image/png' });

test('layers, styles and the identifying User-Agent', async () => {
  const tiles = await mapTiles(png);
  await tiles.tile('plan', 17, 66_400, 45_110);
  await tiles.tile('cadastre', 17, 66_400, 45_110);
  await tiles.tile('osm', 17, 66_400, 45_110);
  const [plan, cadastre, osm] = server.requests;
  expect(plan?.url.searchParams.get('LAYER')).toBe('GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2');
  expect(plan?.url.search).toContain('TILEMATRIX=17&TILEROW=45110&TILECOL=66400');
  expect(cadastre?.url.search).toContain('STYLE=PCI%20vecteur');
  expect(osm?.url.pathname).toBe('/osm/17/66400/45110.png');
  expect(osm?.headers['user-agent']).toBe('Clairisque/1.0 (tests)');
});

test('a tile is requested once, and an old one replaces a failure', async () => {
  let down = false;
  const tiles = await mapTiles(() => (down ? { status: 503 } : png()));
  await Promise.all(Array.from({ length: 10 }, () => tiles.tile('plan', 17, 1, 1)));
  await tiles.tile('plan', 17, 1, 1);
  expect(server.requests).toHaveLength(1);
  now += 2 * 86_400_000;
  down = true;
  expect((await tiles.tile('plan', 17, 1, 1)).contentType).toBe('image/png');
  await expect(tiles.tile('plan', 17, 2, 2)).rejects.toMatchObject({ reason: 'unavailable' });
});

test.each([
  ['outside the data', { answer: { status: 404 }, x: 1, reason: 'not-held' }],
  ['an XML error under a 200', { answer: { contentType: 'application/xml', body: '<x/>' }, x: 1, reason: 'malformed' }],
  ['outside the world', { answer: png(), x: 4, reason: 'refused' }],
])('%s is no image', async (_, { answer, x, reason }) => {
  const tiles = await mapTiles(() => answer);
  await expect(tiles.tile('plan', 2, x, 0)).rejects.toMatchObject({ reason });
});
