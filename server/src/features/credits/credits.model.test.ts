import { expect, it } from 'vitest';
import { createGround } from '#test/books/ground.ts';
import { runLives } from '#test/books/model.ts';
import { createTestDatabase } from '#test/database.ts';

const LASTS_MS = 12_000;

it('thousands of pieces of work in any order, at once and cut anywhere → the books are the provider’s, no rule broken', async () => {
  const database = await createTestDatabase();
  const { ground, close } = createGround(database.url);
  const until = Date.now() + LASTS_MS;
  const account = await runLives(ground, { seed: 20_261_121, steps: 40, goOn: () => Date.now() < until });
  await close();
  await database.drop();
  expect(account.faults).toEqual([]);
  // Enough to mean something, even on a slow machine.
  expect(account.steps).toBeGreaterThan(1_000);
  expect(account.cuts).toBeGreaterThan(50);
}, 60_000);
