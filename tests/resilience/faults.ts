import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost, info, type Figure, type Part } from '../harness/report.ts';
import { createRandom } from '../harness/seeded-random.ts';
import { checkAftermath, type Aftermath } from './faults.aftermath.ts';
import { countOf, startVirtualUsers } from './faults.virtual-users.ts';
import { makeDisk } from './faults.disk.ts';
import { prepareSite, type Environment } from './faults.environment.ts';
import { restartEnded } from './faults.kinds.ts';
import { SCENARIOS, type Scenario, type Stage } from './faults.scenarios.ts';
import { inject } from './faults.inject.ts';

const VISITORS = 8;
/** Virtual users run undisturbed before and after the faults. */
const AROUND_MS = 5_000;

/** No scenario takes a quarter of this: a hanging one is reported, and the next is run. */
const ENDS_WITHIN_MS = 10 * 60_000;
/** Required afterwards, in seconds after the last fault. */
const SERVED_WITHIN_S = 30;
const QUIET_WITHIN_S = 120;

/** `npm run trials -- faults [COUNT] [SEED]`, `faults NAME…` for scenarios, `faults all` for each of them. */
export async function run(options: string[]): Promise<Part[]> {
  const [first = '10000', second] = options;
  if (/^\d+$/.test(first)) {
    const seed = second === undefined ? Date.now() % 1_000_000 : Number(second);
    return withStage(async ({ environment }) => [await campaign(environment, Number(first), seed)]);
  }
  const names = first === 'all' ? Object.keys(SCENARIOS) : options;
  const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
  if (unknown !== undefined) throw new Error(`no such scenario: ${unknown}; all, ${Object.keys(SCENARIOS).join(', ')}`);
  const figures: Figure[] = [];
  for (const name of names) {
    const figure = await playAlone(name, SCENARIOS[name] as Scenario);
    console.log(`${figure.name}: ${figure.measured}`);
    // A scenario requested by name and not run is a failure.
    figures.push(first !== 'all' && figure.met === null ? { ...figure, target: TARGET, met: false } : figure);
  }
  return [{ title: 'faults, one at a time', notes: [SCENARIO_NOTE], figures }];
}

const SCENARIO_NOTE = [
  'Each scenario has a separate product and virtual users, before, during and after. « Met », for each of its faults in turn: exchanges with the fault; connections refused while S3, SMTP or suppliers are down',
  '(not those cut at its beginning, which may be idle); writes refused on a full disk, and PostgreSQL’s end; connections refused to our processes by a full PostgreSQL; statements issued at another time.',
  'For PostgreSQL killed or restarted only the signals are counted (1, and 3).',
].join(' ');

/** The product on a disk that can be filled, with a clock that can be set. */
async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const disk = makeDisk();
  const folder = mkdtempSync(join(tmpdir(), 'clairisque-faults-'));
  const clockFile = join(folder, 'clock.json');
  writeFileSync(clockFile, '{}');
  const clock = fileURLToPath(new URL('clock-shift.ts', import.meta.url));
  const env = { CLOCK_SHIFT_FILE: clockFile, NODE_OPTIONS: `--import ${clock}` };
  try {
    const environment = await prepareSite(
      disk === null ? { env } : { env: { ...env, TMPDIR: disk.folder }, disk: disk.folder },
    );
    return await work({ environment, disk, clockFile }).finally(environment.close);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    disk?.close();
  }
}

async function campaign(environment: Environment, count: number, seed: number): Promise<Part> {
  const users = startVirtualUsers(environment, { ...environment, atOnce: VISITORS, random: createRandom(seed + 1) });
  const watch = restartEnded(environment);
  const started = Date.now();
  const counts = await inject(environment, createRandom(seed), count);
  const seconds = (Date.now() - started) / 1000;
  await users.stop();
  // The ten-minute table is printed in any case.
  const aftermath = await checkAftermath(environment).catch((error: unknown) => String(error));
  watch.stop();
  const injected = counts.values().reduce((sum, times) => sum + times, 0);
  return {
    title: 'faults',
    notes: [`Seed ${seed}, ${count} faults in ${Math.round(seconds)} s, ${VISITORS} visitors at a time.`],
    figures: [
      atLeast('injected faults', injected, { value: count, unit: '' }),
      ...[...counts].map(([name, times]) =>
        count < EACH_KIND_FROM ? info(name, `${times}`) : atLeast(name, times, ONCE),
      ),
      ...[...users.tally].map(([name, ends]) => info(`visitors: ${name}`, shownEnds(ends))),
      atMost('processes that ended by themselves', watch.ended.length, { value: 0, unit: watch.ended.join(', ') }),
      ...(typeof aftermath === 'string' ? [notLookedAt(aftermath)] : figuresOf(aftermath, count)),
    ],
  };
}

