import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createTestApp, type TestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const nearby = (longitude: string, latitude: string) =>
  call(app, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`]);

it('proximite in Paris → at most 5 parcels, nearest first, with the arrondissement as commune', async () => {
  const { status, body } = await nearby('2.3522', '48.8566');
  expect(status).toBe(200);
  const parcels = body as { prefixe: string; section: string; numero: string; commune: string; distance: number }[];
  expect(parcels.length).toBeGreaterThan(0);
  expect(parcels.length).toBeLessThanOrEqual(5);
  expect(parcels.map((parcel) => parcel.distance)).toEqual(
    parcels.map((parcel) => parcel.distance).toSorted((a, b) => a - b),
  );
  expect(parcels[0]).toMatchObject({
    prefixe: expect.stringMatching(/^\w{3}$/),
    section: expect.stringMatching(/^\w{2}$/),
    numero: expect.stringMatching(/^\d{4}$/),
    commune: expect.stringMatching(/^751\d\d$/),
    multiPolygon: { type: 'MultiPolygon' },
  });
});

it.each([
  ['NaN', '48.85', /nombres/],
  ['48.8566', '2.3522', /inversées/],
  ['-0.1276', '51.5072', /hors de France/],
  ['0x10', '48', /nombres/],
])('proximite/%s/%s → 400 with a sentence', async (longitude, latitude, sentence) => {
  const { status, body } = await nearby(longitude, latitude);
  expect(status).toBe(400);
  expect((body as { non_field_errors: string[] }).non_field_errors[0]).toMatch(sentence);
});
