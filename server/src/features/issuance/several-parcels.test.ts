import { parcelCode, type ChosenParcels, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { Preview } from '@clairisque/contract/preview.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';

/** A place under a published plan. */
const LE_PORT = { longitude: 4.8589, latitude: 45.6733 };
const app = sharedApp();
let draft: Record<string, unknown>;
beforeAll(async () => {
  draft = await draftAt(app, GOUSSAINVILLE);
});

const chosen = async (codes: string[]) =>
  call(app, ['GET', `/api/v2/cadastre/parcelles/?codes=${encodeURIComponent(codes.join(','))}`]);
const at = async (longitude: number, latitude: number): Promise<NearbyParcel[]> =>
  (await call(app, ['POST', `/api/v2/cadastre/proximite/${longitude}/${latitude}/`])).body as NearbyParcel[];
const create = (account: TestAccount, changes: object) =>
  call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body: { ...draft, ...changes } });
const code = (): string => draft['code_parcelle'] as string;
const numbered = (number: number): string => code().replace(/\d{4}@/, `${String(number).padStart(4, '0')}@`);

/** The parcel of the draft, then others of its section, as many as asked. */
async function inOneSection(count: number): Promise<string[]> {
  const asked = [1, 51].flatMap((from) => [Array.from({ length: 50 }, (_, i) => numbered(from + i))]);
  const found = await Promise.all(asked.map(async (codes) => (await chosen(codes)).body as ChosenParcels));
  const others = found.flatMap(({ parcelles }) => parcelles.map(parcelCode)).filter((one) => one !== code());
  return [code(), ...others].slice(0, count);
}

/** A parcel of the next commune, within some kilometres to the east. */
async function nextDoor(): Promise<string> {
  for (let east = 0.002; east < 0.06; east += 0.002) {
    const [parcel] = await at(GOUSSAINVILLE.longitude + east, GOUSSAINVILLE.latitude);
    if (parcel !== undefined && parcel.commune !== '95280') return parcelCode(parcel);
  }
  throw new Error('no other commune');
}

async function issue(account: TestAccount, changes: object): Promise<{ id: number; reference: string }> {
  const created = await create(account, changes);
  expect(created).toMatchObject({ status: 201 });
  const { erp_id: id } = created.body as { erp_id: number };
  const issued = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });
  expect(issued).toMatchObject({ status: 200 });
  return { id, reference: (issued.body as { reference: string }).reference };
}

describe('GET cadastre/parcelles', () => {
  it('outlines, areas and total in the order asked; unknown ones are named', async () => {
    const codes = await inOneSection(5);
    const { status, body } = await chosen([...codes.toReversed(), numbered(9999)]);
    const found = body as ChosenParcels;
    expect(status).toBe(200);
    expect(found.parcelles.map(parcelCode)).toEqual(codes.toReversed());
    expect(found).toMatchObject({ inconnues: [numbered(9999)], sans_contour: [], communes: [{ code_insee: '95280' }] });
    const areas = found.parcelles.flatMap(({ contenance }) => contenance ?? []);
    expect(found.contenance_totale).toBe(areas.reduce((sum, area) => sum + area, 0));
    expect(found.sans_contenance).toBe(5 - areas.length);
    expect(found.refus).toMatch(/9999 \(95280\) n’existe pas au cadastre/);
    expect((await chosen(codes)).body).toMatchObject({ refus: null });
  });

  it('of fifty-one, or none → 400 with a sentence', async () => {
    const codes = Array.from({ length: 51 }, (_, i) => numbered(i + 1));
    for (const wrong of [codes, ['']]) {
      const { status, body } = await chosen(wrong);
      expect(status).toBe(400);
      expect((body as { codes: string[] }).codes[0]).toMatch(/[.]$/);
    }
  });
});

describe('POST erp/me/create with « parcelles »', () => {
  it.each([
    ['the first is another', () => [numbered(2), code()], /première parcelle/],
    ['fifty-one', () => [code(), ...Array.from({ length: 50 }, (_, i) => numbered(500 + i))], /50 parcelles au plus/],
    ['none', () => [], /au moins une/],
    ['one in Paris, one overseas', () => [code(), '000-AB-0001@97411'], /même territoire/],
    ['no reference', () => [code(), 'AB 12'], /format/],
  ])('%s → 400', async (_, parcelles, message) => {
    const account = await createAccount(app, 1);
    const { status, body } = await create(account, { parcelles: parcelles() });
    expect(status).toBe(400);
    expect((body as { parcelles: string[] }).parcelles[0]).toMatch(message);
  });

  it.each([
    ['abolished since', async () => numbered(9999), /9999.*n’existe pas au cadastre/],
    ['at the other end of France', async () => parcelCode((await at(3.5, 44.52))[0]!), /km de la première/],
  ])('a parcel %s → 400 when issued, nothing debited', async (_, other, message) => {
    const account = await createAccount(app, 1);
    const created = await create(account, { parcelles: [code(), await other()] });
    const { erp_id: id } = created.body as { erp_id: number };
    const answer = await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });
    expect(answer.status).toBe(400);
    expect((answer.body as { parcelles: string[] }).parcelles[0]).toMatch(message);
    expect((await call(app, ['GET', '/api/v2/user_data/me/'], { token: account.token })).body).toMatchObject({
      nb_credits: 1,
    });
  });
});

