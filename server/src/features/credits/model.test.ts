import { expect, it } from 'vitest';
import { createEnvironment } from '#test/ledger/environment.ts';
import { runHistories } from '#test/ledger/model.ts';
import { createTestDatabase } from '#test/database.ts';

const LASTS_MS = 8_000;
/** Minimum, even on a slow machine. */
const LEAST_HISTORIES = 3;

it('work of every kind in any order, at once and cut anywhere → the books are the provider’s, no rule broken', async () => {
  const database = await createTestDatabase();
  const { environment, close } = createEnvironment(database.url);
  const until = Date.now() + LASTS_MS;
  const account = await runHistories(environment, {
    seed: 20_261_121,
    steps: 40,
    goOn: (histories) => histories < LEAST_HISTORIES || Date.now() < until,
  });
  await close();
  await database.drop();
  expect(account.faults).toEqual([]);
  // Enough for a meaningful run; for hours of it: `npm run trials -- ledger SECONDS`.
  expect(account.steps).toBeGreaterThan(600);
  expect(account.cuts).toBeGreaterThan(30);
});
