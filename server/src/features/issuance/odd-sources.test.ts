import { Assessment } from '@clairisque/contract/api-v3.ts';
import { parcelCode, parcelReference, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKeyOwner } from '#test/keys.ts';

/** Communes whose sources draw badly (`simulators/README.md`). */
const LATITUDE = 44.2 + 8 * 0.0155;
const NEIGHBOUR = { longitude: 3.36, latitude: LATITUDE };
const OWN = { longitude: 3.382, latitude: LATITUDE };
const CARELESS = { longitude: 3.404, latitude: LATITUDE };
const ZONE = { longitude: 3.426, latitude: LATITUDE };
const UNDRAWN = '000-AA-0001@48956';
const SENTENCE = /^Le cadastre ne donne pas de contour lisible de la parcelle .*aucun crédit n’est débité\.$/;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Point = { longitude: number; latitude: number };
const around = (centre: Point): Point[] =>
  Array.from({ length: 36 }, (_, i) => ({
    longitude: centre.longitude + (i % 6) * 2e-4,
    latitude: centre.latitude + Math.floor(i / 6) * 2e-4,
  }));
const nearby = ({ longitude, latitude }: Point) =>
  call(app, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`]);

/** A point on a parcel, which is at distance 0 or refused. */
async function onAParcel(centre: Point) {
  for (const point of around(centre)) {
    const { status, body } = await nearby(point);
    if (status !== 200 || (body as NearbyParcel[])[0]?.distance === 0) return { point, status, body };
  }
  throw new Error('only streets');
}

/** The wizard's calls. */
async function issue(parcel: Pick<NearbyParcel, 'prefixe' | 'section' | 'numero' | 'commune'>, point: Point) {
  const account = await createAccount(app, 1);
  const body = {
    adresse: 'Lieu-dit Les Combes',
    cadastre: parcelReference(parcel),
    code_parcelle: parcelCode(parcel),
    type_de_transaction: 'Vente',
    ...point,
  };
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body });
  expect(created).toMatchObject({ status: 201 });
  const { erp_id: id } = created.body as { erp_id: number };
  const issued = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });
  const { body: balance } = await call(app, ['GET', '/api/v2/solde/me/'], { token: account.token });
  return { ...issued, balance };
}

it.each([
  ['neighbours that cannot be read', NEIGHBOUR],
  ['its own outline drawn carelessly', CARELESS],
])('a house with %s → its parcel, then its statement', async (_, centre) => {
  const { point, status, body } = await onAParcel(centre);
  expect(status).toBe(200);
  const [parcel, ...others] = body as [NearbyParcel, ...NearbyParcel[]];
  expect(others).toHaveLength(centre === NEIGHBOUR ? 0 : 4);
  expect(await issue(parcel, point)).toMatchObject({ status: 200 });
});

it('a parcel that cannot be read → refused by its point and by its code, nothing debited, no neighbour instead', async () => {
  const { point, status, body } = await onAParcel(OWN);
  expect([status, (body as { non_field_errors: string[] }).non_field_errors[0]]).toEqual([
    400,
    expect.stringMatching(SENTENCE),
  ]);
  const { body: chosen } = await call(app, ['GET', `/api/v2/cadastre/parcelles/?codes=${encodeURIComponent(UNDRAWN)}`]);
  expect(chosen).toMatchObject({ parcelles: [], sans_contour: [UNDRAWN], inconnues: [] });
  const wizard = await issue({ prefixe: '000', section: 'AA', numero: '0001', commune: '48956' }, point);
  expect(wizard).toMatchObject({ status: 400, body: { code_parcelle: [expect.stringMatching(SENTENCE)] } });
  const owner = await createKeyOwner(app, 2);
  for (const property of [{ point }, { parcels: [UNDRAWN] }]) {
    const answer = await callV3(app, ['POST', '/statements'], {
      key: owner.key,
      body: { transaction: 'sale', ...property },
      headers: { 'idempotency-key': Object.keys(property).join() },
    });
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'parcel_not_found', detail: expect.stringMatching(SENTENCE) },
    });
  }
  expect((await callV3(app, ['GET', '/balance'], owner)).json['credits']).toBe(2);
});

it('zones that cannot be read → those headings are not verified, the others are, and nothing blocks', async () => {
  const owner = await createKeyOwner(app, 1);
  const { point } = await onAParcel(ZONE);
  const { json } = await callV3(app, ['POST', '/assessments'], { key: owner.key, body: { point } });
  const { blocking, compulsory } = Assessment.parse(json);
  expect(blocking).toEqual([]);
  for (const heading of ['aircraft_noise', 'coastline_retreat'] as const) {
    expect(compulsory[heading]).toMatchObject({ state: 'not_obtained', reason: 'unreadable' });
  }
  const open = Object.entries(compulsory).filter(([, { state }]) => state === 'not_obtained');
  expect(open.map(([heading]) => heading).toSorted()).toEqual(['aircraft_noise', 'coastline_retreat']);
});

it('one parcel written in several ways → printed once, in the order of the list', async () => {
  const { body } = await onAParcel({ longitude: 2.4745, latitude: 49.0325 });
  const [first, second] = (body as NearbyParcel[]).map(parcelCode) as [string, string];
  const [reference = '', commune = ''] = first.split('@');
  const [, section = '', number = ''] = reference.split('-');
  const parcels = [second, first.toLowerCase(), first, `${commune} ${section} ${Number(number)}`, second.toLowerCase()];
  const owner = await createKeyOwner(app, 1);
  const { status, json } = await callV3(app, ['POST', '/statements'], {
    key: owner.key,
    body: { transaction: 'sale', parcels },
    headers: { 'idempotency-key': 'fois' },
  });
  expect([status, json['parcels']]).toEqual([201, [second, first]]);
});

it('a word of sixty letters finds nothing; twenty odd searches that fail → the next person is served, the service is not said to fail', async () => {
  const search = (text: string) => call(app, ['GET', `/geocodage/search?q=${encodeURIComponent(text)}&limit=1`]);
  expect(await search('a'.repeat(60))).toMatchObject({ status: 200, body: { features: [] } });
  const odd = Array.from({ length: 20 }, (_, i) => search(`${i + 1} rue des Lilas Panne-Adresses`));
  expect(new Set((await Promise.all(odd)).map(({ status }) => status))).toEqual(new Set([503]));
  const { status, body } = await search('8 boulevard du port cergy');
  expect([status, (body as { features: unknown[] }).features.length]).toEqual([200, 1]);
  await app.deps.telemetry.health.flush();
  const counts = app.database.db.selectFrom('source_health').select('failed').where('source', '=', 'geocodage');
  expect((await counts.execute()).map(({ failed }) => failed)).toEqual([0]);
});
