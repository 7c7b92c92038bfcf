import { atMost, holds, median, percentile, shown, info, type Figure, type Part } from '../harness/report.ts';
import { SALES_HOLD } from '../../server/test/ledger/sales.ts';
import type { Sample } from './load.virtual-users.ts';
import { fillCaches } from './load.caches.ts';
import { openEnvironment, type Environment, type Resources } from './load.environment.ts';

/**
 * A quarter of the knee of two cores (`npm run trials -- load`), and not half, since the simulators draw each place’s
 * tiles at the same time.
 */
const RATE = 15;
/** Below this a slope means nothing. */
const LEAST_MINUTES = 20;
/** Above uncollected garbage, on the slope of the last three quarters. */
const GROWTH_MB_AN_HOUR = 20;
const QUICK_MS = 1_000;

type Minute = { samples: Sample[]; resources: Resources };
type Memory = 'server' | 'objects' | 'printer';

/**
 * `npm run trials -- soak [MINUTES=120] [USERS_PER_SECOND=15]`: a day's visitors at a steady rate; memory minute by
 * minute.
 */
export async function run([minutes = '120', rate = String(RATE)]: string[]): Promise<Part[]> {
  const environment = await openEnvironment({ drawn: 0 });
  try {
    await fillCaches(environment.url);
    const before = environment.users.samples.length;
    const done: Minute[] = [];
    for (let n = 1; n <= Number(minutes); n += 1) {
      const minute = await passMinute(environment, Number(rate));
      done.push(minute);
      console.log(lineOf(n, minute));
    }
    await environment.users.gone();
    // Including users who were still waiting at the end of the last minute.
    return [partOf(done, environment.users.samples.slice(before), await environment.broken())];
  } finally {
    await environment.stop();
  }
}

async function passMinute({ users, watch }: Environment, rate: number): Promise<Minute> {
  const watching = watch();
  const before = users.samples.length;
  await users.come(rate, 60);
  return { samples: users.samples.slice(before), resources: await watching.stop() };
}

/** Megabytes: resident, the median of the minute; of objects, its minimum, after a collection. */
function memoryOf({ resources: { usage, objectsMb } }: Minute, of: Memory): number {
  if (of === 'objects') return Math.min(...objectsMb);
  return median(usage.map(({ serverMb, rendererMb }) => (of === 'server' ? serverMb : rendererMb)));
}

const countOf = ({ samples }: Minute, outcome: Sample['outcome']): number =>
  samples.filter((one) => one.outcome === outcome).length;

function lineOf(n: number, minute: Minute): string {
  const memory = (['server', 'objects', 'printer'] as const).map((of) => `${of} ${shown(memoryOf(minute, of))}`);
  const counts = (['answered', 'refused', 'failed'] as const).map(
    (outcome) => `${countOf(minute, outcome)} ${outcome}`,
  );
  return `minute ${n}: ${memory.join(', ')} MB; ${counts.join(', ')}`;
}

/** Megabytes an hour by least squares, without the first quarter, in which the heap grows to its size. */
function slopeOf(minutes: Minute[], of: Memory): number {
  const kept = minutes.slice(Math.floor(minutes.length / 4)).map((minute) => memoryOf(minute, of));
  const [x, y] = [(kept.length - 1) / 2, kept.reduce((sum, value) => sum + value, 0) / kept.length];
  const above = kept.reduce((sum, value, n) => sum + (n - x) * (value - y), 0);
  const below = kept.reduce((sum, _value, n) => sum + (n - x) ** 2, 0);
  return below === 0 ? 0 : (60 * above) / below;
}

function partOf(minutes: Minute[], samples: readonly Sample[], broken: string[]): Part {
  const quick = samples.filter(({ kind, outcome }) => kind === 'quick' && outcome === 'answered').map(({ ms }) => ms);
  const failed = samples.filter(({ outcome }) => outcome === 'failed').length;
  const refused = samples.filter(({ outcome }) => outcome === 'refused').length;
  return {
    title: `soak, ${minutes.length} minutes`,
    notes: [
      'The virtual users of the load trial, at a steady rate, once the caches of tiles and responses are full. Memory in MB: resident, of the server’s process and of the Typst processes together, medians of the minute; of its objects (JavaScript heap and buffers), the lowest of the minute. Simulators, PostgreSQL and virtual users are other processes, not counted.',
      ...minutes.map((minute, n) => lineOf(n + 1, minute)),
    ],
    figures: [
      info('requests', `${samples.length}`),
      atMost('failed', failed, { value: 0, unit: '' }),
      atMost('refused, of a thousand', (1000 * refused) / samples.length, { value: 1, unit: '' }),
      atMost('99 % of the quick calls', percentile(quick, 0.99), { value: QUICK_MS, unit: 'ms' }),
      ...memoryFigures(minutes),
      holds(SALES_HOLD, broken),
    ],
  };
}

const MEMORIES: Record<Memory, string> = {
  server: 'the server’s memory',
  objects: 'its objects',
  printer: 'the printers’ memory',
};

const memoryFigures = (minutes: Minute[]): Figure[] =>
  (Object.keys(MEMORIES) as Memory[]).map((of) => {
    const name = `slope of ${MEMORIES[of]}, last three quarters`;
    const slope = slopeOf(minutes, of);
    return minutes.length < LEAST_MINUTES
      ? info(name, `${shown(slope)} MB an hour, run too short`)
      : atMost(name, slope, { value: GROWTH_MB_AN_HOUR, unit: 'MB an hour' });
  });
