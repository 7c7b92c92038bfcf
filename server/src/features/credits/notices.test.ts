import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, grantLot, mailsTo, type TestAccount, type TestApp } from '#test/app.ts';
import { composeExpiring, composeLowBalance } from './credits.mails.ts';
import { sendNotices } from './notices.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const DAY_MS = 86_400_000;

async function takeOut(account: TestAccount, lot: number, credits: number): Promise<void> {
  const entry = { account_id: account.id, lot_id: lot, kind: 'expiry', credits: -credits };
  await app.database.db.insertInto('ledger_entry').values(entry).execute();
}

async function withLowBalance(): Promise<TestAccount> {
  const account = await createAccount(app);
  await takeOut(account, await grantLot(app, { accountId: account.id, credits: 10, expiresAt: null }), 9);
  return account;
}

async function noticesOf(account: TestAccount): Promise<string[]> {
  const rows = await app.database.db
    .selectFrom('outgoing_mail')
    .select('kind')
    .where('account_id', '=', account.id)
    .orderBy('kind')
    .execute();
  return rows.map(({ kind }) => kind);
}

const stopNotices = (account: TestAccount) =>
  app.database.db.updateTable('account').set({ notices_stopped_at: new Date() }).where('id', '=', account.id).execute();

it('a low balance and a lot that expires within the week → one mail each, on any worker, at any number of runs', async () => {
  const low = await withLowBalance();
  const ending = await createAccount(app);
  await grantLot(app, { accountId: ending.id, credits: 100, expiresAt: new Date(Date.now() + 6 * DAY_MS) });
  await Promise.all(Array.from({ length: 5 }, () => sendNotices(app.deps)));
  await sendNotices(app.deps);
  expect(await noticesOf(low)).toEqual(['low-balance']);
  expect(await noticesOf(ending)).toEqual(['credits-expiring']);
  const [mail] = await mailsTo(app, low.email);
  expect(mail?.subject).toBe('Il vous reste 1\u00A0crédit');
});

it('notices stopped, credits refunded, a single credit bought → no mail', async () => {
  const stopped = await withLowBalance();
  await stopNotices(stopped);
  const paidBack = await createAccount(app);
  const lot = await grantLot(app, { accountId: paidBack.id, credits: 5, expiresAt: null });
  const entry = { account_id: paidBack.id, lot_id: lot, kind: 'refund', credits: -5 };
  await app.database.db.insertInto('ledger_entry').values(entry).execute();
  const small = await createAccount(app, 1);
  await sendNotices(app.deps);
  expect([await noticesOf(stopped), await noticesOf(paidBack), await noticesOf(small)]).toEqual([[], [], []]);
});

it('bought again, stopped or expired before the mail leaves → dropped', async () => {
  const account = await withLowBalance();
  const mail = { id: 0, recipient: account.email, accountId: account.id, params: {} };
  expect(await composeLowBalance(app.deps, { ...mail, kind: 'low-balance' })).not.toBeNull();
  const expiresAt = new Date(Date.now() + DAY_MS);
  const lotId = String(await grantLot(app, { accountId: account.id, credits: 100, expiresAt }));
  expect(await composeLowBalance(app.deps, { ...mail, kind: 'low-balance' })).toBeNull();
  const ending = { ...mail, kind: 'credits-expiring', params: { lotId } } as const;
  expect(await composeExpiring(app.deps, ending)).not.toBeNull();
  expect(await composeExpiring({ ...app.deps, clock: () => expiresAt }, ending)).toBeNull();
  await stopNotices(account);
  expect(await composeExpiring(app.deps, ending)).toBeNull();
});
