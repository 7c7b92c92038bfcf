import { inflateSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { createSimulators } from '#app.ts';

const app = createSimulators();
afterAll(() => app.close());

const WMTS = {
  SERVICE: 'WMTS',
  REQUEST: 'GetTile',
  VERSION: '1.0.0',
  STYLE: 'normal',
  FORMAT: 'image/png',
  TILEMATRIXSET: 'PM',
};

async function wmts(layer: string, [z, x, y]: [number, number, number], more: Record<string, string> = {}) {
  const query = { ...WMTS, LAYER: layer, TILEMATRIX: String(z), TILECOL: String(x), TILEROW: String(y), ...more };
  return app.inject({ url: '/geopf/wmts', query });
}

/** Palette indexes of the pixels that occur in a tile. */
function inks(png: Buffer): Set<number> {
  const data = png.subarray(png.indexOf('IDAT') + 4, png.indexOf('IEND') - 8);
  const rows = inflateSync(data);
  expect(rows).toHaveLength(257 * 256);
  return new Set(rows.filter((_, i) => i % 257 !== 0));
}

it('draws the plan as a PNG of 256 pixels, with streets and houses in a town', async () => {
  const { headers, rawPayload } = await wmts('GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2', [17, 66_060, 47_900]);
  expect(headers['content-type']).toBe('image/png');
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([256, 256]);
  expect(inks(rawPayload).size).toBeGreaterThan(2);
});

it('draws parcels from zoom 16 only, on a transparent ground', async () => {
  const near = await wmts('CADASTRALPARCELS.PARCELLAIRE_EXPRESS', [17, 66_060, 47_900], { STYLE: 'PCI vecteur' });
  const far = await wmts('CADASTRALPARCELS.PARCELLAIRE_EXPRESS', [15, 16_515, 11_975]);
  expect(inks(near.rawPayload)).toEqual(new Set([0, 1]));
  expect(inks(far.rawPayload)).toEqual(new Set([0]));
});

it('serves OpenStreetMap by path, and 404 beyond its zooms', async () => {
  expect((await app.inject('/osm/6/32/22.png')).headers['content-type']).toBe('image/png');
  expect((await app.inject('/osm/20/1/1.png')).statusCode).toBe(404);
});

it.each([
  [{ LAYER: 'UNKNOWN' }, 'LAYER'],
  [{ STYLE: 'pretty' }, 'STYLE'],
  [{ TILEMATRIX: '25' }, 'TILEMATRIX'],
])('%j → an exception with status 200', async (wrong, locator) => {
  const answer = await wmts('GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2', [17, 66_060, 47_900], wrong);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toBe('application/vnd.ogc.se_xml');
  expect(answer.body).toContain(`locator="${locator}"`);
});
