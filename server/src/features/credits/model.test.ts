import { expect, it } from 'vitest';
import { createEnvironment } from '#test/ledger/environment.ts';
import { runHistories } from '#test/ledger/model.ts';
import { createTestDatabase } from '#test/database.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';

const HISTORIES = isNightly ? 20 : 3;

it('work of every kind in any order, at once and cut anywhere → the books are the provider’s, no rule broken', async () => {
  const database = await createTestDatabase();
  const { environment, close } = createEnvironment(database.url);
  const account = await runHistories(environment, {
    seed: 20_261_121,
    steps: 40,
    goOn: (histories) => histories < HISTORIES,
  });
  await close();
  await database.drop();
  expect(account.faults).toEqual([]);
  // A run of fewer steps or cuts would say nothing.
  expect(account.steps).toBeGreaterThan(200 * HISTORIES);
  expect(account.cuts).toBeGreaterThan(6 * HISTORIES);
});
