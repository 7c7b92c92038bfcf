import { ordinaryPlaces } from '../tests/harness/places.ts';
import { processorMsOf } from '../tests/harness/process-usage.ts';
import { atLeast, info, shown, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';
import { SIDES, type Servers, type Side } from './datasets-server-sides.ts';
import { issueUntil, withTilesDrawn } from './sustained.ts';

const GOAL = 1.5;
const ROUNDS = 2;
const WARM_UP_MS = 4_000;
const MEASURED_MS = 20_000;
/** Enough for both sides at eight statements a second. */
const PLACES = 400;

type Rates = Record<Side, { statements: number; processorMs: number }>;

/** Four clients on one server, then on the other, each twice. */
export async function sustainedRates(bench: Bench, servers: Servers): Promise<Part> {
  await withTilesDrawn(bench, PLACES);
  const places = { live: ordinaryPlaces(), local: ordinaryPlaces() };
  const rates: Rates = { live: { statements: 0, processorMs: 0 }, local: { statements: 0, processorMs: 0 } };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const side of round % 2 === 0 ? SIDES : SIDES.toReversed()) {
      const { serverPid } = servers[side].product;
      const from = performance.now() + WARM_UP_MS;
      const before = processorMsOf(serverPid);
      const finished = await issueUntil(servers[side], places[side], from + MEASURED_MS);
      rates[side].processorMs += (processorMsOf(serverPid) - before) / finished.length / ROUNDS;
      rates[side].statements += finished.filter(({ atMs }) => atMs >= from && atMs < from + MEASURED_MS).length;
    }
  }
  return partOf(rates);
}

function partOf({ live, local }: Rates): Part {
  const rate = ({ statements }: Rates[Side]): number => (1000 * statements) / (ROUNDS * MEASURED_MS);
  return {
    title: 'datasets: sustained statements',
    notes: [`As above, ${ROUNDS} times ${MEASURED_MS / 1000} s of four clients on each server in turn.`],
    figures: [
      atLeast('sustained statements a second, releases over live', rate(local) / rate(live), {
        value: GOAL,
        unit: '×',
      }),
      info('sustained: releases, live', `${shown(rate(local))}, ${shown(rate(live))} /s`),
      info('processor time a statement: releases, live', `${shown(local.processorMs)}, ${shown(live.processorMs)} ms`),
    ],
  };
}
