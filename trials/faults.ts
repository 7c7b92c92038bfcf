import { setTimeout as sleep } from 'node:timers/promises';
import { ordinaryPlaces } from '../bench/places.ts';
import { atMost, told, type Figure, type Part } from '../bench/figures.ts';
import { createChance, type Chance } from '../server/test/books/chance.ts';
import { newcomer, nextPlace, startCrowd, type Crowd } from './faults.crowd.ts';
import { layGround, type Ground } from './faults.ground.ts';
import { KINDS, watchOver } from './faults.kinds.ts';
import { backlog, brokenInvariants, leftovers } from './invariants.ts';

const VISITORS = 8;
const PER_SECOND = 12;
/** Ambushes that nobody has fallen into yet. */
const WAITING_AT_MOST = 25;
const QUIET_WITHIN_MS = 120_000;

/** `npm run trials -- faults [COUNT] [SEED]` */
export async function run(options: string[]): Promise<Part[]> {
  const [count = 10_000, seed = Date.now() % 1_000_000] = options.map(Number);
  const ground = await layGround();
  try {
    return [await campaign(ground, { count, seed })];
  } finally {
    await ground.close();
  }
}

async function campaign(ground: Ground, { count, seed }: { count: number; seed: number }): Promise<Part> {
  const chance = createChance(seed);
  const crowd = startCrowd(ground, { atOnce: VISITORS, chance: createChance(seed + 1) });
  const deaths: number[] = [];
  const watch = watchOver(ground, (pid) => deaths.push(pid));
  const started = Date.now();
  const fallen = await strike(ground, chance, count);
  const seconds = (Date.now() - started) / 1000;
  await crowd.stop();
  const aftermath = await lookAfter(ground, crowd);
  watch.stop();
  return {
    title: 'faults',
    notes: [`Seed ${seed}, ${count} faults in ${Math.round(seconds)} s, ${VISITORS} visitors at a time.`],
    figures: [
      ...[...fallen].map(([name, times]) => told(name, `${times}`)),
      ...actFigures(crowd),
      atMost('processes that ended by themselves', deaths.length, { value: 0, unit: '' }),
      ...aftermath,
    ],
  };
}

/** So many faults, by kind; everything stands again when it resolves. */
async function strike(ground: Ground, chance: Chance, count: number): Promise<Map<string, number>> {
  const fallen = new Map<string, number>();
  const strikes: Promise<void>[] = [];
  const state = { waiting: 0, fell: 0 };
  for (; state.fell < count; await sleep(1_000 / PER_SECOND)) {
    // On wires where little passes they would all fall on whoever comes next.
    if (state.waiting > WAITING_AT_MOST) state.waiting -= calm(ground);
    const { name, strike } = drawKind(chance);
    state.waiting += 1;
    const tell = (): void => {
      state.waiting -= 1;
      state.fell += 1;
      fallen.set(name, (fallen.get(name) ?? 0) + 1);
    };
    strikes.push(strike(ground, chance, tell).catch(() => undefined));
  }
  calm(ground);
  await Promise.all(strikes);
  return fallen;
}

/** How many ambushes nobody had fallen into. */
const calm = ({ wires }: Ground): number => Object.values(wires).reduce((sum, wire) => sum + wire.calm(), 0);

const ALL = KINDS.reduce((sum, { weight }) => sum + weight, 0);

function drawKind(chance: Chance): (typeof KINDS)[number] {
  let left = chance.below(ALL);
  for (const kind of KINDS) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  throw new Error('no kind left');
}

/** Once all is quiet: is everything as it must be, and does the product serve a newcomer? */
export async function lookAfter(ground: Ground, crowd: Pick<Crowd, 'everybody'>): Promise<Figure[]> {
  const { books } = ground;
  const healed = Date.now();
  const since = (): number => Math.round((Date.now() - healed) / 100) / 10;
  const served = await serveNewcomer(ground, crowd);
  const servedAfter = since();
  let waiting = await backlog(books.pool);
  for (; waiting.length > 0 && Date.now() - healed < QUIET_WITHIN_MS; await sleep(500))
    waiting = await backlog(books.pool);
  const quietAfter = since();
  const broken = await brokenInvariants(books, crowd.everybody);
  for (const { rule, what } of broken) console.log(`BROKEN ${rule}:`, what.slice(0, 20));
  if (waiting.length > 0) console.log('STILL WAITING', waiting);
  const { orphans, orphanBytes, mailsTwice, mailsRefused } = await leftovers(books);
  const promises = crowd.everybody.reduce((sum, { promised }) => sum + promised.length, 0);
  return [
    { name: 'a newcomer is served again, from sign-up to document', measured: served ? `after ${servedAfter} s` : 'no', target: 'yes', met: served },
    atMost('nothing under way any more, seconds after the last fault', waiting.length > 0 ? Infinity : quietAfter, { value: 120, unit: 's' }),
    atMost(`broken invariants (${promises} promises, ledger, invoices, files, mails)`, broken.flatMap(({ what }) => what).length, { value: 0, unit: '' }),
    told('files that nothing names', `${orphans} (${Math.round(orphanBytes / 1e5) / 10} MB)`),
    told('mails delivered again, under the same Message-ID', `${mailsTwice}`),
    told('mails refused for good by the server', `${mailsRefused}`),
  ]; // prettier-ignore
}

async function serveNewcomer(ground: Ground, { everybody }: Pick<Crowd, 'everybody'>): Promise<boolean> {
  const visitor = newcomer(ground, everybody.length + 1);
  everybody.push(visitor);
  if ((await visitor.arrive()).heard !== 'yes' || (await visitor.buy('UN')).heard !== 'yes') return false;
  const issued = await visitor.issue(nextPlace(ordinaryPlaces()));
  return issued.heard === 'yes' && (await visitor.download(issued.answer.id)).heard === 'yes';
}

function actFigures({ tally }: Crowd): Figure[] {
  return [...tally].map(([name, ends]) =>
    told(`act: ${name}`, [...ends].map(([end, times]) => `${end} ${times}`).join(', ')),
  );
}
