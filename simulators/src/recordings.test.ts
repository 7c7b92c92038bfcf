import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createSimulators } from '#app.ts';

const square = [[[[5.3769, 43.3033], [5.3771, 43.3033], [5.3771, 43.3035], [5.3769, 43.3035], [5.3769, 43.3033]]]]; // prettier-ignore
const properties = {
  code_insee: '13055',
  code_arr: '203',
  com_abs: '812',
  section: '0D',
  numero: '0037',
  contenance: 18,
};
const FILES: Record<string, unknown> = {
  'geocodage/search-port.json': collection(
    { type: 'Point', coordinates: [2.0628, 49.0316] },
    { label: '8 Boulevard du Port 95000 Cergy' },
  ),
  'geocodage/reverse-port.json': collection(
    { type: 'Point', coordinates: [2.0628, 49.0316] },
    { label: '8 Boulevard du Port 95000 Cergy' },
  ),
  'cadastre-apicarto/sample.geojson': collection({ type: 'MultiPolygon', coordinates: square }, properties),
  'georisques/radon-75113.json': { results: 1, data: [{ classe_potentiel: '1', code_insee: '75113' }] },
};

let folder: string;
let app: FastifyInstance;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'recordings-'));
  for (const [file, body] of Object.entries(FILES)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), JSON.stringify(body));
  }
  app = createSimulators({ recordings: folder });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('returns the recorded address for its text and its place, without synthetic ones', async () => {
  expect((await app.inject('/geocodage/search?q=8%20bd%20du%20port')).json()).toMatchObject({ features: [] });
  const found = (await app.inject('/geocodage/search?q=8%20boulevard%20du%20port%20cergy')).json<unknown>();
  expect(found).toEqual(FILES['geocodage/search-port.json']);
  expect((await app.inject('/geocodage/reverse?lon=2.0629&lat=49.0316')).json()).toEqual(found);
  expect((await app.inject('/geocodage/reverse?lon=2.2&lat=49.0316')).json()).toMatchObject({ features: [] });
});

it('finds the recorded parcel by point and by reference', async () => {
  const url = '/apicarto/api/cadastre/parcelle';
  const geom = JSON.stringify({ type: 'Point', coordinates: [5.377, 43.3034] });
  expect((await app.inject({ url, query: { geom } })).json()).toMatchObject({ features: [{ properties }] });
  const reference = { code_insee: '13055', code_arr: '203', section: '0D', numero: '0037' };
  expect((await app.inject({ url, query: reference })).json()).toMatchObject({ features: [{ properties }] });
  expect((await app.inject({ url, query: { ...reference, numero: '0038' } })).json()).toMatchObject({ features: [] });
});

it('an unrecorded heading → 404', async () => {
  expect((await app.inject('/georisques/api/v1/radon?code_insee=75113')).json()).toEqual(
    FILES['georisques/radon-75113.json'],
  );
  const missing = await app.inject('/georisques/api/v1/radon?code_insee=42218');
  expect(missing.statusCode).toBe(404);
  expect(missing.json()).toEqual({ code: 404, message: 'non enregistré' });
});

function collection(geometry: unknown, properties: unknown): unknown {
  return { type: 'FeatureCollection', features: [{ type: 'Feature', geometry, properties }] };
}
