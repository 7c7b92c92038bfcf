import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { send, withToken } from '#test/raw-request.ts';
import { issuedRows } from './statements.queries.ts';

const app = sharedApp();
let account: TestAccount;
beforeAll(async () => {
  account = await createAccount(app);
  await sql`update api_token set expires_at = '2100-01-01'`.execute(app.database.db);
});

const LIST = ['GET', '/api/v2/erps/with-regeneration/'] as const;
const list = (range?: string) =>
  send(app, LIST, { headers: { ...withToken(account.token), ...(range !== undefined && { range }) } });
const issued = (issuedAt: string, renewedAt?: string) =>
  insertIssued(app.database.db, {
    accountId: account.id,
    issuedAt: new Date(issuedAt),
    ...(renewedAt !== undefined && { renewedAt: new Date(renewedAt) }),
  });

async function stateAt(id: number, now: string): Promise<unknown[]> {
  app.deps.clock = () => new Date(now);
  const items = (await list()).json as Record<string, unknown>[];
  const item = items.find((one) => one['id'] === id);
  return [
    item?.['statut_regeneration'],
    item?.['peut_regenerer'],
    item?.['jours_restants_regeneration'],
    item?.['date_expiration_regeneration'],
  ];
}

it.each<[string, [issued: string, renewed?: string], [now: string, ...state: unknown[]][]]>([
  [
    'the day ends at midnight in Paris, in summer',
    ['2026-04-01T08:00:00Z'],
    [
      ['2026-09-28T21:30:00Z', 'Actif', false, 0, '2026-09-28'],
      ['2026-09-28T22:00:00Z', 'Expiré < 1an', true, 365, '2026-09-28'],
      ['2027-09-28T21:59:59Z', 'Expiré < 1an', true, 1, '2026-09-28'],
      ['2027-09-28T22:00:00Z', 'Expiré > 1an', false, 0, '2026-09-28'],
    ],
  ],
  [
    'issued at 23:30 in Paris, in winter: of that day, and of that year',
    ['2025-12-31T22:30:00Z'],
    [
      ['2026-06-29T21:30:00Z', 'Actif', false, 0, '2026-06-29'],
      ['2026-06-29T22:30:00Z', 'Expiré < 1an', true, 365, '2026-06-29'],
    ],
  ],
  [
    'from the hour that the last Sunday of March lacks to that which the last Sunday of October has twice',
    ['2026-03-29T01:00:00Z'],
    [['2026-09-25T21:59:59Z', 'Actif', false, 0, '2026-09-25']],
  ],
  [
    'expires on the last Sunday of October, a day of 25 hours',
    ['2026-04-28T10:00:00Z'],
    [
      ['2026-10-25T00:30:00Z', 'Actif', false, 0, '2026-10-25'],
      ['2026-10-25T22:59:59Z', 'Actif', false, 0, '2026-10-25'],
      ['2026-10-25T23:00:00Z', 'Expiré < 1an', true, 365, '2026-10-25'],
    ],
  ],
  [
    'issued and renewed on a 29 February',
    ['2027-08-30T10:00:00Z', '2028-02-29T22:30:00Z'],
    [
      ['2028-02-29T22:59:59Z', 'Renouvelé', false, 0, '2028-08-27'],
      ['2028-08-27T21:59:59Z', 'Renouvelé', false, 0, '2028-08-27'],
      ['2028-08-27T22:00:00Z', 'Expiré > 1an', false, 0, '2028-08-27'],
    ],
  ],
])('%s', async (...[, [issuedAt, renewedAt], states]) => {
  const { id } = await issued(issuedAt, renewedAt);
  for (const [now, ...state] of states) expect([now, ...(await stateAt(id, now))]).toEqual([now, ...state]);
});

it('département from the parcel, commune, reference; concluded, then not after all; another account’s → 404', async () => {
  app.deps.clock = () => new Date();
  const other = await createAccount(app);
  const { id } = await issued('2026-10-01T08:00:00Z');
  const close = (conclu: unknown, { token }: TestAccount = account) =>
    call(app, ['PUT', `/api/v2/erp/${id}/conclusion/`], { token, body: { conclu } });
  for (const [commune, departement] of [
    ['2A004', '2A'],
    ['97411', '974'],
    ['95280', '95'],
  ]) {
    await sql`update statement set code_parcelle = ${`000-AB-0001@${commune}`} where id = ${id}`.execute(
      app.database.db,
    );
    expect(await close(true)).toMatchObject({ status: 200, body: { id, departement, conclu: true } });
  }
  expect(await close(false)).toMatchObject({
    body: { commune: 'Goussainville', conclu: false, reference: `ERP-2026-${String(id).padStart(6, '0')}` },
  });
  expect((await close(true, other)).status).toBe(404);
  expect((await close('oui')).status).toBe(400);
  expect((await list()).json).toContainEqual(expect.objectContaining({ id, conclu: false }));
});

it('a window of the list, newest first: 206 with Content-Range; beyond → 416; another unit → all', async () => {
  const all = (await list()).json as { id: number }[];
  const total = all.length;
  expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted((a, b) => b - a));
  const ids = async (range: string) => {
    const { status, headers, json } = await list(range);
    return [status, headers['content-range'], (json as { id: number }[]).map(({ id }) => id)];
  };
  const idsOf = (first: number, last: number) => all.slice(first, last + 1).map(({ id }) => id);
  expect(await ids('items=1-2')).toEqual([206, `items 1-2/${total}`, idsOf(1, 2)]);
  expect(await ids('items=2-199')).toEqual([206, `items 2-${total - 1}/${total}`, idsOf(2, total - 1)]);
  expect(await ids('items=-1')).toEqual([206, `items ${total - 1}-${total - 1}/${total}`, idsOf(total - 1, total - 1)]);
  const beyond = await list(`items=${total}-${total + 9}`);
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, `items */${total}`]);
  expect(beyond.json).toEqual({ detail: expect.stringContaining('aucun à ce rang') });
  for (const range of ['items=5-2', 'items=a-b', 'bytes=0-1', 'items=0-1,3-4']) {
    expect(await ids(range)).toEqual([200, undefined, all.map(({ id }) => id)]);
  }
  app.deps.clock = () => new Date();
  const { token } = await createAccount(app);
  const none = await send(app, LIST, { headers: { ...withToken(token), range: 'items=0-199' } });
  expect([none.status, none.json]).toEqual([200, []]);
});

it('the window is found in its index, whatever the account’s number of statements', async () => {
  const plan = await app.database.db.transaction().execute(async (db) => {
    await sql`set local enable_seqscan = off`.execute(db);
    return issuedRows(db, account.id, { first: 0, last: 199 }).explain('json');
  });
  expect(JSON.stringify(plan)).toMatch(/"Index Only Scan"[^{}]*"statement_issued"/);
});
