import { expect, it } from 'vitest';
import { call, sharedApp } from '#test/app.ts';
import { findNamedParcels } from './named.service.ts';

const app = sharedApp();

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

it('an incomplete commune name → only the likeliest is queried at the cadastre', async () => {
  const asked: string[] = [];
  const parcels = async (codes: readonly string[]) => {
    asked.push(...codes);
    return { parcels: [], unknown: [...codes], undrawn: [] };
  };
  const deps = { ...app.deps, cadastre: { ...app.deps.cadastre, parcels } };
  const find = (commune: string) => findNamedParcels(deps, { commune, prefixe: '000', section: 'AB', numero: '0012' });
  await find('SAINTE-COLOM');
  expect(asked).toHaveLength(1);
  await find('SAINTE COLOMBE');
  expect(asked).toHaveLength(1 + 5);
  // The INSEE code of Saint-Antonin-sur-Bayon, a postcode of Aix-en-Provence.
  await find('13090');
  expect(asked.slice(6)).toEqual(['000-AB-0012@13090', '000-AB-0012@13001']);
});

const named = (query: Record<string, string>) =>
  call(app, ['GET', `/api/v2/cadastre/parcelle/?${new URLSearchParams(query).toString()}`]);

it('by its reference: the code of the commune or of the arrondissement, a name, with or without its postcode → that parcel; a postcode → one of each of its communes; unknown → none', async () => {
  for (const [longitude, latitude, name] of [
    ['3.5', '44.52', 'mende'],
    ['2.376', '48.83', null],
  ] as const) {
    const [parcel] = (await nearby(longitude, latitude)).body as { [key: string]: string }[];
    const { prefixe = '', section = '', numero = '', commune = '', nom_commune } = parcel ?? {};
    const asked = { prefixe, section, numero };
    const expected = { ...asked, commune, nom_commune, isCertain: true, multiPolygon: parcel?.['multiPolygon'] };
    expect((await named({ ...asked, commune })).body).toMatchObject([expected]);
    if (name === null) continue;
    expect((await named({ ...asked, commune: name })).body).toMatchObject([expected]);
    expect((await named({ ...asked, commune: '48000 MENDE' })).body).toMatchObject([expected]);
    const ofPostcode = (await named({ ...asked, commune: '48000' })).body as { commune: string; isCertain: boolean }[];
    expect(ofPostcode.map((one) => one.commune)).toContain(commune);
    expect(ofPostcode.filter((one) => one.isCertain)).toEqual([]);
    expect((await named({ ...asked, commune: 'MEND' })).body).toMatchObject([{ commune, isCertain: false }]);
  }
  const none = await named({ commune: 'Mende', section: 'ZZ', numero: '9999' });
  expect(none).toMatchObject({ status: 200, body: [] });
  expect((await named({ commune: 'Nulle-Part-sur-Rien', section: 'AB', numero: '0012' })).body).toEqual([]);
  expect((await named({ commune: 'Mende', section: 'a', numero: '12' })).status).toBe(400);
});

it('a tile of the map → the parcels that meet it; none at sea; no tile beyond the last', async () => {
  const tile = (x: number | string, y: number | string) => call(app, ['GET', `/api/v2/cadastre/carreau/${x}/${y}/`]);
  const { status, body } = await tile(33_405, 23_698);
  expect(status).toBe(200);
  const { parcelles, depassement } = body as { parcelles: { commune: string; numero: string }[]; depassement: boolean };
  expect(depassement).toBe(false);
  expect(parcelles.length).toBeGreaterThan(100);
  expect(parcelles[0]).toMatchObject({ commune: '48095', distance: 0, multiPolygon: { type: 'MultiPolygon' } });
  expect((await tile(30_000, 24_000)).body).toEqual({ parcelles: [], depassement: false });
  expect((await tile(65_536, 1)).status).toBe(400);
  expect((await tile('1.5', 1)).status).toBe(400);
});
