import { KEY_MODES } from '@clairisque/contract/common/route.ts';
import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { jobKind, type JobKind } from '#platform/jobs/jobs.ts';
import { transact } from '#platform/db/db.ts';
import {
  findOpen,
  hurry,
  insertCheck,
  listDueChecks,
  lockStatementRow,
  type CheckRow,
  type Due,
  type Origin,
} from './checks.queries.ts';

export const RUN_CHECK = jobKind({
  name: 'checks.run',
  // `turn`: a person who joins a check does not wait for the place of the first who asked; one of two jobs has it.
  payload: z.object({ checkId: z.int(), turn: z.string().optional() }),
  // The minute's sweep begins again what failed.
  rules: { policy: 'exclusive', singletonKey: 'turn', hasDeadLetter: false, retryLimit: 0, expireInSeconds: 900 },
});
/** Checks of test keys have the same numbers. */
export const RUN_TEST_CHECK: JobKind<typeof RUN_CHECK.payload> = {
  ...RUN_CHECK,
  name: 'checks.run-test',
  forTests: true,
};

/** Begins the sweep at once: what many statements asked for does not wait for the minute. */
export const SWEEP_CHECKS = jobKind({
  name: 'checks.sweep',
  payload: z.object({ mode: z.enum(KEY_MODES) }),
  rules: { policy: 'stately', singletonKey: 'mode', hasDeadLetter: false, retryLimit: 0, expireInSeconds: 300 },
  forTests: true,
});

type Queue = Pick<Deps, 'db' | 'jobs' | 'mode' | 'clock'>;

export const askSweep = ({ db, jobs, mode }: Queue): Promise<void> => jobs.enqueue(db, SWEEP_CHECKS, { mode });

/** The subject of a check that was asked for with others begins so. */
export const PORTFOLIO = 'portfolio:';

/** People who wait come before what was planned, which comes before what was asked for many statements at once. */
const PRIORITIES: Record<Origin, number> = { owner: 1, visitor: 1, key: 1, date: 0, activation: 0 };
const BEHIND = -1;

async function enqueueCheck(deps: Queue, { id: checkId, origin, subject }: Due): Promise<void> {
  const kind = deps.mode === 'test' ? RUN_TEST_CHECK : RUN_CHECK;
  const priority = subject.startsWith(PORTFOLIO) ? BEHIND : PRIORITIES[origin];
  await deps.jobs.enqueue(deps.db, { ...kind, priority }, { checkId, turn: `${checkId}:${priority}` });
}

type Wanted = { statementId: number; edition: number; origin: Origin; subject: string };

/** Once for each subject, however many workers ask: undefined when it was, or when the statement is gone. */
export function beginCheck(deps: Deps, wanted: Wanted): Promise<CheckRow | undefined> {
  return transact(deps, async (deps) => {
    if (!(await lockStatementRow(deps.db, wanted.statementId))) return undefined;
    const check = await insertCheck(deps.db, { ...wanted, now: deps.clock() });
    if (check !== undefined) await enqueueCheck(deps, check);
    return check;
  });
}

/** The check under way, asked again at once, or a new one that `mayBegin`. */
export function joinOrBegin(
  deps: Deps,
  wanted: Wanted,
  mayBegin: (deps: Deps) => Promise<void> = async () => {},
): Promise<{ check: CheckRow; isNew: boolean } | undefined> {
  return transact(deps, async (deps) => {
    if (!(await lockStatementRow(deps.db, wanted.statementId))) return undefined;
    const now = deps.clock();
    const open = await findOpen(deps.db, wanted.statementId);
    if (open !== undefined) {
      if (!mayHurry(open, now)) return { check: open, isNew: false };
      await hurry(deps.db, open.id, now);
      await enqueueCheck(deps, { ...wanted, id: open.id });
      return { check: { ...open, next_at: now }, isNew: false };
    }
    await mayBegin(deps);
    const check = await insertCheck(deps.db, { ...wanted, now });
    if (check === undefined) return undefined;
    await enqueueCheck(deps, check);
    return { check, isNew: true };
  });
}

/** Sources that were asked a moment ago are not asked again: whoever asks reads what they said. */
const REST_MS = 10 * 60_000;
const mayHurry = ({ missing, last_tried_at: at }: CheckRow, now: Date): boolean =>
  missing === null || at === null || Math.abs(now.getTime() - at.getTime()) >= REST_MS;

const SWEPT = 500;

/** Each minute: those whose next try has come, or whose worker died. */
export async function sweepChecks(deps: Deps): Promise<void> {
  for (const due of await listDueChecks(deps.db, { now: deps.clock(), last: PORTFOLIO, limit: SWEPT })) {
    await enqueueCheck(deps, due);
  }
}