describe('a statement of several parcels', () => {
  it('one credit; list, verification, export and data speak of all, in two communes', async () => {
    const account = await createAccount(app, 1);
    const parcelles = [...(await inOneSection(4)), await nextDoor()];
    const { id, reference } = await issue(account, { parcelles });
    const list = await call(app, ['GET', '/api/v2/erps/with-regeneration/'], { token: account.token });
    expect(list.body).toMatchObject([
      { id, parcelles, commune: 'Goussainville', autres_communes: [expect.anything()] },
    ]);
    const { body: verified } = await call(app, ['GET', `/api/v2/verification/${reference}/`]);
    expect(verified).toMatchObject({
      nombre_parcelles: 5,
      commune: { code_insee: '95280' },
      autres_communes: [{ code_insee: parcelles[4]?.slice(-5) }],
    });
    const facts = await app.database.db
      .selectFrom('statement_edition')
      .select('facts')
      .where('statement_id', '=', id)
      .$castTo<{ facts: { seismicZone: { value: { communes: { code: string }[] } } } }>()
      .executeTakeFirstOrThrow();
    expect(facts.facts.seismicZone.value.communes.map((one) => one.code)).toEqual(['95280', parcelles[4]?.slice(-5)]);
    expect((await call(app, ['GET', '/api/v2/user_data/me/'], { token: account.token })).body).toMatchObject({
      nb_credits: 0,
    });
  });

  it('a list of one parcel → as without the list', async () => {
    const account = await createAccount(app, 2);
    const [alone, listed] = [await issue(account, {}), await issue(account, { parcelles: [code()] })];
    const rows = await app.database.db
      .selectFrom('statement')
      .select(['id', 'parcelles', 'communes'])
      .where('account_id', '=', account.id)
      .execute();
    expect(rows.map(({ parcelles, communes }) => [parcelles, communes])).toEqual([
      [null, null],
      [null, null],
    ]);
    const list = (await call(app, ['GET', '/api/v2/erps/with-regeneration/'], { token: account.token }))
      .body as object[];
    expect(list.map((item) => Object.keys(item))).toEqual([Object.keys(list[0]!), Object.keys(list[0]!)]);
    expect(list[0]).not.toHaveProperty('parcelles');
    const [one, other] = await Promise.all(
      [alone, listed].map(
        async ({ reference }) => (await call(app, ['GET', `/api/v2/verification/${reference}/`])).body,
      ),
    );
    expect(Object.keys(one as object)).toEqual(Object.keys(other as object));
    expect(one).not.toHaveProperty('nombre_parcelles');
  });
});

describe('the preview of several parcels', () => {
  const preview = async (place: { longitude: number; latitude: number }, codes: string[]) => {
    const query = `longitude=${place.longitude}&latitude=${place.latitude}`;
    const more = codes.length > 1 ? `&parcelles=${codes.join(',')}` : '';
    return Preview.parse((await call(app, ['GET', `/api/v2/apercu/${codes[0]}/?${query}${more}`])).body);
  };

  it('says which parcels a zone touches, and how many in all; of one, neither', async () => {
    const codes = await inOneSection(3);
    const several = await preview(GOUSSAINVILLE, codes);
    expect(several.rubriques.find(({ rubrique }) => rubrique === 'bruit')?.parcelles_touchees).toEqual(codes);
    expect(several.parcelles_touchees).toEqual(codes);
    expect(JSON.stringify(await preview(GOUSSAINVILLE, codes.slice(0, 1)))).not.toContain('parcelles_touchees');
  });

  it('counts those in the published perimeter of a plan', async () => {
    const around = await at(LE_PORT.longitude, LE_PORT.latitude);
    const { rubriques, parcelles_touchees } = await preview(LE_PORT, around.map(parcelCode));
    const touched = rubriques.find(({ rubrique }) => rubrique === 'pprt')?.parcelles_touchees ?? [];
    expect(touched.length).toBeGreaterThan(0);
    expect(parcelles_touchees).toEqual(expect.arrayContaining(touched));
  });
});
