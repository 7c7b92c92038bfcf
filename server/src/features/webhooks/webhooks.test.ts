import { handoverKey, uuidOf } from '@clairisque/contract/common/v3.ts';
import { MOST_WEBHOOKS } from '@clairisque/contract/webhooks.v3.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buyLot, endReservation, expireLots, reserveCredits } from '#features/credits/credits.ts';
import { findSpace, forgetOldEvents } from '#features/events/events.ts';
import { createShop, buy, type Shop } from '#test/shop.ts';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { callV3, createKey } from '#test/keys.ts';
import { transact } from '#platform/db/db.ts';
import { draftAt, GOUSSAINVILLE, issueAt } from '#test/wizard.ts';
import { emitExpiring } from './webhooks.jobs.ts';

const WEBHOOKS = '/api/v3/webhook_endpoints';
const ASKED = { url: 'http://127.0.0.1:9/hook', events: ['statement.issued', 'credits.low'] };

let app: Shop;
beforeAll(async () => {
  app = await createShop();
});
afterAll(() => app.close());

type Made = { id: string; url: string; secret: string; status: string };
const make = async ({ token }: TestAccount, asked: object = {}): Promise<Made> =>
  (await call(app, ['POST', WEBHOOKS], { token, body: { ...ASKED, ...asked } })).body as Made;
const list = async ({ token }: TestAccount): Promise<Made[]> =>
  ((await call(app, ['GET', WEBHOOKS], { token })).body as { data: Made[] }).data;
const eventsOf = async (account: { email: string }): Promise<{ type: string; data: object; id: string }[]> => {
  const key = await createKey(app, account);
  return (await callV3(app, ['GET', '/events?limit=100'], { key })).json['data'] as never;
};

it('POST /webhook_endpoints by the site → its secret once, which no table holds; the site and API v3 list the same', async () => {
  const owner = await createAccount(app);
  const made = await make(owner);
  expect(made).toMatchObject({
    url: ASKED.url,
    events: ASKED.events,
    status: 'asleep',
    proved: false,
    last_success_at: null,
  });
  expect(made.secret).toMatch(/^whsec_[\w+/]{43}=$/);
  const { secret, ...rest } = made;
  expect(await list(owner)).toEqual([rest]);
  const rows = await app.database.db
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('id', '=', uuidOf(made.id))
    .execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6));
  const { json } = await callV3(app, ['GET', '/webhook_endpoints'], { key: await createKey(app, owner) });
  expect(json['data']).toEqual([rest]);
  const others = await app.database.db
    .selectFrom('security_event')
    .select('kind')
    .where('account_id', '=', owner.id)
    .execute();
  expect(others).toEqual([{ kind: 'webhook_created' }]);
});

it('POST /webhook_endpoints with a private address, no event, the same address, beyond the most → refused', async () => {
  const owner = await createAccount(app);
  const refusalOf = async (asked: object) => {
    const { status, body } = await call(app, ['POST', WEBHOOKS], { token: owner.token, body: { ...ASKED, ...asked } });
    const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
    return [status, code, ...errors.map(({ pointer }) => pointer)];
  };
  expect(await refusalOf({ url: 'http://10.0.0.1/' })).toEqual([400, 'invalid_input', '/url']);
  expect(await refusalOf({ url: 'http://169.254.169.254/latest/meta-data/' })).toEqual([400, 'invalid_input', '/url']);
  expect(await refusalOf({ url: 'ftp://exemple.fr' })).toEqual([400, 'invalid_input', '/url']);
  expect(await refusalOf({ url: 'exemple' })).toEqual([400, 'invalid_input', '/url']);
  expect(await refusalOf({ events: [] })).toEqual([400, 'invalid_input', '/events']);
  expect(await refusalOf({ events: ['ping'] })).toEqual([400, 'invalid_input', '/events/0']);
  await make(owner);
  expect(await refusalOf({})).toEqual([409, 'conflict']);
  for (let rank = 1; rank < MOST_WEBHOOKS; rank += 1) await make(owner, { url: `${ASKED.url}/${rank}` });
  expect(await refusalOf({ url: `${ASKED.url}/more` })).toEqual([409, 'conflict']);
  expect(await list(owner)).toHaveLength(MOST_WEBHOOKS);
});

it('PATCH changes the address and the events; DELETE → 404 afterwards', async () => {
  const owner = await createAccount(app);
  const [{ id }] = [await make(owner), await make(owner, { url: `${ASKED.url}/2` })];
  const change = (body: object) => call(app, ['PATCH', `${WEBHOOKS}/${id}`], { token: owner.token, body });
  expect((await change({ url: `${ASKED.url}/2` })).status).toBe(409);
  const changed = { url: `${ASKED.url}/3`, events: ['invoice.created'] };
  expect((await change(changed)).body).toMatchObject(changed);
  const remove = () => call(app, ['DELETE', `${WEBHOOKS}/${id}`], { token: owner.token });
  expect([(await remove()).status, (await remove()).status, (await change({})).status]).toEqual([204, 404, 404]);
});

