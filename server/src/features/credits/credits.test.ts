import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAccount, createTestApp, grantLot, type TestApp } from '#test/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('the ledger refuses an update, and a sum below zero', async () => {
  const account = await createAccount(app);
  const lot = await grantLot(app, { accountId: account.id, credits: 1, expiresAt: null });
  const { db } = app.database;
  await expect(sql`update ledger_entry set credits = 9 where lot_id = ${lot}`.execute(db)).rejects.toThrow(
    'append-only',
  );
  const refund = { account_id: account.id, lot_id: lot, kind: 'refund', credits: -2 };
  await expect(db.insertInto('ledger_entry').values(refund).execute()).rejects.toThrow('negative');
});