/** With that many faults each kind gets its share, even the rarest. */
const EACH_KIND_FROM = 10_000;
const ONCE = { value: 1, unit: '' };

const notLookedAt = (why: string): Figure => ({ name: 'afterwards', measured: why, target: 'looked at', met: false });

const shownEnds = (ends: Map<string, number>): string => [...ends].map(([end, times]) => `${end} ${times}`).join(', ');

/** Fewer confirmations than one per ten faults: the virtual users did nothing. */
function figuresOf(aftermath: Aftermath, faults: number): Figure[] {
  const { servedAfter, quietAfter, broken, confirmations, orphans, orphanBytes, mailsTwice, mailsRefused } = aftermath;
  return [
    atMost('a new user is served, seconds after the last fault', servedAfter, {
      value: SERVED_WITHIN_S,
      unit: 's',
    }),
    atMost('no pending work, seconds after the last fault', quietAfter, {
      value: QUIET_WITHIN_S,
      unit: 's',
    }),
    atMost('lost or doubled: credits, invoices, statements, files, mails, confirmations', broken, {
      value: 0,
      unit: '',
    }),
    atLeast('confirmations to visitors, each checked in the database', confirmations, { value: faults / 10, unit: '' }),
    info('files of killed processes, waiting for the sweep', `${orphans} (${Math.round(orphanBytes / 1e5) / 10} MB)`),
    info('mails delivered again, under the same Message-ID', `${mailsTwice}`),
    info('mails permanently refused by their server', `${mailsRefused}`),
  ];
}

/** Violations of one scenario are not reported for the next. */
async function playAlone(name: string, scenario: Scenario): Promise<Figure> {
  const late = sleep(ENDS_WITHIN_MS, undefined, { ref: false }).then(() => {
    throw new Error(`not over after ${ENDS_WITHIN_MS / 60_000} minutes`);
  });
  late.catch(() => undefined);
  try {
    return await withStage((stage) => Promise.race([play(stage, name, scenario), late]));
  } catch (error) {
    return { name, measured: String(error), target: TARGET, met: false };
  }
}

const TARGET = `0, 0; met; ≤ ${SERVED_WITHIN_S}, ${QUIET_WITHIN_S} s`;

async function play(stage: Stage, name: string, { happen, impossible }: Scenario): Promise<Figure> {
  const why = impossible?.(stage) ?? null;
  if (why !== null) return info(name, `not played: ${why}`);
  const { environment } = stage;
  const watch = restartEnded(environment);
  const users = startVirtualUsers(environment, { ...environment, atOnce: VISITORS, random: createRandom(1) });
  try {
    await sleep(AROUND_MS);
    const met = await happen(stage);
    await sleep(AROUND_MS);
    await users.stop();
    const after = await checkAftermath(environment);
    return figureOf(
      { name, met, ended: watch.ended, done: countOf(users.tally, 'ok'), of: countOf(users.tally) },
      after,
    );
  } finally {
    watch.stop();
    void users.stop();
  }
}

type Played = { name: string; met: number[]; ended: readonly string[]; done: number; of: number };

function figureOf(
  { name, met, ended, done, of }: Played,
  { broken, confirmations, servedAfter, quietAfter }: Aftermath,
): Figure {
  const measured = [
    `${broken} lost or doubled of ${confirmations} confirmations, ${ended.length} processes ended ${ended.join(', ')}`.trim(),
    `met ${met.join(', ')}`,
    `${done} acts of ${of} done`,
    `new user served after ${servedAfter} s, quiet after ${quietAfter} s`,
  ].join('; ');
  const isPlayed = met.every((times) => times > 0) && done > 0;
  const isWell = broken === 0 && ended.length === 0 && servedAfter <= SERVED_WITHIN_S && quietAfter <= QUIET_WITHIN_S;
  return { name, measured, target: TARGET, met: isPlayed && isWell };
}
