import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { createTestApp, type TestApp } from '#test/app.ts';
import { buyUnderKills } from '#test/ledger/kills.ts';
import { differences } from '#test/ledger/stripe.ts';
import { until } from '#test/shop.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** Twelve at night, with kills of both programs. */
const PURCHASES = isNightly ? 12 : 4;

it(`kill -9 of the API or of the worker during ${PURCHASES} purchases → the ledger agrees with Stripe`, async () => {
  const pool = new Pool({ connectionString: app.database.url, max: 2 });
  const env = {
    DATABASE_URL: app.database.serviceUrl,
    FILES_DIR: app.filesDir,
    TYPST_PROCESSES: '1',
    RATE_LIMIT_FACTOR: '1000',
  };
  const campaign = await buyUnderKills({ pool, env, purchases: PURCHASES, buyers: 3, seed: 4 });
  await until(async () => (await differences(pool, campaign.simulatorsUrl)).length === 0, { withinMs: 120_000 }).catch(
    () => undefined,
  );
  expect(await differences(pool, campaign.simulatorsUrl)).toEqual([]);
  expect(await ledgerViolations(app.deps)).toEqual([]);
  expect(campaign.kills).toBeGreaterThan(0);
  await campaign.close();
  await pool.end();
}, 480_000);
