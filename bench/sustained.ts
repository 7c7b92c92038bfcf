import { setTimeout as sleep } from 'node:timers/promises';
import { openCustomer, type Customer, type Point } from '../tests/harness/customer.ts';
import {
  atLeast,
  atMost,
  holds,
  median,
  percentile,
  shown,
  info,
  type Figure,
  type Part,
} from '../tests/harness/report.ts';
import { ordinaryPlaces } from '../tests/harness/places.ts';
import { watchUsage, type Usage } from '../tests/harness/process-usage.ts';
import { brokenAfterSales, SALES_HOLD } from '../server/test/ledger/sales.ts';
import type { Bench } from './bench.ts';

const CLIENTS = 4;
const ACCOUNTS_EACH = 3;
const CREDITS = 500;
const WARM_UP_MS = 8_000;
const MEASURED_MS = 60_000;
/** Enough for twice the goal. */
const PLACES = 480;

/** Clients that issue one statement after the other, each with several accounts in turn, every statement elsewhere. */
export async function sustained(bench: Bench): Promise<Part> {
  const places = await withTilesDrawn(bench, PLACES);
  const from = performance.now();
  const until = from + WARM_UP_MS + MEASURED_MS;
  const already = await countIssued(bench);
  const issued = issueUntil(bench, places, until);
  await Promise.race([sleep(WARM_UP_MS), issued]);
  const usage = watchUsage(bench.product.serverPid);
  const finished = await issued;
  const samples = await usage.stop();
  const references = finished.map(({ reference }) => reference);
  const stores = { pool: bench.pool, db: bench.deps.db, filesDir: bench.product.filesDir };
  const broken = await brokenAfterSales(stores, { already, references, unanswered: 0 });
  const counted = finished.filter(({ atMs }) => atMs >= from + WARM_UP_MS && atMs < until);
  return partOf(
    counted.map(({ ms }) => ms),
    samples,
    broken,
  );
}

type Places = IterableIterator<Point, undefined>;
type Issued = { atMs: number; ms: number; reference: string };

/** Each of four clients issues one statement after the other until that instant, or the last place. */
export async function issueUntil(
  bench: Pick<Bench, 'pool' | 'product'>,
  places: Places,
  until: number,
): Promise<Issued[]> {
  const finished: Issued[] = [];
  const customer = async (): Promise<void> => {
    const accounts = await openAccounts(bench);
    for (let turn = 0; performance.now() < until; turn += 1) {
      const account = accounts[turn % ACCOUNTS_EACH];
      const place = places.next().value;
      if (account === undefined || place === undefined) return;
      const id = await account.draft(place);
      const asked = performance.now();
      const reference = await account.generate(id);
      finished.push({ atMs: performance.now(), ms: performance.now() - asked, reference });
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, customer));
  return finished;
}

/** Ordinary places in different towns; the simulators draw their tiles beforehand: they stand for other machines. */
export async function withTilesDrawn({ deps }: Pick<Bench, 'deps'>, count: number): Promise<Places> {
  const places = ordinaryPlaces().take(count).toArray();
  for (const { longitude, latitude } of places) {
    await deps.staticMap.draw({
      longitude,
      latitude,
      inseeCodes: [],
      communeName: '',
      parcels: [],
    });
  }
  return places.values();
}

const openAccounts = ({ pool, product }: Pick<Bench, 'pool' | 'product'>): Promise<Customer[]> =>
  Promise.all(Array.from({ length: ACCOUNTS_EACH }, () => openCustomer(pool, product.url, CREDITS)));

async function countIssued({ pool }: Bench): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count from statement where status = 'issued'`,
  );
  return rows[0]?.count ?? 0;
}

function partOf(durations: number[], samples: Usage[], broken: string[]): Part {
  const seconds = MEASURED_MS / 1000;
  return {
    title: 'sustained',
    notes: [
      'Each statement is `proximite`, `create` and `generate`, at another parcel each: some 100 m from the others of its town, in 45 towns in turn. The simulators have their tiles at hand, as the real services have theirs; they compute everything else on the same cores.',
    ],
    figures: [
      atLeast(`statements a second, over ${shown(seconds)} s, ${CLIENTS} clients`, durations.length / seconds, {
        value: 5,
        unit: '/s',
      }),
      info(
        'PATCH generate under that load',
        `median ${shown(median(durations))} ms, 95 % ${shown(percentile(durations, 0.95))} ms`,
      ),
      info('processor time a statement', processorTime(samples, durations.length)),
      ...memoryFigures(samples),
      holds(SALES_HOLD, broken),
    ],
  };
}

function processorTime(samples: Usage[], statements: number): string {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return '';
  const each = (seconds: number): string => `${shown((seconds / statements) * 1000)} ms`;
  return `server ${each(last.serverSeconds - first.serverSeconds)}, Typst ${each(last.rendererSeconds - first.rendererSeconds)}`;
}

/** Flat: the last quarter uses no more than the second, apart from uncollected garbage. */
const GROWTH_LIMIT_MB = 30;

export function memoryFigures(samples: Usage[]): Figure[] {
  const server = samples.map(({ serverMb }) => serverMb);
  const renderer = samples.map(({ rendererMb }) => rendererMb);
  const quarter = Math.floor(samples.length / 4);
  const growth = median(server.slice(-quarter)) - median(server.slice(quarter, 2 * quarter));
  return [
    atMost('memory of the server process, highest', Math.max(...server), { value: 450, unit: 'MB' }),
    atMost('its growth, second to last quarter (medians)', growth, { value: GROWTH_LIMIT_MB, unit: 'MB' }),
    info(
      'memory of its Typst children together',
      `median ${shown(median(renderer))}, highest ${shown(Math.max(...renderer))} MB`,
    ),
  ];
}
