import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomer, type Customer, type Point } from '../tests/harness/customer.ts';
import { richPlaces, warmUpPlaces } from '../tests/harness/places.ts';
import { processorMsOf } from '../tests/harness/process-usage.ts';
import { atMost, info, median, shown, timed, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';
import { SIDES, type Server, type Servers, type Side } from './datasets-server-sides.ts';

const GOALS = { time: 0.7, processor: 0.5 };
/** What a statement leaves to do after its response. */
const SETTLES_MS = 120;
const STEPS = ['place', 'collect', 'bind', 'print', 'write'] as const;

/** `counters`: of the server's metrics, of all statements, by `step …` in seconds and `calls …`. */
type Result = { ms: number[]; processorMs: number[]; counters: Map<string, number> };
type Measured = Record<Side, Result>;

/** The same places on both servers, one after the other, each first in turn. */
export async function oneByOne(bench: Bench, servers: Servers): Promise<Part> {
  const places = [...warmUpPlaces(), ...richPlaces()];
  const open = ({ pool, product }: Server): Promise<Customer> => openCustomer(pool, product.url, places.length);
  const clients = { live: await open(servers.live), local: await open(servers.local) };
  const measured: Measured = { live: emptyResult(), local: emptyResult() };
  for (const [turn, place] of places.entries()) {
    await drawTiles(bench, place);
    if (turn === warmUpPlaces().length) for (const side of SIDES) await addCounters(measured[side], servers[side], -1);
    for (const side of turn % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const { ms, processorMs } = await issue(clients[side], servers[side].product.serverPid, place);
      if (turn < warmUpPlaces().length) continue;
      measured[side].ms.push(ms);
      measured[side].processorMs.push(processorMs);
    }
  }
  for (const side of SIDES) await addCounters(measured[side], servers[side], 1);
  return partOf(measured);
}

function partOf({ live, local }: Measured): Part {
  const mean = ({ processorMs }: Result): number => processorMs.reduce((sum, ms) => sum + ms, 0) / processorMs.length;
  return {
    title: 'datasets: statements',
    notes: [
      `Two servers over the same simulators, without delay: facts from releases made for tests, by our importers, and from the live adapters. ${local.ms.length} statements in as many communes by one client, each place on both. Processor time is that of the server process alone, without its renderers.`,
    ],
    figures: [
      atMost('PATCH generate, releases over live (medians)', median(local.ms) / median(live.ms), {
        value: GOALS.time,
        unit: '×',
      }),
      info('medians: releases, live', `${shown(median(local.ms))}, ${shown(median(live.ms))} ms`),
      atMost('processor time of the server, releases over live', mean(local) / mean(live), {
        value: GOALS.processor,
        unit: '×',
      }),
      info('processor time a statement: releases, live', `${shown(mean(local))}, ${shown(mean(live))} ms`),
      ...(
        [
          ['releases', local],
          ['live', live],
        ] as const
      ).flatMap(([name, result]) => [
        info(`steps: ${name}`, stepsInWords(result)),
        info(`calls a statement: ${name}`, callsInWords(result)),
      ]),
    ],
  };
}

const stepsInWords = ({ counters, ms }: Result): string =>
  `${STEPS.map((step) => `${step} ${shown((1000 * (counters.get(`step ${step}`) ?? 0)) / ms.length)}`).join(', ')} ms`;

function callsInWords({ counters, ms }: Result): string {
  const calls = [...counters].filter(([name, count]) => name.startsWith('calls ') && count > 0);
  const total = calls.reduce((sum, [, count]) => sum + count, 0);
  const each = calls
    .toSorted(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name.slice('calls '.length)} ${shown(count / ms.length)}`);
  return `${shown(total / ms.length)}: ${each.join(', ')}`;
}

const emptyResult = (): Result => ({ ms: [], processorMs: [], counters: new Map() });

/** Adds, or takes away, the seconds of each step and the calls of each supplier so far. */
async function addCounters({ counters }: Result, { metricsUrl }: Server, sign: 1 | -1): Promise<void> {
  const text = await (await fetch(`${metricsUrl}/metrics`)).text();
  const lines = text.matchAll(
    /^clairisque_(?:generation_step_duration_seconds_sum\{[^}]*step="(?<step>[^"]*)"|supplier_call_duration_seconds_count\{[^}]*source="(?<source>[^"]*)")[^}]*\} (?<value>[\d.e-]+)$/gmu,
  );
  for (const { groups } of lines) {
    const name = groups?.['step'] === undefined ? `calls ${groups?.['source']}` : `step ${groups['step']}`;
    counters.set(name, (counters.get(name) ?? 0) + sign * Number(groups?.['value']));
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
