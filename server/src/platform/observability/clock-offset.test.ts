import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { aheadOfAnswer, watchClock } from './clock-offset.ts';
import { createMetrics } from './metrics.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createTestDatabase()));
afterAll(() => database.drop());

/** Log and metrics of a machine whose clock is `aheadMs` ahead. */
async function seen(aheadMs: number, { db } = database): Promise<{ said: object[]; shown: number | undefined }> {
  const metrics = createMetrics();
  metrics.clockOffset.set({ against: 'database' }, 9);
  const said: object[] = [];
  const log = { error: (line: object): void => void said.push(line) };
  const clock = (): Date => new Date(Date.now() + aheadMs);
  await watchClock({ db, clock, log, telemetry: { metrics } })();
  const { values } = await metrics.clockOffset.get();
  return { said, shown: values[0]?.value };
}

it('a clock ahead of or behind the database’s → logged and measured; an equal one → neither', async () => {
  const ahead = await seen(3_600_000);
  // Minus the duration of the query, which may be long on a busy machine.
  expect(ahead.shown).toBeGreaterThan(3_590);
  expect(ahead.shown).toBeLessThanOrEqual(3_600);
  expect(ahead.said).toEqual([{ aheadMs: Math.round((ahead.shown ?? 0) * 1_000) }]);
  expect((await seen(-3_600_000)).shown).toBeLessThan(-3_590);
  expect(await seen(0)).toEqual({ said: [], shown: 0 });
});

it('an unreachable database → nothing is reported any more', async () => {
  const away = await createTestDatabase();
  await away.drop();
  expect(await seen(3_600_000, away)).toEqual({ said: [], shown: undefined });
});

const NOON = { date: 'Sat, 21 Nov 2026 12:00:00 GMT' };
const AN_HOUR_AGO = { date: 'Sat, 21 Nov 2026 11:00:00 GMT', age: '3600' };

it.each([
  ['within the second that a date is', NOON, ['12:00:00.400', '12:00:00.600'], 0],
  ['a question that took long', NOON, ['11:59:40.000', '12:00:20.000'], 0],
  ['ahead', NOON, ['12:01:00.000', '12:01:01.000'], 59_000],
  ['behind', NOON, ['11:58:59.000', '11:59:00.000'], -60_000],
  ['from a cache, with its age', AN_HOUR_AGO, ['12:00:01.500', '12:00:02.500'], 0],
  ['without a date', {}, ['12:00:00.000', '12:00:01.000'], null],
  ['with a date that is none', { date: 'hier' }, ['12:00:00.000', '12:00:01.000'], null],
])('by a supplier’s response: %s', (...[, headers, times, aheadMs]) => {
  const [sentMs = 0, receivedMs = 0] = times.map((time) => Date.parse(`2026-11-21T${time}Z`));
  expect(aheadOfAnswer(headers, { sentMs, receivedMs })).toBe(aheadMs);
});
