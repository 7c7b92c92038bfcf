import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, grantLot, type TestApp } from '#test/app.ts';
import {
  callV3,
  createKey,
  createKeyOwner,
  type KeyOwner,
  ON_A_PARCEL,
  ON_A_STREET,
  SALE,
  type V3Answer,
} from '#test/keys.ts';
import { forgetOldRequests } from './idempotency.service.ts';

const ADDRESS = '4 Rue des Lilas 95190 Goussainville';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const createOwner = (credits = 5): Promise<KeyOwner> => createKeyOwner(app, credits);

let drawn = 0;
type Asked = { body?: object; as?: string; headers?: Record<string, string> };
function issue(
  { key }: KeyOwner,
  { body = SALE, as = `cle-${(drawn += 1)}`, headers = {} }: Asked = {},
): Promise<V3Answer> {
  return callV3(app, ['POST', '/statements'], { key, body, headers: { 'idempotency-key': as, ...headers } });
}
const creditsOf = async ({ key }: KeyOwner) => (await callV3(app, ['GET', '/balance'], { key })).json['credits'];
const countOf = async ({ id }: KeyOwner, status: 'draft' | 'issued') =>
  (
    await app.database.db
      .selectFrom('statement')
      .select('id')
      .where('account_id', '=', id)
      .where('status', '=', status)
      .execute()
  ).length;
const problemOf = ({ status, json }: V3Answer) => [status, json['code']];
const pointersOf = ({ json }: V3Answer) => (json['errors'] as { pointer: string }[]).map(({ pointer }) => pointer);

async function insertDraftLike(owner: KeyOwner, issuedId: number): Promise<number> {
  const { db } = app.database;
  const issued = await db.selectFrom('statement').selectAll().where('id', '=', issuedId).executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('statement')
    .values({
      account_id: owner.id,
      adresse: ADDRESS,
      cadastre: issued.cadastre,
      code_parcelle: issued.code_parcelle,
      latitude: ON_A_PARCEL.latitude,
      longitude: ON_A_PARCEL.longitude,
      type_de_transaction: 'Vente',
      vendeur_nom: '',
      acheteur_nom: '-',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The request of one of these statements is of the last one, and under way until then. */
const moveClaim = (ids: [from: number, to: number], until: Date): Promise<unknown> =>
  app.database.db
    .updateTable('api_request')
    .set({ statement_id: ids[1], claimed_until: until })
    .where('statement_id', 'in', ids)
    .execute();

describe('POST /statements', () => {
  it('by an address → 201, the statement that the site lists, one credit less', async () => {
    const owner = await createOwner();
    const parties = { owner: 'Mme Durand', recipient: 'M. Martin' };
    const declarations = { works_prescribed: true, works_done: false, condominium_lot: { floor: 3 } };
    const answer = await issue(owner, { body: { transaction: 'lease', address: ADDRESS, parties, declarations } });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      status: 'issued',
      reference: expect.stringMatching(/^ERP-\d{4}-\d{6}$/),
      transaction: 'lease',
      confirmed_address: ADDRESS,
      parties,
      commune: { insee_code: '95280' },
    });
    expect(answer.headers.get('location')).toBe(`/api/v3/statements/${String(answer.json['id'])}`);
    expect(answer.headers.get('ratelimit')).toMatch(/^"api-issue";r=\d+;t=\d+$/);
    expect(await creditsOf(owner)).toBe(4);
    const { json: facts } = await callV3(app, ['GET', `/statements/${String(answer.json['id'])}/facts.json`], {
      key: owner.key,
    });
    expect(facts).toMatchObject({
      transaction: 'lease',
      declarations: { works_prescribed: true, works_done: false, condominium_lot: { floor: 3 } },
    });
  });

  it('by a point, then by its parcels alone → the same parcels; the address is confirmed, or the parcel’s name', async () => {
    const owner = await createOwner();
    const { json: byPoint } = await issue(owner);
    const { parcels } = byPoint as { parcels: string[] };
    expect(parcels).toHaveLength(1);
    const { json: byParcels } = await issue(owner, { body: { transaction: 'sale', parcels } });
    expect(byParcels).toMatchObject({ parcels, status: 'issued' });
    for (const { address, confirmed_address: confirmed } of [byPoint, byParcels]) expect(confirmed).toBe(address);
  });

  it('by several parcels with a typed address → all of them, the address as typed unless it is confirmed', async () => {
    const owner = await createOwner();
    const near = await callV3(
      app,
      ['GET', `/parcels?longitude=${ON_A_PARCEL.longitude}&latitude=${ON_A_PARCEL.latitude}`],
      owner,
    );
    const parcels = (near.json['data'] as { code: string }[]).slice(0, 3).map(({ code }) => code);
    const { json } = await issue(owner, { body: { transaction: 'sale', parcels, address: 'Le Clos des Moines' } });
    expect(json).toMatchObject({ parcels, address: 'Le Clos des Moines', confirmed_address: null });
  });

  it('files, links and a renewal of a statement in preparation → 409 that says when to ask again, and no other account sees it', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { json } = await issue(owner);
    const issuedId = Number(String(json['id']).slice(4));
    const id = await insertDraftLike(owner, issuedId);
    await moveClaim([issuedId, id], new Date(Date.now() + 3_600_000));
    const path = `/statements/stm_${id}`;
    const ask = (as: KeyOwner): Promise<V3Answer[]> =>
      Promise.all([
        ...['document.pdf', 'document.pdf?extent=short', 'facts.json', 'map.geojson'].map((file) =>
          callV3(app, ['GET', `${path}/${file}`], as),
        ),
        ...['handovers', 'renewals'].map((made) =>
          callV3(app, ['POST', `${path}/${made}`], { key: as.key, headers: { 'idempotency-key': made } }),
        ),
      ]);
    for (const answer of await ask(owner))
      expect([...problemOf(answer), answer.headers.get('retry-after')]).toEqual([409, 'statement_not_ready', '2']);
    for (const answer of await ask(other)) expect(problemOf(answer)).toEqual([404, 'not_found']);
  });

  it('without parties, or one of them → null for who is not named, at once and when it is read', async () => {
    const owner = await createOwner();
    for (const [parties, shown] of [
      [undefined, { owner: null, recipient: null }],
      [{ owner: 'Mme Durand' }, { owner: 'Mme Durand', recipient: null }],
    ]) {
      const { json } = await issue(owner, { body: { ...SALE, ...(parties && { parties }) } });
      const { json: read } = await callV3(app, ['GET', `/statements/${String(json['id'])}`], owner);
      expect([json['parties'], read['parties']]).toEqual([shown, shown]);
    }
  });

  it('with Prefer: wait=0 → 202 at once, then GET shows it processing, then issued', async () => {
    const owner = await createOwner();
    const first = await issue(owner, { headers: { prefer: 'wait=0' } });
    expect([first.status, first.json['status'], first.headers.get('retry-after')]).toEqual([202, 'processing', '2']);
    const read = () => callV3(app, ['GET', first.headers.get('location')?.replace('/api/v3', '') ?? ''], owner);
    await expect.poll(async () => (await read()).json['status']).toBe('issued');
    expect(await creditsOf(owner)).toBe(4);
  });
});

