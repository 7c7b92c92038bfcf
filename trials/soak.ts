import { atMost, holds, median, percentile, shown, told, type Figure, type Part } from '../bench/figures.ts';
import type { Usage } from '../bench/processes.ts';
import { SALES_HOLD } from '../server/test/books/sales.ts';
import type { Heard } from './load.crowd.ts';
import { openGround, type Ground } from './load.ground.ts';

/** About half the knee of two cores (`npm run trials -- load`), since the simulators draw each place's tiles meanwhile. */
const RATE = 15;
/** Under which caches still fill, and a slope says nothing. */
const LEAST_MINUTES = 20;
/** Beyond what a collector leaves lying about, on the slope of the last three quarters. */
const GROWTH_MB_AN_HOUR = 20;
const QUICK_MS = 1_000;

type Minute = { heard: Heard[]; usage: Usage[] };

/** `npm run trials -- soak [MINUTES=120] [PEOPLE_PER_SECOND=15]`: a day's visitors, steadily; memory minute by minute. */
export async function run([minutes = '120', rate = String(RATE)]: string[]): Promise<Part[]> {
  const ground = await openGround({ drawn: 0 });
  try {
    const done: Minute[] = [];
    for (let n = 1; n <= Number(minutes); n += 1) {
      const minute = await passMinute(ground, Number(rate));
      done.push(minute);
      console.log(lineOf(n, minute));
    }
    await ground.crowd.gone();
    return [partOf(done, await ground.broken())];
  } finally {
    await ground.stop();
  }
}

async function passMinute({ crowd, watch }: Ground, rate: number): Promise<Minute> {
  const watched = watch();
  const before = crowd.heard.length;
  await crowd.come(rate, 60);
  const { usage } = await watched.stop();
  return { heard: crowd.heard.slice(before), usage };
}

const memoryOf = ({ usage }: Minute, of: 'serverMb' | 'rendererMb'): number => median(usage.map((one) => one[of]));
const countOf = ({ heard }: Minute, outcome: Heard['outcome']): number =>
  heard.filter((one) => one.outcome === outcome).length;

function lineOf(n: number, minute: Minute): string {
  const [server, printer] = [memoryOf(minute, 'serverMb'), memoryOf(minute, 'rendererMb')];
  const counts = (['answered', 'refused', 'failed'] as const).map(
    (outcome) => `${countOf(minute, outcome)} ${outcome}`,
  );
  return `minute ${n}: server ${shown(server)} MB, printer ${shown(printer)} MB; ${counts.join(', ')}`;
}

/** Megabytes an hour by least squares, without the first quarter, in which caches fill. */
function slopeOf(minutes: Minute[], of: 'serverMb' | 'rendererMb'): number {
  const kept = minutes.slice(Math.floor(minutes.length / 4)).map((minute) => memoryOf(minute, of));
  const [x, y] = [(kept.length - 1) / 2, kept.reduce((sum, value) => sum + value, 0) / kept.length];
  const above = kept.reduce((sum, value, n) => sum + (n - x) * (value - y), 0);
  const below = kept.reduce((sum, _value, n) => sum + (n - x) ** 2, 0);
  return below === 0 ? 0 : (60 * above) / below;
}

function partOf(minutes: Minute[], broken: string[]): Part {
  const heard = minutes.flatMap((minute) => minute.heard);
  const quick = heard.filter(({ kind, outcome }) => kind === 'quick' && outcome === 'answered').map(({ ms }) => ms);
  const failed = heard.filter(({ outcome }) => outcome === 'failed').length;
  const refused = heard.filter(({ outcome }) => outcome === 'refused').length;
  return {
    title: `soak, ${minutes.length} minutes`,
    notes: [
      'The same people as in the trial of load, at a steady rate of about half the knee.',
      ...minutes.map((minute, n) => lineOf(n + 1, minute)),
    ],
    figures: [
      told('requests', `${heard.length}`),
      atMost('failed', failed, { value: 0, unit: '' }),
      atMost('refused, of a thousand', (1000 * refused) / heard.length, { value: 1, unit: '' }),
      atMost('99 % of the quick calls', percentile(quick, 0.99), { value: QUICK_MS, unit: 'ms' }),
      ...memoryFigures(minutes),
      holds(SALES_HOLD, broken),
    ],
  };
}

const memoryFigures = (minutes: Minute[]): Figure[] =>
  (['serverMb', 'rendererMb'] as const).map((of) => {
    const name = `slope of the ${of === 'serverMb' ? 'server' : 'printer'}’s memory, last three quarters`;
    const slope = slopeOf(minutes, of);
    return minutes.length < LEAST_MINUTES
      ? told(name, `${shown(slope)} MB an hour, of too short a run`)
      : atMost(name, slope, { value: GROWTH_MB_AN_HOUR, unit: 'MB an hour' });
  });