describe('events', () => {
  it('of a purchase, a statement, a low balance and a hand-over → written as they are decided', async () => {
    const owner = await createAccount(app, 2);
    await createKey(app, owner);
    await buy(app, owner);
    const id = await issueAt(app, owner);
    const links = `/api/v2/erp/${id}/remises/`;
    const link = (await call(app, ['POST', links], { token: owner.token, body: { libelle: 'Étude' } })).body;
    const { url, id: linkId } = link as { url: string; id: string };
    const visitor = { nom: 'Camille', email: 'camille@exemple.fr', recu: true };
    await call(app, ['POST', `/api/v2/remise/${url.split('/').at(-1)}/recu/`], { body: visitor });
    const events = await eventsOf(owner);
    expect(events.map(({ type }) => type).toReversed()).toEqual([
      'invoice.created',
      'statement.issued',
      'handover.acknowledged',
    ]);
    expect(events[0]?.data).toMatchObject({ statement_id: `stm_${id}`, handover_id: handoverKey(linkId, 'live') });
    expect(events[1]?.data).toMatchObject({ statement_id: `stm_${id}`, reference: expect.stringMatching(/^ERP-/) });
    expect(events[2]?.data).toMatchObject({ kind: 'invoice', number: expect.stringMatching(/^F-/) });
    expect(JSON.stringify(events)).not.toMatch(/Camille|Nuñez|Lilas/);
  });

  it('a low balance → once', async () => {
    const owner = await createAccount(app, 4);
    await createKey(app, owner);
    for (let rank = 0; rank < 3; rank += 1) await issueAt(app, owner);
    const low = (await eventsOf(owner)).filter(({ type }) => type === 'credits.low');
    expect(low).toMatchObject([{ data: { credits: 2 } }]);
  });

  it('credits that expire, or are reserved by a batch → once for each fall below the threshold', async () => {
    const lowOf = async (account: { email: string }) =>
      (await eventsOf(account)).filter(({ type }) => type === 'credits.low').map(({ data }) => data);
    const later = { ...app.deps, clock: () => new Date(Date.now() + 60_000) };
    const lot = async (accountId: number, credits: number, expiresAt: Date | null) =>
      transact(app.deps, (deps) => buyLot(deps, { accountId, productCode: 'A', label: 'A', credits, expiresAt }));

    const expiring = await createAccount(app, 1);
    await createKey(app, expiring);
    await lot(expiring.id, 5, new Date(Date.now() + 30_000));
    await Promise.all([expireLots(later), expireLots(later)]);
    expect(await lowOf(expiring)).toEqual([{ credits: 1 }]);
    // Risen, then fallen again.
    await lot(expiring.id, 3, null);
    for (let rank = 0; rank < 3; rank += 1) await issueAt(app, expiring);
    expect(await lowOf(expiring)).toEqual([{ credits: 2 }, { credits: 1 }]);

    const reserving = await createAccount(app, 5);
    await createKey(app, reserving);
    const reserve = async (credits: number) =>
      transact(app.deps, async (deps) => {
        const { id: batchId } = await deps.db
          .insertInto('batch')
          .values({
            space_id: (await findSpace(deps, reserving.id)) ?? 0,
            name: '',
            // The minute's sweep ends one that runs without rows.
            status: 'ready',
            starts_alone: false,
            created_at: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const wanted = { accountId: reserving.id, batchId, credits, inUse: 0, at: deps.clock() };
        await reserveCredits(deps, wanted);
        return batchId;
      });
    await reserve(2);
    expect(await lowOf(reserving)).toEqual([]);
    const second = await reserve(1);
    expect(await lowOf(reserving)).toEqual([{ credits: 2 }]);
    const third = await reserve(1);
    expect(await lowOf(reserving)).toHaveLength(1);
    // Given back, then reserved again.
    for (const batchId of [second, third]) await endReservation(app.deps, batchId);
    await reserve(2);
    expect(await lowOf(reserving)).toEqual([{ credits: 1 }, { credits: 2 }]);
  });

  it('a statement that expires within thirty days → once; forgotten after thirty days', async () => {
    const owner = await createAccount(app);
    const draft = await draftAt(app, GOUSSAINVILLE);
    const at = (instant: string) => ({ ...app.deps, clock: () => new Date(instant) });
    const issuedAt = new Date('2026-04-01T08:00:00Z');
    const { id } = await insertIssued(app.database.db, { accountId: owner.id, issuedAt, draft });
    await createKey(app, owner);
    await emitExpiring(at('2026-08-28T08:00:00Z'));
    expect(await eventsOf(owner)).toEqual([]);
    await emitExpiring(at('2026-08-29T08:00:00Z'));
    await emitExpiring(at('2026-08-30T08:00:00Z'));
    expect(await eventsOf(owner)).toMatchObject([
      { type: 'statement.expiring', data: { statement_id: `stm_${id}`, valid_until: '2026-09-28' } },
    ]);
    await forgetOldEvents(at('2026-09-28T09:00:00Z'));
    await emitExpiring(at('2026-09-28T10:00:00Z'));
    expect(await eventsOf(owner)).toEqual([]);
  });

  it('are listed by page and by type; another account’s are not', async () => {
    const owner = await createAccount(app, 6);
    const key = await createKey(app, owner);
    for (let rank = 0; rank < 4; rank += 1) await issueAt(app, owner);
    const read = async (query: string) =>
      (await callV3(app, ['GET', `/events?${query}`], { key })).json as {
        data: { id: string }[];
        next_cursor: string | null;
        has_more: boolean;
      };
    const all = await read('limit=100');
    expect(all.data).toHaveLength(5);
    const first = await read('limit=3');
    const second = await read(`limit=3&cursor=${first.next_cursor}`);
    expect([first.has_more, second.has_more, second.next_cursor]).toEqual([true, false, null]);
    expect([...first.data, ...second.data]).toEqual(all.data);
    expect((await read('type=credits.low')).data).toHaveLength(1);
    expect((await callV3(app, ['GET', '/events?cursor=abc'], { key })).json['code']).toBe('invalid_input');
    expect(await eventsOf(await createAccount(app))).toEqual([]);
  });
});
