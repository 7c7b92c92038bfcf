import { afterEach, expect, test } from 'vitest';
import { supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer } from '#tools/local-server.ts';
import type { LocalAnswer, LocalServer } from '#tools/local-server.ts';
import { createGeocoder } from './geocoder.ts';

let server: LocalServer;
afterEach(() => server.close());
async function geocoder(answer: () => LocalAnswer) {
  server = await startLocalServer(answer);
  return createGeocoder({ baseUrl: server.baseUrl, ...supplierDeps() });
}
const feature = {
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [2.308628, 48.850699] },
  properties: { label: '20 Avenue de Ségur 75007 Paris', citycode: '75107', oldcity: null, postcode: null, score: 1 },
};
const collection = (features: unknown[]) => ({ body: JSON.stringify({ type: 'FeatureCollection', features }) });

test.each(['', 'ab', '  ab ', '-10 rue du Port', 'x'.repeat(201)])(
  '%o is never sent: the service would refuse it',
  async (q) => {
    const supplier = await geocoder(() => ({ status: 400 }));
    expect((await supplier.search({ q, limit: 5 })).features).toEqual([]);
    expect(server.requests).toHaveLength(0);
  },
);

test('at most 20 results, one request for the same words', async () => {
  const supplier = await geocoder(() => collection([feature]));
  await supplier.search({ q: 'Avenue  de Ségur', limit: 50 });
  await supplier.search({ q: ' avenue de ségur ', limit: 50 });
  expect(server.requests.map(({ url }) => `${url.searchParams.get('q')} ${url.searchParams.get('limit')}`)).toEqual([
    'Avenue de Ségur 20',
  ]);
});

test('null properties are absent, an unreadable feature does not discard the others', async () => {
  const supplier = await geocoder(() => collection([{ type: 'Feature', properties: {} }, feature]));
  const { features } = await supplier.reverse({ longitude: 1e-7, latitude: 48.850699, limit: 1 });
  expect(features).toHaveLength(1);
  expect(features[0]?.properties).toEqual({ label: '20 Avenue de Ségur 75007 Paris', citycode: '75107', score: 1 });
  // The service refuses exponents.
  expect(server.requests[0]?.url.search).toContain('lon=0.000000&lat=48.850699');
});

test.each([
  [
    'an HTML 429',
    { status: 429, body: '<html>', contentType: 'text/html', headers: { 'retry-after': '5' } },
    'rate-limited',
  ],
  ['a maintenance page under a 200', { body: '<!DOCTYPE html>', contentType: 'text/html' }, 'malformed'],
  ['nothing that can be read', collection([{ type: 'Feature' }]), 'malformed'],
])('%s is a failure', async (_, answer, reason) => {
  const supplier = await geocoder(() => answer);
  await expect(supplier.search({ q: 'rue du Port', limit: 5 })).rejects.toMatchObject({ reason });
});
