import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { brokenRules } from '#features/credits/credits.books.ts';
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

it('the last credit expires while its statement is made → 402, nothing debited, no file left; bought again, it is issued', async () => {
  const account = await createAccount(app);
  const { token } = account;
  const soon = new Date(Date.now() + 60_000);
  await grantLot(app, { accountId: account.id, credits: 1, expiresAt: soon });
  const created = await call(app, ['POST', '/api/v2/erp/me/create/'], {
    token,
    body: await draftAt(app, GOUSSAINVILLE),
  });
  const { erp_id: id } = created.body as { erp_id: number };
  const generate = () => call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token });

  const { clock, typst } = app.deps;
  app.deps.typst = {
    ...typst,
    render: async (template, data, files) => {
      const pdf = await typst.render(template, data, files);
      app.deps.clock = () => new Date(soon.getTime() + 1_000);
      return pdf;
    },
  };
  const refused = await generate();
  Object.assign(app.deps, { clock, typst });
  expect(refused.status).toBe(402);
  const debits = await app.database.db
    .selectFrom('ledger_entry')
    .select('kind')
    .where('account_id', '=', account.id)
    .execute();
  expect(debits.filter(({ kind }) => kind === 'debit')).toEqual([]);
  expect(await until(async () => (filesOf(account.id).length === 0 ? true : null))).toBe(true);

  await grantLot(app, { accountId: account.id, credits: 1, expiresAt: null });
  expect((await generate()).status).toBe(200);
  expect(await brokenRules(app.deps)).toEqual([]);
}, 60_000);

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
}, 60_000);
