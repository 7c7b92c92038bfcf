import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { call } from '#test/app.ts';
import { callV3, createKey, SALE } from '#test/keys.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { buy, createShop, type Shop } from '#test/shop.ts';
import { takeTurn } from './run.service.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterAll(() => shop.close());

const count = async (text: string, id: number): Promise<number> =>
  (await shop.database.query(`select ${text}`, [id])).rows.length;

it('an account is closed while its batch runs → its batches, rows, statements and files go; its invoice stays', async () => {
  const person = await createPerson(shop);
  const token = await clientOf(shop).sessionOf(person);
  await buy(shop, { ...person, token }, 'PA2');
  const key = await createKey(shop, person);
  const { json } = await callV3(shop, ['POST', '/batches'], {
    key,
    body: { name: 'Mandats de M. Martin', rows: [SALE, SALE, SALE, SALE, SALE] },
    headers: { 'idempotency-key': 'fermeture' },
  });
  const batchId = Number(String(json['id']).slice(4));
  const statementFiles = () =>
    readdirSync(shop.filesDir, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.startsWith(`statements/${person.id}/`) && /\.(pdf|gz)$/.test(path),
    );
  await expect.poll(() => count(`from batch_row where state = 'issued' and batch_id = $1`, batchId)).toBeGreaterThan(0);
  expect(statementFiles().length).toBeGreaterThan(0);
  const invoices = await shop.database.query('select number, document from invoice', []);
  expect(invoices.rows).toHaveLength(1);

  const body = { current_password: PASSWORD };
  expect((await call(shop, ['DELETE', '/api/v2/users/me/'], { token, body })).status).toBe(204);
  const owned = ['space', 'credit_reservation', 'statement', 'credit_lot', 'ledger_entry'];
  for (const table of owned)
    expect([table, await count(`from ${table} where account_id = $1`, person.id)]).toEqual([table, 0]);
  expect(await count('from batch where id = $1', batchId)).toBe(0);
  expect(await count('from batch_row where batch_id = $1', batchId)).toBe(0);
  expect((await callV3(shop, ['GET', `/batches/${String(json['id'])}`], { key })).status).toBe(401);
  for (const work of ['check', 'issue'] as const) {
    await takeTurn(shop.deps, { accountId: person.id, work }, AbortSignal.timeout(20_000));
  }
  // A row under way writes its files before it finds no batch, at any moment until here, and removes them.
  await expect.poll(statementFiles).toEqual([]);
  const kept = await shop.database.query('select number, document from invoice', []);
  expect(kept.rows).toEqual(expect.arrayContaining(invoices.rows));
  expect(await ledgerViolations(shop.deps)).toEqual([]);
});
