import { afterAll, beforeAll, expect, it } from 'vitest';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { createAccount, createTestApp, grantLot, type TestApp } from '#test/app.ts';
import { ANY_DRAFT, issueEdition } from '#test/issued.ts';
import { ledgerViolations } from './ledger-invariants.service.ts';
import { balance, debitCredit, expireLots } from './credits.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Drafts of that account, then issued and debited as a generation does. */
async function draftsOf(accountId: number, count: number): Promise<number[]> {
  const draft = { ...ANY_DRAFT, account_id: accountId };
  const values = Array.from({ length: count }, () => draft);
  const rows = await app.database.db.insertInto('statement').values(values).returning('id').execute();
  return rows.map(({ id }) => id);
}

function issue(accountId: number, statementId: number): Promise<void> {
  return transact(app.deps, async (deps) => {
    await debitCredit(deps, { accountId, statementId, at: deps.clock() });
    await issueEdition(deps.db, { id: statementId, edition: 1, date: deps.clock() });
  });
}

it('200 debits, forty at once, of 100 credits in two lots → exactly 100 pass, 100 are refused as « no credit »', async () => {
  const account = await createAccount(app);
  const soon = await grantLot(app, { accountId: account.id, credits: 30, expiresAt: new Date(Date.now() + 3_600_000) });
  await grantLot(app, { accountId: account.id, credits: 70, expiresAt: null });
  const drafts = await draftsOf(account.id, 200);
  const results: PromiseSettledResult<void>[] = [];
  // Few enough for the last one to get its connection in time on a busy machine.
  while (drafts.length > 0) {
    results.push(...(await Promise.allSettled(drafts.splice(0, 40).map((id) => issue(account.id, id)))));
  }
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
  expect(refused).toHaveLength(100);
  expect(refused.every((reason) => reason instanceof AppError && reason.code === 'no_credit')).toBe(true);
  expect(await balance(app.deps, account.id)).toBe(0);
  const spent = await app.database.db.selectFrom('ledger_entry').select('id').where('lot_id', '=', soon).execute();
  expect(spent).toHaveLength(31);
  expect(await ledgerViolations(app.deps)).toEqual([]);
});

it('a lot expires while its credits are being spent → each is spent before or written off after, never both', async () => {
  const account = await createAccount(app);
  const expiresAt = new Date(Date.now() + 400);
  const lot = await grantLot(app, { accountId: account.id, credits: 300, expiresAt });
  const drafts = await draftsOf(account.id, 300);
  const results: Promise<PromiseSettledResult<void>[]>[] = [];
  while (Date.now() < expiresAt.getTime() + 200) {
    const some = drafts.splice(0, 5).map((id) => issue(account.id, id));
    results.push(Promise.allSettled(some));
    await Promise.all([expireLots(app.deps), expireLots(app.deps)]);
  }
  const issued = (await Promise.all(results)).flat().filter((result) => result.status === 'fulfilled').length;
  await expireLots(app.deps);
  const entries = await app.database.db
    .selectFrom('ledger_entry')
    .select(['kind', 'credits', 'created_at'])
    .where('lot_id', '=', lot)
    .execute();
  expect(entries.reduce((sum, { credits }) => sum + credits, 0)).toBe(0);
  expect(entries.filter(({ kind }) => kind === 'debit')).toHaveLength(issued);
  expect(entries.filter(({ kind }) => kind === 'expiry')).toMatchObject([{ credits: issued - 300 }]);
  expect(await ledgerViolations(app.deps)).toEqual([]);
});
