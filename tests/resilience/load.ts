import { setTimeout as sleep } from 'node:timers/promises';
import { atLeast, atMost, holds, median, percentile, shown, info, type Figure, type Part } from '../harness/report.ts';
import { SALES_HOLD } from '../../server/test/ledger/sales.ts';
import type { VirtualUsers, Sample } from './load.virtual-users.ts';
import { openEnvironment, type Environment, type Resources } from './load.environment.ts';

/** The knee is the last rate at which almost nothing is refused, nothing fails, and quick calls are in time. */
const QUICK_MS = 1_000;
const REFUSED_SHARE = 0.01;
const FIRST_RATE = 8;
const GROWTH = 1.35;
const MOST_STEPS = 12;
/** A user gives up a call after twenty seconds. */
const GIVEN_UP_MS = 21_000;
/** Start of a step, which still has the former one's work. */
const WARM_UP_SHARE = 0.25;
const RECOVERY_WATCHED_S = 20;
/** About as many statements as are requested in all, by second of a step. */
const DRAWN_A_SECOND = 10;

type Step = {
  rate: number;
  /** Requests a second. */
  asked: number;
  answered: number;
  refused: number;
  failed: number;
  /** Each failed call with what it met. */
  failures: string[];
  /** The quick calls with the greatest 95th percentile. */
  slowest: string[];
  quick: { p50: number; p99: number };
  generation: { p50: number; p99: number };
} & Resources;

/**
 * `npm run trials -- load [SECONDS_PER_STEP]`: a day's visitors, concurrently, at rising rates to the knee; twice as
 * many for a while; then half as many again.
 */
export async function run([secondsPerStep = '20']: string[]): Promise<Part[]> {
  const seconds = Number(secondsPerStep);
  const environment = await openEnvironment({ drawn: DRAWN_A_SECOND * seconds });
  try {
    const steps = await climb(environment, seconds);
    const knee = steps.findLast(isWell) ?? steps[0];
    if (knee === undefined) throw new Error('no step');
    const tellOfFlood = await offer(environment, 2 * knee.rate, 1.5 * seconds);
    // While waiting users of the flood still wait.
    const recoverySeconds = await recovery(environment.users, knee.rate / 2);
    const flood = await tellOfFlood();
    await environment.users.gone();
    const broken = await environment.broken();
    return [part([...steps, flood], figuresOf({ knee, flood, recoverySeconds, broken }))];
  } finally {
    await environment.stop();
  }
}

/** Two steps beyond confirm the knee: other work on the machine may have spoilt one. */
async function climb(environment: Environment, seconds: number): Promise<Step[]> {
  const steps: Step[] = [];
  for (let rate = FIRST_RATE; steps.length < MOST_STEPS; rate *= GROWTH) {
    const done = await (await offer(environment, rate, seconds))();
    steps.push(done);
    if (steps.length > 1 && steps.slice(-2).every((one) => !isWell(one))) break;
  }
  return steps;
}

const isWell = ({ asked, refused, failed, quick }: Step): boolean =>
  failed === 0 && refused <= asked * REFUSED_SHARE && quick.p99 <= QUICK_MS;

/** Resolves when the last of them has arrived, with a function that returns their outcomes. */
async function offer({ users, watch }: Environment, rate: number, seconds: number): Promise<() => Promise<Step>> {
  const from = performance.now() + seconds * WARM_UP_SHARE * 1000;
  const watching = watch();
  await users.come(rate, seconds);
  const until = performance.now();
  const resources = await watching.stop();
  return async () => {
    // Until the last call has a response or is given up: otherwise the slow ones of a step would not count.
    await Promise.race([users.gone(), sleep(GIVEN_UP_MS)]);
    const samples = users.samples.filter(({ askedMs }) => askedMs >= from && askedMs < until);
    const of = (outcome: Sample['outcome']): number =>
      (samples.filter((one) => one.outcome === outcome).length / (until - from)) * 1000;
    return {
      rate,
      asked: (samples.length / (until - from)) * 1000,
      answered: of('answered'),
      refused: of('refused'),
      failed: of('failed'),
      failures: samples.flatMap(({ call, failure, ms }) =>
        failure === null ? [] : [`${call}: ${failure} after ${shown(ms)} ms`],
      ),
      slowest: slowestOf(samples),
      quick: timesOf(samples, 'quick'),
      generation: timesOf(samples, 'generation'),
      ...resources,
    };
  };
}