describe('Idempotency-Key', () => {
  it('the same key and body a hundred times at once → one statement, one debit', async () => {
    const owner = await createOwner();
    const answers = await Promise.all(Array.from({ length: 100 }, () => issue(owner, { as: 'cent-fois' })));
    const made = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(made.length).toBeGreaterThan(0);
    expect(new Set(made.map(({ json }) => json['id'])).size).toBe(1);
    expect(new Set(refused.map((one) => problemOf(one).join(' ')))).toEqual(new Set(['409 idempotency_in_progress']));
    expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
    const again = await issue(owner, { as: 'cent-fois' });
    expect([again.status, again.headers.get('idempotent-replayed'), again.json]).toEqual([201, 'true', made[0]?.json]);
    expect([await creditsOf(owner), await countOf(owner, 'issued'), await countOf(owner, 'draft')]).toEqual([4, 1, 0]);
  });

  it('the same in two processes → one statement, one debit', async () => {
    const owner = await createOwner();
    const other = await createTestApp({ database: app.database });
    const to = (one: TestApp) =>
      callV3(one, ['POST', '/statements'], { key: owner.key, body: SALE, headers: { 'idempotency-key': 'deux' } });
    const answers = await Promise.all([to(app), to(other), to(app), to(other)]);
    await other.close();
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    expect([await creditsOf(owner), await countOf(owner, 'issued'), await countOf(owner, 'draft')]).toEqual([4, 1, 0]);
  });

  it('with another body → 422; of another account → its own statement; fields in another order → the same', async () => {
    const [owner, other] = [await createOwner(), await createOwner()];
    const { json } = await issue(owner, { as: 'une' });
    expect(problemOf(await issue(owner, { as: 'une', body: { ...SALE, transaction: 'lease' } }))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
    expect((await issue(owner, { as: 'une', body: { point: ON_A_PARCEL, transaction: 'sale' } })).json).toEqual(json);
    expect((await issue(other, { as: 'une' })).json['id']).not.toBe(json['id']);
  });

  it('absent or too long → 400', async () => {
    const owner = await createOwner();
    const without = await callV3(app, ['POST', '/statements'], { key: owner.key, body: SALE });
    expect(problemOf(without)).toEqual([400, 'idempotency_key_missing']);
    expect(problemOf(await issue(owner, { as: 'a'.repeat(256) }))).toEqual([400, 'idempotency_key_missing']);
    expect(await countOf(owner, 'draft')).toBe(0);
  });

  it('after a process died in the middle → the same key goes on with the same draft, once its claim has expired', async () => {
    const owner = await createOwner(1);
    const first = await issue(owner, { as: 'morte', headers: { prefer: 'wait=0' } });
    const id = Number(String(first.json['id']).slice(4));
    const { db } = app.database;
    const claims = db.selectFrom('api_request').select('claimed_until').where('statement_id', '=', id);
    // Written after the statement is issued: the claims below must not be ended by it.
    await expect.poll(() => claims.execute()).toEqual([{ claimed_until: null }]);
    // The state that a process leaves when it dies before its last transaction.
    const draftId = await insertDraftLike(owner, id);
    const claimed = (until: Date) => moveClaim([id, draftId], until);
    await claimed(new Date(Date.now() + 60_000));
    expect(problemOf(await issue(owner, { as: 'morte' }))).toEqual([409, 'idempotency_in_progress']);
    await claimed(new Date(Date.now() - 1));
    const dead = await callV3(app, ['GET', `/statements/stm_${draftId}`], owner);
    expect(dead.json).toMatchObject({ status: 'failed', failure: { code: 'internal_error' } });
    // The only credit is spent: the draft is found again, and refused.
    expect(problemOf(await issue(owner, { as: 'morte' }))).toEqual([402, 'no_credit']);
    expect((await callV3(app, ['GET', `/statements/stm_${draftId}`], owner)).json).toMatchObject({
      status: 'failed',
      failure: { code: 'no_credit' },
    });
    await grantLot(app, { accountId: owner.id, credits: 1, expiresAt: null });
    const last = await issue(owner, { as: 'morte' });
    expect([last.status, last.json['id']]).toEqual([201, `stm_${draftId}`]);
  });

  it('is forgotten after a day', async () => {
    const owner = await createOwner();
    const { json } = await issue(owner, { as: 'hier' });
    await forgetOldRequests({ ...app.deps, clock: () => new Date(Date.now() + 25 * 3_600_000) });
    expect((await issue(owner, { as: 'hier' })).json['id']).not.toBe(json['id']);
  });
});

describe('a request is refused, and nothing is debited', () => {
  it.each<[string, object, string[]]>([
    ['nothing', {}, ['/transaction']],
    ['no place', { transaction: 'sale' }, ['']],
    ['an unknown field', { ...SALE, prix: 1 }, ['']],
    ['a code that is none', { transaction: 'sale', parcels: ['AB'] }, ['/parcels/0']],
    ['a code that is none', { transaction: 'sale', parcels: ['AB 1 rue A'], commune: '95280' }, ['/parcels/0']],
    ['a parcel without its commune', { transaction: 'sale', parcels: ['AB 1'] }, ['/commune']],
    ['a hidden character', { ...SALE, parties: { owner: 'a\u202Eb' } }, ['/parties/owner']],
    ['a letter that no font has', { ...SALE, parties: { owner: 'M. 漢' } }, ['/parties/owner']],
    [
      'declarations that deny each other',
      { ...SALE, declarations: { disasters_indemnified: false, drought_works_not_done: 'Reprise du pignon' } },
      ['/declarations/drought_works_not_done'],
    ],
    ['a point abroad', { transaction: 'sale', point: { longitude: -40, latitude: 10 } }, ['/point']],
  ])('%s → %j', async (_, body, pointers) => {
    const owner = await createOwner();
    const answer = await issue(owner, { body });
    expect([problemOf(answer), pointersOf(answer)]).toEqual([[400, 'invalid_input'], pointers]);
    expect(answer.json['errors']).toEqual(
      pointers.map(() => expect.objectContaining({ title: expect.any(String), detail: expect.any(String) })),
    );
    expect(await creditsOf(owner)).toBe(5);
  });

  it.each([
    ['an address in another town', { address: '4 rue des lilas à Nulleparville' }, 'address_ambiguous'],
    ['a point on a street', { point: ON_A_STREET }, 'parcel_to_choose'],
    ['an address without its commune', { address: '4 rue des lilas' }, 'address_ambiguous'],
    ['a town', { address: 'Goussainville' }, 'address_not_found'],
    ['an unknown parcel', { parcels: ['000-ZZ-9999@95280'] }, 'parcel_not_found'],
  ])('%s → 422 %s', async (_, place, code) => {
    const owner = await createOwner();
    expect(problemOf(await issue(owner, { body: { transaction: 'sale', ...place } }))).toEqual([422, code]);
    expect([await creditsOf(owner), await countOf(owner, 'draft')]).toEqual([5, 0]);
  });

  it('an address in two towns → both are proposed; the one chosen is issued', async () => {
    const owner = await createOwner();
    const ask = (address: string) => issue(owner, { body: { transaction: 'sale', address } });
    const doubt = await ask('4 rue des lilas');
    const [first = '', second = ''] = doubt.json['candidates'] as string[];
    const townIn = (label: string) => /\d{5} (.+)$/.exec(label)?.[1];
    expect([townIn(first), townIn(second)]).toEqual([expect.any(String), expect.any(String)]);
    expect(townIn(first)).not.toBe(townIn(second));
    expect((await ask(second)).json).toMatchObject({ status: 'issued', confirmed_address: second });
    expect(await creditsOf(owner)).toBe(4);
  });

  it('without a credit → 402; without the scope → 403', async () => {
    const owner = await createOwner(0);
    expect(problemOf(await issue(owner))).toEqual([402, 'no_credit']);
    const reader = { ...owner, key: await createKey(app, owner, ['read']) };
    expect(problemOf(await issue(reader))).toEqual([403, 'scope_missing']);
  });
});
