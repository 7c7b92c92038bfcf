import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomer, type Customer, type Point } from '../tests/harness/customer.ts';
import { ordinaryPlaces, richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import { processorMsOf } from '../tests/harness/process-usage.ts';
import { atLeast, atMost, info, median, shown, timed, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';
import { issueUntil, withTilesDrawn } from './sustained.ts';

const GOALS = { time: 0.7, processor: 0.5, sustained: 1.5 };
const ROUNDS = 2;
const WARM_UP_MS = 4_000;
const MEASURED_MS = 20_000;
/** Enough for both sides at eight statements a second. */
const PLACES = 400;
/** What a statement leaves to do after its response. */
const SETTLES_MS = 120;

/** `metricsUrl`: address of its metrics. */
export type Server = Pick<Bench, 'product' | 'pool'> & { metricsUrl: string };
type Side = 'live' | 'local';
type Servers = Record<Side, Server>;
const SIDES: readonly Side[] = ['live', 'local'];
const STEPS = ['place', 'collect', 'bind', 'print', 'write'] as const;
type Steps = Record<(typeof STEPS)[number], number>;

/** The same places on both servers, one after the other, each first in turn. */
export async function datasetsSpeed(bench: Bench, servers: Servers): Promise<Part> {
  const one = await oneByOne(bench, servers);
  const many = await sustainedRates(bench, servers);
  const ratio = median(one.local.ms) / median(one.live.ms);
  const mean = (side: Side): number => one[side].processorMs.reduce((sum, ms) => sum + ms, 0) / one[side].ms.length;
  return {
    title: 'datasets: statements',
    notes: [
      `Two servers over the same simulators, without delay: facts from releases made for tests, by our importers, and from the live adapters. ${one.local.ms.length} statements in as many communes by one client, each place on both, then ${ROUNDS} times ${MEASURED_MS / 1000} s of four clients on each in turn. Processor time is that of the server process alone, without its renderers.`,
    ],
    figures: [
      atMost('PATCH generate, releases over live (medians)', ratio, { value: GOALS.time, unit: '×' }),
      info('medians: releases, live', `${shown(median(one.local.ms))}, ${shown(median(one.live.ms))} ms`),
      atMost('processor time of the server, releases over live', mean('local') / mean('live'), {
        value: GOALS.processor,
        unit: '×',
      }),
      info('processor time a statement: releases, live', `${shown(mean('local'))}, ${shown(mean('live'))} ms`),
      info('steps: releases', stepsInWords(one.local)),
      info('steps: live', stepsInWords(one.live)),
      atLeast('sustained statements a second, releases over live', many.local / many.live, {
        value: GOALS.sustained,
        unit: '×',
      }),
      info('sustained: releases, live', `${shown(many.local)}, ${shown(many.live)} /s`),
    ],
  };
}

/** `steps`: in seconds, of all statements. */
type Result = { ms: number[]; processorMs: number[]; steps: Steps };
type Measured = Record<Side, Result>;

const stepsInWords = ({ steps, ms }: Result): string =>
  `${STEPS.map((step) => `${step} ${shown((1000 * steps[step]) / ms.length)}`).join(', ')} ms`;

async function oneByOne(bench: Bench, servers: Servers): Promise<Measured> {
  const places = [...warmUpPlaces(), ...richPlaces()];
  const open = ({ pool, product }: Server): Promise<Customer> => openCustomer(pool, product.url, places.length);
  const clients = { live: await open(servers.live), local: await open(servers.local) };
  const measured: Measured = { live: emptyResult(), local: emptyResult() };
  for (const [turn, place] of places.entries()) {
    await drawTiles(bench, place);
    if (turn === warmUpPlaces().length) for (const side of SIDES) await addSteps(measured[side], servers[side], -1);
    for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const { ms, processorMs } = await issue(clients[side], servers[side].product.serverPid, place);
      if (turn < warmUpPlaces().length) continue;
      measured[side].ms.push(ms);
      measured[side].processorMs.push(processorMs);
    }
  }
  for (const side of SIDES) await addSteps(measured[side], servers[side], 1);
  return measured;
}

const emptyResult = (): Result => ({
  ms: [],
  processorMs: [],
  steps: { place: 0, collect: 0, bind: 0, print: 0, write: 0 },
});

/** Adds, or takes away, the seconds of each step so far. */
async function addSteps({ steps }: Result, { metricsUrl }: Server, sign: 1 | -1): Promise<void> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const sums = text.matchAll(
    /^clairisque_generation_step_duration_seconds_sum\{(?<labels>[^}]*)\} (?<sum>[\d.e-]+)$/gmu,
  );
  for (const { groups } of sums) {
    const step = STEPS.find((name) => groups?.['labels']?.includes(`step="${name}"`));
    if (step !== undefined) steps[step] += sign * Number(groups?.['sum']);
  }
}

async function issue(client: Customer, pid: number, place: Point): Promise<{ ms: number; processorMs: number }> {
  const id = await client.draft(place);
  await sleep(SETTLES_MS);
  const before = processorMsOf(pid);
  const { ms } = await timed(() => client.generate(id));
  await sleep(SETTLES_MS);
  return { ms, processorMs: processorMsOf(pid) - before };
}

/** The simulators have their tiles at hand, as the real services have theirs. */
const drawTiles = ({ deps }: Bench, { longitude, latitude }: Point): Promise<unknown> =>
  deps.staticMap.draw({ longitude, latitude, inseeCodes: [], communeName: '', parcels: [] });

async function sustainedRates(bench: Bench, servers: Servers): Promise<Record<Side, number>> {
  await withTilesDrawn(bench, PLACES);
  const places = { live: ordinaryPlaces(), local: ordinaryPlaces() };
  const counts = { live: 0, local: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of SIDES) {
      const from = performance.now() + WARM_UP_MS;
      const finished = await issueUntil(servers[side], places[side], from + MEASURED_MS);
      counts[side] += finished.filter(({ atMs }) => atMs >= from && atMs < from + MEASURED_MS).length;
    }
  }
  const seconds = (ROUNDS * MEASURED_MS) / 1000;
  return { live: counts.live / seconds, local: counts.local / seconds };
}
