import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { runBatch } from '#test/batches.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, ON_A_STREET, SALE } from '#test/keys.ts';
import { RELAXED_LIMITS } from '../../../../tests/harness/environment.ts';
import { startProgram } from '../../../../tests/harness/program.ts';

const ROWS = 8;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('kill -9 of the worker during a batch that a chosen row joins → the next run issues and pays each row once', async () => {
  const account = await createAccount(app, ROWS + 2);
  const key = await createKey(app, account);
  const { json } = await callV3(app, ['POST', '/batches'], {
    key,
    body: { rows: [...Array.from({ length: ROWS - 1 }, () => SALE), { transaction: 'sale', point: ON_A_STREET }] },
    headers: { 'idempotency-key': 'tuee' },
  });
  const read = async () => (await callV3(app, ['GET', `/batches/${String(json['id'])}`], { key })).json;
  const env = {
    ...process.env,
    ...RELAXED_LIMITS,
    DATABASE_URL: app.database.serviceUrl,
    FILES_DIR: app.filesDir,
    SIMULATORS_URL: inject('simulatorsUrl'),
    LOG_LEVEL: 'silent',
    TYPST_PROCESSES: '1',
  };
  const worker = await startProgram({ command: ['server/src/main.ts', 'worker'], env });
  const issued = async () => ((await read())['rows'] as { issued: number }).issued;
  await expect.poll(issued, { interval: 50 }).toBeGreaterThan(0);
  const path = `/batches/${String(json['id'])}/rows`;
  const doubt = (await callV3(app, ['GET', `${path}?status=doubtful`], { key })).json['data'] as {
    problem: { candidates: string[] };
  }[];
  const body = { candidate: doubt[0]?.problem.candidates[0] };
  const headers = { 'idempotency-key': 'choix' };
  const chosen = await callV3(app, ['POST', `${path}/${ROWS}/choice`], { key, body, headers });
  expect([chosen.status, chosen.json['status']]).toEqual([200, 'waiting']);
  await worker.kill();
  expect(await issued()).toBeLessThan(ROWS);
  expect(await ledgerViolations(app.deps)).toEqual([]);
  // Its job would be taken over some seconds later: the same work, now, and twice at once.
  const batchId = Number(String(json['id']).slice(4));
  const signal = AbortSignal.timeout(60_000);
  await Promise.all([runBatch(app.deps, { batchId }, signal), runBatch(app.deps, { batchId }, signal)]);
  expect(await read()).toMatchObject({ status: 'finished', rows: { issued: ROWS }, credits_reserved: 0 });
  const { rows } = await app.database.query(
    `select count(*)::int as statements, (select count(*)::int from ledger_entry where kind = 'debit') as debits
     from statement where status = 'issued'`,
    [],
  );
  expect(rows).toEqual([{ statements: ROWS, debits: ROWS }]);
  expect(await ledgerViolations(app.deps)).toEqual([]);
});
