import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { createFairQueue } from '#platform/guards/fair-queue.ts';
import {
  countAtWork,
  listAtWork,
  listWorkOf,
  lockBatch,
  updateBatch,
  type Work as BatchWork,
  type WorkLeft,
} from './batches.queries.ts';
import { checkRow } from './check.service.ts';
import { endBatch, startLocked } from './changes.service.ts';
import { issueRow } from './issue.service.ts';
import { createLocator } from './locate.service.ts';
import { problemOf } from './problems.rules.ts';
import { enqueueTurn, freeCredits, type Work } from './queue.service.ts';
import { leaveOutRepeated } from './repeated.queries.ts';
import { countRows, listToDo, type RowToDo } from './rows.queries.ts';
import { tellChoices } from './told.service.ts';

/** Accounts at once on a worker. */
export const TURNS_AT_ONCE: Record<Work, number> = { check: 3, issue: 4 };
/** Rows at once of a turn: free questions, and few, since the suppliers' limits are everybody's; the gate of generations decides how many issues work. */
const ROWS_AT_ONCE: Record<Work, number> = { check: 3, issue: 8 };
/** Rows of a turn, after which an account that waits has its own. */
const PAGE: Record<Work, number> = { check: 12, issue: 8 };

const STATUS = { check: 'checking', issue: 'running' } as const;
/** A running batch also checks rows that join it. */
const STATUSES = { check: ['checking', 'running'], issue: ['running'] } as const;
const STATE = { check: 'waiting', issue: 'ready' } as const;

type Turn = { accountId: number; work: Work };

/**
 * Checks or issues rows of an account: those of its batch with the fewest left, then of the next one, until none is due
 * or others wait. Whatever dies, the next turn goes on: a row has one draft, and a draft is debited once.
 */
export async function takeTurn(deps: Deps, turn: Turn, signal: AbortSignal): Promise<void> {
  const { accountId, work } = turn;
  let isSettled = false;
  for (let isFirst = true; ; isFirst = false) {
    const batches = await listWorkOf(deps.db, {
      accountId,
      statuses: STATUSES[work],
      state: STATE[work],
      now: deps.clock(),
    });
    await endThose(deps, work, batches);
    const [batch] = batches.filter(({ due }) => due > 0).toSorted((one, other) => one.due - other.due);
    if (batch === undefined) {
      if (isSettled) return;
      await awaitChanges(deps, accountId);
      isSettled = true;
      continue;
    }
    isSettled = false;
    // The worker stops, or the turn is over.
    if (signal.aborted || (!isFirst && (await areOthersWaiting(deps, turn)))) {
      return enqueueTurn(deps, accountId, work);
    }
    if ((await eachRow(deps, { turn, batch, signal })) === 'refused') return;
  }
}

/**
 * Waits for the changes of the account's batches that are not committed. The turn that such a change asked for may be
 * this one, when it was still queued: what changed has to be read once more, or it would wait for the next sweep.
 */
const awaitChanges = (deps: Deps, accountId: number): Promise<unknown> =>
  transact(deps, (deps) => lockLedger(deps, accountId));

/** Ends the batches that have no row left for that work. */
async function endThose(deps: Deps, work: Work, batches: readonly WorkLeft[]): Promise<void> {
  const end = work === 'check' ? endChecks : endRun;
  for (const batch of batches) if (batch.left === 0 && batch.status === STATUS[work]) await end(deps, batch);
}

/** Other accounts for the places of a worker. */
async function areOthersWaiting({ db }: Deps, { work }: Turn): Promise<boolean> {
  return (await countAtWork(db, { status: STATUS[work] })).accounts > TURNS_AT_ONCE[work];
}

/** Other accounts, or another batch of this one. */
async function isAsked({ db }: Deps, { accountId, work }: Turn): Promise<boolean> {
  const { accounts, own } = await countAtWork(db, { status: STATUS[work], accountId });
  return accounts > TURNS_AT_ONCE[work] || own > 1;
}

type Rows = { turn: Turn; batch: WorkLeft; signal: AbortSignal };
/** Issues, and in their background the checks that no credit pays, on this process. */
const queue = createFairQueue({
  atOnce: Infinity,
  waiting: Infinity,
  ofOne: { atOnce: Infinity, waiting: Infinity },
  share: 1,
});

/** `before` a page is begun: whether it may be. */
type Steps = { before: (page: readonly RowToDo[]) => Promise<boolean>; act: (row: RowToDo) => Promise<void> };

function stepsOf(deps: Deps, { turn: { accountId, work }, batch }: Rows): Steps {
  if (work === 'issue')
    return { before: async () => true, act: (row) => queue('issues', () => issueRow(deps, batch, row)) };
  const { locate, take } = createLocator(deps);
  let isPaid = true;
  return {
    before: async (page) => {
      isPaid = batch.status === 'running' || (await freeCredits(deps, accountId)) >= batch.left;
      if (!isPaid && !(await mayCheck(deps, { accountId, batch, rows: page.length }))) return false;
      if (batch.problem !== null) await updateBatch(deps.db, batch.id, { problem: null });
      await locate(page);
      return true;
    },
    act: (row) => {
      const check = () => checkRow(deps, batch, { ...row, point: take(row.position) });
      return isPaid ? check() : queue('checks', check, true);
    },
  };
}

