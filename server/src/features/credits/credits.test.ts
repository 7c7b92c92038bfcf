import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { call, createAccount, grantLot, sharedApp } from '#test/app.ts';

const app = sharedApp();

it('deleting an account takes its ledger along', async () => {
  const account = await createAccount(app, 3);
  const { db } = app.database;
  await db.deleteFrom('account').where('id', '=', account.id).execute();
  expect(await db.selectFrom('ledger_entry').select('id').where('account_id', '=', account.id).execute()).toEqual([]);
});

it('the ledger refuses an update, a deletion, and a sum below zero', async () => {
  const account = await createAccount(app);
  const lot = await grantLot(app, { accountId: account.id, credits: 1, expiresAt: null });
  const { db } = app.database;
  await expect(sql`update ledger_entry set credits = 9 where lot_id = ${lot}`.execute(db)).rejects.toThrow(
    'append-only',
  );
  await expect(sql`delete from ledger_entry where lot_id = ${lot}`.execute(db)).rejects.toThrow('append-only');
  const refund = { account_id: account.id, lot_id: lot, kind: 'refund', credits: -2 };
  await expect(db.insertInto('ledger_entry').values(refund).execute()).rejects.toThrow('negative');
});

it('credits without expiry → a date more than fifty years after the purchase: the screen says « Illimité »', async () => {
  const account = await createAccount(app, 3);
  const { body } = await call(app, ['GET', '/api/v2/solde/me/'], { token: account.token });
  const [{ date_d_achat: bought, date_de_peremption: expiry }] = body as [Record<string, string>];
  expect(Number(expiry?.slice(0, 4)) - Number(bought?.slice(0, 4))).toBe(100);
});
