import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { atMost, told, type Figure, type Part } from '../bench/figures.ts';
import { createChance } from '../server/test/books/chance.ts';
import { lookAfter, type Aftermath } from './faults.aftermath.ts';
import { countOf, startCrowd } from './faults.crowd.ts';
import { makeDisk } from './faults.disk.ts';
import { layGround, type Ground } from './faults.ground.ts';
import { watchOver } from './faults.kinds.ts';
import { SCENARIOS, type Scenario, type Stage } from './faults.scenarios.ts';
import { strike } from './faults.strike.ts';

const VISITORS = 8;
/** The crowd lives undisturbed before and after what happens to it. */
const AROUND_MS = 5_000;

/** `npm run trials -- faults [COUNT] [SEED]`, `faults NAME…` of the scenarios, `faults all`: each of them. */
export async function run(options: string[]): Promise<Part[]> {
  const [first = '10000', second] = options;
  if (/^\d+$/.test(first)) {
    const seed = second === undefined ? Date.now() % 1_000_000 : Number(second);
    return withStage(async ({ ground }) => [await campaign(ground, Number(first), seed)]);
  }
  const names = first === 'all' ? Object.keys(SCENARIOS) : options;
  const unknown = names.find((name) => !Object.hasOwn(SCENARIOS, name));
  if (unknown !== undefined) throw new Error(`no such scenario: ${unknown}; all, ${Object.keys(SCENARIOS).join(', ')}`);
  return withStage(async (stage) => {
    const figures: Figure[] = [];
    for (const name of names) figures.push(...(await play(stage, name, SCENARIOS[name] as Scenario)));
    return [{ title: 'faults, one at a time', notes: [SCENARIO_NOTE], figures }];
  });
}

const SCENARIO_NOTE =
  'Each scenario has a crowd of its own, before, during and after; all of them share one set of books, checked whole after each.';

/** The product on a disk that can be filled, with a clock that can be set. */
async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const disk = makeDisk();
  const folder = disk?.folder ?? mkdtempSync(join(tmpdir(), 'clairisque-faults-'));
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = folder;
  const clockFile = join(folder, 'clock.json');
  writeFileSync(clockFile, '{}');
  const clock = fileURLToPath(new URL('clock-shift.ts', import.meta.url));
  try {
    const ground = await layGround({ CLOCK_SHIFT_FILE: clockFile, NODE_OPTIONS: `--import ${clock}` });
    return await work({ ground, disk, clockFile }).finally(ground.close);
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
    if (disk === null) rmSync(folder, { recursive: true, force: true });
    else disk.close();
  }
}

async function campaign(ground: Ground, count: number, seed: number): Promise<Part> {
  const crowd = startCrowd(ground, { ...ground, atOnce: VISITORS, chance: createChance(seed + 1) });
  const deaths: number[] = [];
  const watch = watchOver(ground, (pid) => deaths.push(pid));
  const started = Date.now();
  const fallen = await strike(ground, createChance(seed), count);
  const seconds = (Date.now() - started) / 1000;
  await crowd.stop();
  const aftermath = await lookAfter(ground);
  watch.stop();
  return {
    title: 'faults',
    notes: [`Seed ${seed}, ${count} faults in ${Math.round(seconds)} s, ${VISITORS} visitors at a time.`],
    figures: [
      ...[...fallen].map(([name, times]) => told(name, `${times}`)),
      ...[...crowd.tally].map(([name, ends]) => told(`visitors: ${name}`, shownEnds(ends))),
      atMost('processes that ended by themselves', deaths.length, { value: 0, unit: '' }),
      ...figuresOf(aftermath),
    ],
  };
}

const shownEnds = (ends: Map<string, number>): string => [...ends].map(([end, times]) => `${end} ${times}`).join(', ');

function figuresOf(aftermath: Aftermath): Figure[] {
  const { servedAfter, quietAfter, broken, promises, orphans, orphanBytes, mailsTwice, mailsRefused } = aftermath;
  return [
    atMost('a newcomer is served again, seconds after the last fault', servedAfter, { value: 30, unit: 's' }),
    atMost('nothing under way any more, seconds after the last fault', quietAfter, { value: 120, unit: 's' }),
    atMost('lost or doubled: credits, invoices, statements, files, mails, anything told', broken, {
      value: 0,
      unit: '',
    }),
    told('promises made to visitors, each held against the books', `${promises}`),
    told('files left by the dead, that wait to be swept', `${orphans} (${Math.round(orphanBytes / 1e5) / 10} MB)`),
    told('mails delivered again, under the same Message-ID', `${mailsTwice}`),
    told('mails refused for good by their server', `${mailsRefused}`),
  ];
}

async function play(stage: Stage, name: string, { happen, impossible }: Scenario): Promise<Figure[]> {
  const why = impossible?.(stage) ?? null;
  if (why !== null) return [told(name, `not played: ${why}`)];
  const { ground } = stage;
  const watch = watchOver(ground, () => undefined);
  const crowd = startCrowd(ground, { ...ground, atOnce: VISITORS, chance: createChance(ground.everybody.length) });
  await sleep(AROUND_MS);
  await happen(stage);
  await sleep(AROUND_MS);
  await crowd.stop();
  const { broken, servedAfter, quietAfter } = await lookAfter(ground);
  watch.stop();
  const acts = `${countOf(crowd.tally, 'yes')} acts of ${countOf(crowd.tally)} done`;
  const measured = `${broken} lost or doubled; ${acts}; newcomer served after ${servedAfter} s, quiet after ${quietAfter} s`;
  return [{ name, measured, target: '0; served', met: broken === 0 && servedAfter < Infinity }];
}
