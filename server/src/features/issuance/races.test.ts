import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { expireLots } from '#features/credits/credits.ts';
import { call, createAccount, createTestApp, grantLot, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { until } from '#test/shop.ts';
import { draftAt, GOUSSAINVILLE } from '#test/wizard.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true });
});
afterAll(() => app.close());

const A_DAY_MS = 86_400_000;

function filesOf(accountId: number): string[] {
  const folder = join(app.filesDir, 'statements', String(accountId));
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : []));
}

/** An account with a lot of one credit, and that many drafts. */
async function prepared({ drafts, expiresAt = null }: { drafts: number; expiresAt?: Date | null }) {
  const account = await createAccount(app);
  await grantLot(app, { accountId: account.id, credits: 1, expiresAt });
  const body = await draftAt(app, GOUSSAINVILLE);
  const ids: number[] = [];
  for (let n = 0; n < drafts; n += 1) {
    const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token: account.token, body });
    ids.push((created.body as { erp_id: number }).erp_id);
  }
  const generate = (id: number | undefined, by: TestApp = app) =>
    call(by, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token: account.token });
  return { account, ids, generate };
}

/** Calls `meanwhile` once, between the print of a document and its debit. */
function whilePrinting(meanwhile: () => Promise<void>): void {
  const { typst } = app.deps;
  app.deps.typst = {
    ...typst,
    render: async (...document) => {
      app.deps.typst = typst;
      const pdf = await typst.render(...document);
      await meanwhile();
      return pdf;
    },
  };
}

const entriesOf = (account: { id: number }) =>
  app.database.db
    .selectFrom('ledger_entry')
    .select(['kind', 'credits', 'created_at'])
    .where('account_id', '=', account.id)
    .where('kind', '<>', 'purchase')
    .execute();

it('the last credit expires while its statement is made → issued all the same, debited as of its start; the next is a 402', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const { account, ids, generate } = await prepared({ drafts: 2, expiresAt });
  const { clock } = app.deps;
  whilePrinting(async () => {
    app.deps.clock = () => new Date(expiresAt.getTime() + 1_000);
    await expireLots(app.deps);
  });
  const issued = await generate(ids[0]);
  expect(issued).toMatchObject({ status: 200 });
  expect((await generate(ids[1])).status).toBe(402);
  await expireLots(app.deps);
  expect(await ledgerViolations(app.deps)).toEqual([]);
  app.deps.clock = clock;
  const entries = await entriesOf(account);
  expect(entries).toMatchObject([{ kind: 'debit', credits: -1 }]);
  expect(entries[0]?.created_at.getTime()).toBeLessThan(expiresAt.getTime());
});

it('a generation that fails after its credit has expired → the credit is written off then, the statement is a 402, no file is left', async () => {
  const expiresAt = new Date(Date.now() + 60_000);
  const { account, ids, generate } = await prepared({ drafts: 1, expiresAt });
  const { clock } = app.deps;
  whilePrinting(async () => {
    app.deps.clock = () => new Date(expiresAt.getTime() + 1_000);
    throw new Error('printer out of order');
  });
  expect((await generate(ids[0])).status).toBe(500);
  expect((await generate(ids[0])).status).toBe(402);
  await expireLots(app.deps);
  app.deps.clock = clock;
  expect(await entriesOf(account)).toMatchObject([{ kind: 'expiry', credits: -1 }]);
  expect(await until(async () => (filesOf(account.id).length === 0 ? true : null))).toBe(true);
});

it('one credit, two drafts at once, in one process or two → the second is refused before any work, and may follow a first that failed', async () => {
  const elsewhere = await createTestApp({ database: app.database });
  const { account, ids, generate } = await prepared({ drafts: 3 });
  const [first, second, third] = ids;
  const refusals: unknown[] = [];
  const refuse = async () => void refusals.push(await generate(second, elsewhere));
  whilePrinting(async () => {
    await refuse();
    throw new Error('printer out of order');
  });
  expect((await generate(first)).status).toBe(500);
  whilePrinting(refuse);
  expect((await generate(third)).status).toBe(200);
  const detail =
    'Votre dernier crédit est réservé à un autre état des risques, en cours de préparation. Attendez qu’il soit prêt, ou achetez un crédit\u00A0: rien n’a été débité.';
  expect(refusals).toMatchObject([
    { status: 409, body: { detail } },
    { status: 409, body: { detail } },
  ]);
  const steps = app.database.db.selectFrom('generation_step').select('statement_id').distinct();
  const worked = await steps.where('statement_id', 'in', ids).orderBy('statement_id').execute();
  expect(worked.map(({ statement_id: id }) => id)).toEqual([first, third]);
  expect((await generate(second, elsewhere)).status).toBe(402);
  // A refusal does not count as a failure.
  const failures = app.database.db.selectFrom('rate_limit').select('points').where('key', 'like', 'failed-generation%');
  expect(await failures.execute()).toEqual([]);
  expect(await entriesOf(account)).toMatchObject([{ kind: 'debit' }]);
  await elsewhere.close();
});

it('twelve drafts and five credits at once, in two processes → five documents, five debits', async () => {
  const elsewhere = await createTestApp({ database: app.database });
  const { account, ids, generate } = await prepared({ drafts: 12 });
  await grantLot(app, { accountId: account.id, credits: 4, expiresAt: null });
  const answers = await Promise.all(ids.map((id, n) => generate(id, n % 2 === 0 ? app : elsewhere)));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.filter((status) => ![200, 402, 409].includes(status))).toEqual([]);
  expect(await entriesOf(account)).toHaveLength(5);
  expect(await ledgerViolations(app.deps)).toEqual([]);
  await elsewhere.close();
});

it('a deletion during a renewal, at any moment → no 500, no file left', async () => {
  const draft = await draftAt(app, GOUSSAINVILLE);
  const client = clientOf(app);
  for (const delayMs of [0, 60, 150, 300, 600]) {
    const person = await createPerson(app);
    const token = await client.sessionOf(person);
    const issuedAt = new Date(Date.now() - 200 * A_DAY_MS);
    const { id } = await insertIssued(app.database.db, { accountId: person.id, issuedAt, draft });
    const renewal = call(app, ['PATCH', `/api/v2/erp/${id}/regenerate/`], { token });
    await sleep(delayMs);
    const body = { current_password: PASSWORD };
    expect((await call(app, ['DELETE', '/api/v2/users/me/'], { token, body })).status).toBe(204);
    expect([200, 401, 404]).toContain((await renewal).status);
    expect(await until(async () => (filesOf(person.id).length === 0 ? true : null))).toBe(true);
  }
});