/** Counts accepted calls only: a refusal takes no time. */
function timesOf(samples: Sample[], kind: Sample['kind']): { p50: number; p99: number } {
  const times = samples.filter((one) => one.kind === kind && one.outcome === 'answered').map(({ ms }) => ms);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

const SLOWEST_SHOWN = 4;

function slowestOf(samples: Sample[]): string[] {
  const quick = samples.filter(({ kind, outcome }) => kind === 'quick' && outcome === 'answered');
  const calls = [...Map.groupBy(quick, ({ call }) => call)].map(([call, group]) => {
    const times = group.map(({ ms }) => ms);
    return {
      p95: percentile(times, 0.95),
      words: `${call} ${shown(median(times))} / ${shown(percentile(times, 0.95))} ms`,
    };
  });
  return calls
    .toSorted((one, other) => other.p95 - one.p95)
    .slice(0, SLOWEST_SHOWN)
    .map(({ words }) => words);
}

/** Seconds after the flood until the last quick call that was refused, failed or late. */
async function recovery(users: VirtualUsers, rate: number): Promise<number> {
  const from = performance.now();
  await users.come(rate, RECOVERY_WATCHED_S);
  await Promise.race([users.gone(), sleep(GIVEN_UP_MS)]);
  const wrong = users.samples.filter(
    ({ askedMs, ms, kind, outcome }) =>
      askedMs >= from && kind === 'quick' && (outcome !== 'answered' || ms > QUICK_MS),
  );
  return wrong.reduce((last, { askedMs }) => Math.max(last, (askedMs - from) / 1000), 0);
}

type Outcome = { knee: Step; flood: Step; recoverySeconds: number; broken: string[] };

function figuresOf({ knee, flood, recoverySeconds, broken }: Outcome): Figure[] {
  return [
    {
      name: 'the knee',
      measured: `${shown(knee.rate)} users, ${shown(knee.answered)} requests a second`,
      target: 'a sustained rate',
      met: isWell(knee),
    },
    atMost('at twice the knee: failed, of a thousand', (1000 * flood.failed) / flood.asked, { value: 0, unit: '' }),
    info('at twice the knee: what failed', flood.failures.join('; ') || 'nothing'),
    info('at twice the knee: the slowest quick calls, 50 / 95 %', flood.slowest.join('; ')),
    info('at twice the knee: refused', `${shown((100 * flood.refused) / flood.asked)} %`),
    atLeast('at twice the knee: answered, in shares of the knee', flood.answered / knee.answered, {
      value: 0.7,
      unit: '',
    }),
    atMost('at twice the knee: 99 % of the quick calls that were taken', flood.quick.p99, { value: 5_000, unit: 'ms' }),
    atMost('until every quick call is answered within 1 s', recoverySeconds, { value: 10, unit: 's' }),
    holds(SALES_HOLD, broken),
  ];
}

function part(steps: Step[], figures: Figure[]): Part {
  return {
    title: 'load',
    notes: [
      'Users arrive at a rate, whatever the responses. Of a hundred: 30 open the first page with its files, 18 look for a parcel, 22 open their space, 12 download a document, 6 verify one, 5 sign in, 5 issue a statement, 2 buy credits. One process (`all`), which shares two cores with PostgreSQL, the printer, the simulators and the virtual users. A refused user does not retry.',
    ],
    figures: [...steps.map(line), ...figures],
  };
}

function line(step: Step): Figure {
  const { rate, usage, loopMs, quick, generation } = step;
  const perSecond = (name: 'asked' | Sample['outcome']): string => `${shown(step[name])} ${name}`;
  const memory = Math.max(...usage.map(({ serverMb }) => serverMb));
  return info(
    `${shown(rate)} users a second`,
    [
      `${(['asked', 'answered', 'refused', 'failed'] as const).map(perSecond).join(', ')} requests a second`,
      `quick ${shown(quick.p50)} / ${shown(quick.p99)} ms`,
      `generation ${shown(generation.p50)} / ${shown(generation.p99)} ms`,
      `/healthz ${shown(percentile(loopMs, 0.5))} / ${shown(percentile(loopMs, 0.99))} ms (50 / 99 %)`,
      `${shown(memory)} MB`,
    ].join('; '),
  );
}