/**
 * Acts on each row of a batch, some at once, in order; a page at a time, so that memory stays flat, and no page once
 * others ask. `refused`: for now.
 */
async function eachRow(deps: Deps, rows: Rows): Promise<'done' | 'refused'> {
  const { turn, signal } = rows;
  const { before, act } = stepsOf(deps, rows);
  const crew = createCrew(act, ROWS_AT_ONCE[turn.work]);
  const mayGoOn = (): boolean => !crew.hasFailed() && !signal.aborted;
  let end: 'done' | 'refused' = 'done';
  while (mayGoOn()) {
    // Before the list is read: a row that ends meanwhile is still in it.
    const atWork = crew.positions();
    const page = await nextPage(deps, rows, atWork);
    if (page.length === 0) {
      if (atWork.size === 0) break;
      await crew.nextEnd();
      continue;
    }
    if (!(await before(page))) {
      end = 'refused';
      break;
    }
    for (const row of page) {
      await crew.place();
      if (mayGoOn()) crew.begin(row);
    }
    if (await isAsked(deps, turn)) break;
  }
  await crew.finish();
  // Rows that joined a run are issued, or end it.
  if (turn.work === 'check' && rows.batch.status === 'running') await enqueueTurn(deps, turn.accountId, 'issue');
  return end;
}

async function nextPage(
  { db, clock }: Deps,
  { turn: { work }, batch }: Rows,
  atWork: ReadonlySet<number>,
): Promise<RowToDo[]> {
  const asked = { batchId: batch.id, state: STATE[work], now: clock(), limit: PAGE[work] + atWork.size };
  return (await listToDo(db, asked)).filter(({ position }) => !atWork.has(position)).slice(0, PAGE[work]);
}

/** Works on some rows at once; keeps the first failure for the end. */
function createCrew(act: Steps['act'], atOnce: number) {
  const busy = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  /** Resolves when a row ends; at once when none is at work. */
  const nextEnd = async (): Promise<void> => {
    if (busy.size > 0) await Promise.race(busy.values());
  };
  return {
    nextEnd,
    positions: (): ReadonlySet<number> => new Set(busy.keys()),
    hasFailed: (): boolean => failures.length > 0,
    place: async (): Promise<void> => {
      if (busy.size >= atOnce) await nextEnd();
    },
    begin(row: RowToDo): void {
      const work = act(row)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => busy.delete(row.position));
      busy.set(row.position, work);
    },
    async finish(): Promise<void> {
      await Promise.all(busy.values());
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Rows that the account's credits could not pay for: so many an hour, and the batch says until when it waits. */
async function mayCheck(
  deps: Deps,
  { accountId, batch, rows }: { accountId: number; batch: WorkLeft; rows: number },
): Promise<boolean> {
  try {
    await deps.throttle.hit('free-check', `caller:${accountId}`, rows);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'too_many_requests') throw error;
    const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60));
    await updateBatch(deps.db, batch.id, { problem: { code: error.code, detail: waits(minutes), candidates: [] } });
    return false;
  }
}

const waits = (minutes: number): string =>
  `Sans crédit pour ces biens, la vérification avance d’un nombre limité de lignes par heure. Elle reprendra dans ${minutes}\u00A0${minutes === 1 ? 'minute' : 'minutes'} au plus.`;

/** Every row is checked: ready to start, or started at once if that was asked. */
function endChecks(deps: Deps, { id, account_id: accountId }: BatchWork): Promise<void> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) return;
    const batch = await lockBatch(deps.db, id);
    if (batch?.status !== 'checking' || (await countRows(deps.db, id, 'waiting')) > 0) return;
    const today = parisDate(deps.clock().toISOString()).toString();
    if (batch.leaves_out) await leaveOutRepeated(deps.db, { batchId: id, accountId, today });
    await updateBatch(deps.db, id, { status: 'ready', problem: null });
    const doubtful = await countRows(deps.db, id, 'doubtful');
    if (doubtful > 0) await tellChoices(deps, batch, doubtful);
    await goOn(deps, batch);
  });
}

/** A batch that starts by itself still does so once its owner has chosen or corrected a row. */
async function goOn(deps: Deps, batch: BatchWork): Promise<void> {
  const isNothingReady = (await countRows(deps.db, batch.id, 'ready')) === 0;
  if (isNothingReady && batch.started_at !== null) {
    await updateBatch(deps.db, batch.id, { status: 'finished', ended_at: deps.clock() });
  } else if (batch.starts_alone) {
    await startLocked(deps, batch).catch(async (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      await updateBatch(deps.db, batch.id, { starts_alone: isNothingReady, problem: problemOf(error) });
    });
  }
}

function endRun(deps: Deps, work: BatchWork): Promise<void> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, work.account_id))) return;
    const batch = await lockBatch(deps.db, work.id);
    if (batch?.status !== 'running') return;
    if ((await countRows(deps.db, work.id, 'ready')) > 0) return;
    if ((await countRows(deps.db, work.id, 'waiting')) > 0) return;
    await endBatch(deps, batch, 'finished');
  });
}

/** Each minute: batches whose rows wait for a source or for their hour, or whose job was lost. */
export async function sweepBatches(deps: Deps): Promise<void> {
  for (const { account_id: accountId, status } of await listAtWork(deps.db)) {
    await enqueueTurn(deps, accountId, 'check');
    if (status === 'running') await enqueueTurn(deps, accountId, 'issue');
  }
}
