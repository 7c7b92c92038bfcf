import { setTimeout as sleep } from 'node:timers/promises';
import { Temporal } from 'temporal-polyfill';
import { CHECKED_BEFORE, checkedAt } from '../../server/src/domain/risks/deeds.ts';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { auditLog } from '../../server/src/features/vigilance/audit.service.ts';
import { communeByInsee } from '../../simulators/src/territory/communes.ts';
import { isDivided } from '../../simulators/src/territory/hazards-plans.ts';
import { openCustomer } from '../harness/customer.ts';
import { ordinaryPlaces } from '../harness/places.ts';
import { atMost, holds, info, shown, type Figure, type Part } from '../harness/report.ts';
import { until } from '../harness/until.ts';
import { countCalls, type Calls } from './watch.calls.ts';
import { costOfChecks, nextOf } from './watch.cost.ts';
import { paceOfChecks } from './watch.pace.ts';
import { failed, gatherPeople, p95, type People } from './watch.people.ts';
import { invented, misissued, missed, unplanned, untold } from './watch.verdict.ts';
import { activate, copyStatements, importRadon, openWorld, type World } from './watch.world.ts';

const MINUTE_MS = 60_000;
/** Before each moment, without any check. */
const QUIET_MS = 2 * MINUTE_MS;
/** Planned far enough for its three moments, near enough for the validity of a statement. */
const DEED_IN_DAYS = 40;
const DONE_WITHIN_MIN = 30;
const PEOPLE_AT_MOST = 1.2;
const TEMPLATES = 60;
const COST_CREDITS = 60;
const GIVEN_UP_AFTER_MS = 45 * MINUTE_MS;

/**
 * `npm run trials -- watch [STATEMENTS=10000] [CHANGED=500] [DUE=4000]`: statements in validity, of which DUE have an
 * acte on the same day; the clock goes to fifteen days before, two days before and that morning. Between these moments a
 * release that changes CHANGED of them becomes active, then is rolled back. DUE: ten times the 400 statements of today's
 * busiest hour, all of whose checks fall at six in the morning.
 */
export async function run([statements = '10000', changed = '500', due = '4000']: string[]): Promise<Part[]> {
  const counts = { statements: Number(statements), changed: Number(changed), due: Number(due) };
  const world = await openWorld();
  try {
    const calls = countCalls();
    world.watchCalls(calls.seen);
    const stage = await prepare(world, calls, counts);
    const parts = [stage.cost, await watch(stage, counts)];
    return [...parts, await paceOfChecks(world, calls, stage.templates)];
  } finally {
    await world.stop();
  }
}

type Counts = { statements: number; changed: number; due: number };
type Stage = {
  world: World;
  people: People;
  calls: Calls;
  cost: Part;
  templates: number[];
  deedOn: Temporal.PlainDate;
  former: string;
  next: string;
  communes: string[];
};

async function prepare(world: World, calls: Calls, counts: Counts): Promise<Stage> {
  const { pool, cluster } = world;
  const former = await importRadon(world, new Set());
  await activate(world, former);
  await compared(world, former);
  const customer = await openCustomer(pool, cluster.url, TEMPLATES + COST_CREDITS);
  const places = ordinaryPlaces();
  const templates: { id: number; commune: string }[] = [];
  while (templates.length < Math.min(TEMPLATES, counts.statements / 10)) {
    const { id } = await customer.issue(nextOf(places));
    const { rows } = await pool.query<{ commune: string }>(
      'select right(code_parcelle, 5) as commune from statement where id = $1',
      [id],
    );
    templates.push({ id, commune: rows[0]?.commune ?? '' });
  }
  const cost = await costOfChecks({ world, customer, places, calls });
  const communes = changingAmong(templates, counts);
  const next = await importRadon(world, new Set(communes));
  const deedOn = Temporal.Now.plainDateISO('Europe/Paris').add({ days: DEED_IN_DAYS });
  const isChanging = ({ commune }: { commune: string }): boolean => communes.includes(commune);
  const [changing, others] = [templates.filter(isChanging), templates.filter((one) => !isChanging(one))];
  await copyStatements(
    world,
    { changing: changing.map(({ id }) => id), others: others.map(({ id }) => id) },
    { ...counts, deedOn: deedOn.toString() },
  );
  const people = await gatherPeople(world);
  return { world, people, calls, cost, templates: templates.map(({ id }) => id), deedOn, former, next, communes };
}

/** Their share of the communes, each known as a whole to the release. */
function changingAmong(templates: readonly { commune: string }[], { statements, changed }: Counts): string[] {
  const whole = [...new Set(templates.map(({ commune }) => commune))].filter((code) => {
    const commune = communeByInsee(code);
    return commune !== null && commune.mother === undefined && !isDivided(commune);
  });
  return whole.slice(0, Math.max(1, Math.round((templates.length * changed) / statements)));
}

