import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DatasetRefusal } from '../refusal.ts';
import { readLayer } from './layer.ts';

const SERVER = resolve(import.meta.dirname, '../../../..');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clairisque-geojson-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function featuresOf(text: string) {
  const path = join(folder, 'layer.geojson');
  await writeFile(path, text);
  return Array.fromAsync(readLayer({ name: 'layer.geojson', path }));
}
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });

it('reads every form of geometry, altitudes dropped, and leaves arrays of attributes as they are', async () => {
  const ring = [
    [2, 48, 35],
    [2.1, 48, 35],
    [2, 48.1, 35],
    [2, 48, 35],
  ];
  const features = await featuresOf(
    collection(
      {
        properties: { codes: [1, 2, 3], none: [], mixed: [1, 'a', [2]] },
        geometry: { type: 'Point', coordinates: [2, 48] },
      },
      { properties: null, geometry: { type: 'MultiPolygon', coordinates: [[ring], [ring]] } },
      { properties: { a: -1.5e-3 }, geometry: { type: 'Polygon', coordinates: [] } },
      { geometry: null },
    ),
  );
  const flat = ring.map(([x, y]) => [x, y]);
  expect(features).toEqual([
    { attributes: { codes: [1, 2, 3], none: [], mixed: [1, 'a', [2]] }, site: [2, 48], outline: null },
    { attributes: {}, site: null, outline: { type: 'MultiPolygon', coordinates: [[flat], [flat]] } },
    { attributes: { a: -0.0015 }, site: null, outline: { type: 'MultiPolygon', coordinates: [[]] } },
    { attributes: {}, site: null, outline: null },
  ]);
});

it.each([
  ['cut within a position', collection({ geometry: { type: 'Point', coordinates: [2, 48] } }).replace(/48.*/, '4')],
  ['a number missing', '{"features":[{"geometry":{"type":"Point","coordinates":[2,]}}]}'],
  ['a comma missing', '{"features":[{"geometry":{"type":"Point","coordinates":[2 48]}}]}'],
  ['a comma first', '{"features":[{"geometry":{"type":"Point","coordinates":[,2]}}]}'],
])('%s → one sentence', async (...[, text]) => {
  await expect(featuresOf(text)).rejects.toThrow(
    new DatasetRefusal('layer.geojson : ce GeoJSON est tronqué ou mal formé.'),
  );
});

it('coordinates that are no numbers → one sentence', async () => {
  const text = collection({ geometry: { type: 'Point', coordinates: [null, 48] } });
  await expect(featuresOf(text)).rejects.toThrow(new DatasetRefusal('layer.geojson : coordonnées illisibles (, 48).'));
});

const VERTICES = 500_000;
/** The positions take 36 MB; with the room that the parser gives to its own arrays, they took more than 140. */
const HEAP_MB = 100;

it(`reads a feature of ${VERTICES} vertices within ${HEAP_MB} MB of heap`, async () => {
  const path = join(folder, 'coast.geojson');
  const ring = Array.from(
    { length: VERTICES },
    (_, i) => `[${(i / 1e6).toFixed(7)},${(40 + (i % 7) / 10).toFixed(7)}]`,
  );
  const geometry = `{"type":"Polygon","coordinates":[[${ring.join(',')}]]}`;
  await writeFile(path, `{"type":"FeatureCollection","features":[{"properties":{},"geometry":${geometry}}]}`);
  const program = `
    const { readLayer } = await import('./src/adapters/datasets/formats/layer.ts');
    for await (const { outline } of readLayer(${JSON.stringify({ name: 'coast.geojson', path })}))
      console.log(outline.coordinates[0][0].length);`;
  const words = [`--max-old-space-size=${HEAP_MB}`, '--input-type=module', '--eval', program];
  expect(execFileSync(process.execPath, words, { cwd: SERVER, encoding: 'utf8' }).trim()).toBe(String(VERTICES));
});
