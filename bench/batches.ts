import { setTimeout as sleep } from 'node:timers/promises';
import { insertKey, queryOf } from '../tests/harness/accounts.ts';
import { openCustomer, type Point } from '../tests/harness/customer.ts';
import { watchUsage } from '../tests/harness/process-usage.ts';
import { atLeast, atMost, info, percentile, shown, type Part } from '../tests/harness/report.ts';
import { until } from '../tests/harness/until.ts';
import { issueUntil, memoryFigures, withTilesDrawn } from './sustained.ts';
import type { Bench } from './bench.ts';

const PLACES = 480;
const ROWS = 1_000;
const CLIENTS_MS = 40_000;
const PEOPLE = 2;
const PEOPLE_MS = 60_000;
/** A user reads the document before the next one. */
const PAUSE_MS = 2_000;
const LONGEST_MS = 20 * 60_000;

/** A batch alone beside four clients that never rest; then two users, with a batch and without. */
export async function batches(bench: Bench): Promise<Part> {
  const places = [...(await withTilesDrawn(bench, PLACES))];
  // Warm, and the reference.
  await issueUntil(bench, places.values(), performance.now() + 8_000);
  const issued = await issueUntil(bench, places.values(), performance.now() + CLIENTS_MS);
  const clientsRate = issued.length / (CLIENTS_MS / 1000);
  const usage = watchUsage(bench.product.serverPid);
  const asked = performance.now();
  const alone = await startBatch(bench, places, ROWS);
  const from = performance.now();
  await alone.finished();
  const batchRate = ROWS / ((performance.now() - from) / 1000);
  const samples = await usage.stop();
  const without = await people(bench, places);
  const beside = await startBatch(bench, places, ROWS);
  const withBatch = await people(bench, places);
  const rows = await beside.cancel();
  const [usual, together] = [percentile(without, 0.95), percentile(withBatch, 0.95)];
  return {
    title: 'batches',
    notes: [],
    figures: [
      info('statements a second, four clients', shown(clientsRate)),
      atLeast(`a batch of ${ROWS} alone, share of that rate`, batchRate / clientsRate, { value: 0.9, unit: '×' }),
      info('its check before, rows a second', shown(ROWS / ((from - asked) / 1000))),
      ...memoryFigures(samples),
      info('PATCH generate of two users, 95 %', `${shown(usual)} ms; beside a batch ${shown(together)} ms`),
      atMost('the same, ratio', together / usual, { value: 1.5, unit: '×' }),
      info('rows issued meanwhile', String(rows)),
    ],
  };
}

type Started = { finished: () => Promise<void>; cancel: () => Promise<number> };
type BatchAnswer = { id: string; status: string; rows: { issued: number } };

/** Checked, then started. */
async function startBatch({ pool, product }: Bench, places: Point[], count: number): Promise<Started> {
  const { email } = await openCustomer(pool, product.url, count);
  const key = await insertKey(queryOf(pool), { email });
  const call = async (method: string, path: string, body?: object): Promise<BatchAnswer> => {
    const response = await fetch(`${product.url}/api/v3/batches${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': `bench-${path}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as BatchAnswer;
  };
  const rows = Array.from({ length: count }, (_, index) => {
    const { longitude = 0, latitude = 0 } = places[index % places.length] ?? {};
    return { transaction: 'sale', point: { longitude, latitude } };
  });
  const { id } = await call('POST', '', { start: 'manual', rows });
  const reached = (status: string) =>
    until(async () => (await call('GET', `/${id}`)).status === status, { withinMs: LONGEST_MS, everyMs: 500 });
  await reached('ready');
  await call('POST', `/${id}/start`);
  return {
    finished: async () => void (await reached('finished')),
    cancel: async () => (await call('POST', `/${id}/cancel`)).rows.issued,
  };
}

/** How long each of their generations took, in ms. */
async function people({ pool, product }: Bench, places: Point[]): Promise<number[]> {
  const end = performance.now() + PEOPLE_MS;
  const durations: number[] = [];
  const person = async (_: unknown, rank: number): Promise<void> => {
    const customer = await openCustomer(pool, product.url, 200);
    for (let turn = rank * 100; performance.now() < end; turn += 1) {
      const id = await customer.draft(places[turn % places.length]!);
      const asked = performance.now();
      await customer.generate(id);
      durations.push(performance.now() - asked);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: PEOPLE }, person));
  return durations;
}