/** Waits until every statement was compared with that release, and checked where it changes something. */
async function compared({ pool }: World, release: string): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ isDone: boolean }>(
      `select exists (select from dataset_watch where dataset = 'radon' and release = $1 and next_release is null)
         and not exists (select from statement_check where ended_at is null) as "isDone"`,
      [release],
    );
    return rows[0]?.isDone === true;
  };
  await until(isDone, { withinMs: GIVEN_UP_AFTER_MS, everyMs: 1_000 });
}

async function watch(stage: Stage, counts: Counts): Promise<Part> {
  const { world, people, former, next, communes } = stage;
  const [far, near, day] = CHECKED_BEFORE;
  const figures = [...(await moment(stage, far))];
  figures.push(await release(stage, 'a release', () => activate(world, next)));
  const found = [holds('the release: each change found once', await missed(world, { release: next, communes }))];
  figures.push(...(await moment(stage, near)));
  figures.push(await release(stage, 'its rollback', () => world.releases.store.rollback('radon')));
  found.push(holds('its rollback: each change found once', await missed(world, { release: former, communes })));
  figures.push(...(await moment(stage, day)));
  return {
    title: 'watch',
    notes: [
      `${counts.statements} statements in validity, copied from ${stage.templates.length}; ${counts.changed} of places where the second release says another radon level; ${counts.due} with an acte on ${stage.deedOn.toString()}. An API and a worker.`,
      `People: today’s busiest hour; each window of checks follows ${QUIET_MS / MINUTE_MS} quiet minutes.`,
    ],
    figures: [
      ...found,
      holds('none invented', await invented(world, communes)),
      holds('two updated editions where the place changed, none elsewhere', await misissued(world, communes, 2)),
      holds('each outcome told once', await untold(world)),
      ...figures,
      ...peopleFigures(people),
      holds('the log of checks and editions', await auditLog(world)),
      holds(
        'ledger invariants',
        (await ledgerViolations({ db: world.db, clock: () => new Date() })).map(({ rule }) => rule),
      ),
    ],
  };
}

async function release({ world, ...stage }: Stage, name: string, change: () => Promise<unknown>): Promise<Figure> {
  const from = performance.now();
  await change();
  await compared(world, name === 'a release' ? stage.next : stage.former);
  return info(`${name}: compared, checked and updated in`, `${shown((performance.now() - from) / MINUTE_MS)} min`);
}

/** The clock goes to just before six in the morning that many days before; then every planned check is made. */
async function moment({ world, people, calls, deedOn }: Stage, daysBefore: number): Promise<Figure[]> {
  const at = checkedAt(deedOn, daysBefore).epochMilliseconds;
  // By whole minutes, as recurring jobs begin on them.
  const shift = Math.floor((at - QUIET_MS - MINUTE_MS / 2 - Date.now()) / MINUTE_MS) * MINUTE_MS;
  world.shiftClock(shift);
  await people.keepSessions();
  await people.during('quiet', () => sleep(Math.max(0, at - shift - Date.now() - MINUTE_MS / 4)));
  const subject = `acte:${deedOn.toString()}:${daysBefore}`;
  calls.begin();
  await people.during('busy', () => planned(world, subject));
  const { rows } = await world.pool.query<{ checks: number; minutes: number }>(
    `select count(*)::int as checks, extract(epoch from max(ended_at) - to_timestamp($2))::float8 / 60 as minutes
     from statement_check where subject = $1`,
    [subject, at / 1000],
  );
  const [{ checks, minutes } = { checks: 0, minutes: Number.NaN }] = rows;
  const name = daysBefore === 0 ? 'the morning of the acte' : `${daysBefore} days before`;
  const most = calls.counted().map((one) => `${one.name} ${one.most}`);
  return [
    holds(`${name}: each planned check made once, unchanged`, await unplanned(world, subject)),
    atMost(`${name}: the last of ${checks}, after its hour`, minutes, { value: DONE_WITHIN_MIN, unit: 'min' }),
    info(`${name}: most calls in a second, people’s included`, most.join(', ')),
  ];
}

/** Waits until each planned check was made. */
async function planned({ pool }: World, subject: string): Promise<void> {
  const isDone = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from statement_watch w join copied c on c.id = w.statement_id
       where not exists (
         select from statement_check k where k.statement_id = w.statement_id and k.subject = $1 and k.ended_at is not null
       )`,
      [subject],
    );
    return rows[0]?.left === 0;
  };
  await until(isDone, { withinMs: GIVEN_UP_AFTER_MS, everyMs: 2_000 });
}

function peopleFigures({ windows: { quiet, busy } }: People): Figure[] {
  const ratio = (kind: 'quick' | 'generation'): Figure[] => [
    info(`people’s p95, ${kind}: quiet; meanwhile`, `${shown(p95(quiet, kind))} ms; ${shown(p95(busy, kind))} ms`),
    atMost(`people’s p95, ${kind}, against the quiet one`, p95(busy, kind) / p95(quiet, kind), {
      value: PEOPLE_AT_MOST,
      unit: '',
    }),
  ];
  return [
    info('people’s requests, quiet; meanwhile', `${quiet.length}; ${busy.length}`),
    ...ratio('quick'),
    ...ratio('generation'),
    holds('people’s requests answered, payments apart', failed(busy)),
  ];
}
