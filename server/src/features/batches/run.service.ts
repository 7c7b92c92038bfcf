import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { findWork, listAtWork, lockBatch, updateBatch, type Work } from './batches.queries.ts';
import { checkRow } from './check.service.ts';
import { endBatch, startLocked } from './changes.service.ts';
import { issueRow } from './issue.service.ts';
import { createLocator } from './locate.service.ts';
import { problemOf } from './problems.rules.ts';
import { enqueueRun } from './queue.service.ts';
import { leaveOutRepeated } from './repeated.queries.ts';
import { countRows, listToDo, type RowToDo } from './rows.queries.ts';
import { tellChoices } from './told.service.ts';

/** Free questions, and few: the suppliers' limits are everybody's. */
const CHECKS_AT_ONCE = 3;
const LOCATED_AT_ONCE = 100;
/** The gate of generations decides how many of them work. */
const ISSUES_AT_ONCE = 8;

/**
 * Checks the rows, or issues them, until none is left. Whatever dies, the next run goes on: a row has one draft, and a
 * draft is debited once.
 */
export async function runBatch(deps: Deps, { batchId }: { batchId: number }, signal: AbortSignal): Promise<void> {
  const checking = await findWork(deps.db, batchId);
  if (checking?.status === 'checking') {
    await checkAll(deps, checking, signal);
    await endChecks(deps, checking);
    if (signal.aborted) return enqueueRun(deps, batchId);
  }
  const running = await findWork(deps.db, batchId);
  if (running?.status !== 'running') return;
  // Rows that their owner chose or edited join the run.
  await checkAll(deps, running, signal);
  const act = (row: RowToDo) => issueRow(deps, running, row);
  const rows: Rows = { batchId, state: 'ready', atOnce: ISSUES_AT_ONCE, page: 4 * ISSUES_AT_ONCE, signal };
  await eachRow(deps, rows, { before: async () => undefined, act });
  // The worker stops: another goes on.
  if (signal.aborted) return enqueueRun(deps, batchId);
  await endRun(deps, running);
}

function checkAll(deps: Deps, batch: Work, signal: AbortSignal): Promise<void> {
  const { locate, take } = createLocator(deps);
  const act = (row: RowToDo) => checkRow(deps, batch, { ...row, point: take(row.position) });
  const rows: Rows = { batchId: batch.id, state: 'waiting', atOnce: CHECKS_AT_ONCE, page: LOCATED_AT_ONCE, signal };
  return eachRow(deps, rows, { before: locate, act });
}

type Rows = { batchId: number; state: 'waiting' | 'ready'; atOnce: number; page: number; signal: AbortSignal };
type Steps = { before: (page: readonly RowToDo[]) => Promise<void>; act: (row: RowToDo) => Promise<void> };

/** Acts on each row in that state, some at once, in order; a page at a time, so that memory stays flat. */
async function eachRow(
  deps: Deps,
  { batchId, state, atOnce, page, signal }: Rows,
  { before, act }: Steps,
): Promise<void> {
  const busy = new Map<number, Promise<void>>();
  const failures: unknown[] = [];
  const begin = (row: RowToDo): void => {
    const work = act(row)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => busy.delete(row.position));
    busy.set(row.position, work);
  };
  while (failures.length === 0 && !signal.aborted) {
    // Before the list is read: a row that ends meanwhile is still in it.
    const atWork = new Set(busy.keys());
    const found = await listToDo(deps.db, { batchId, state, now: deps.clock(), limit: page });
    const fresh = found.filter(({ position }) => !atWork.has(position));
    await before(fresh);
    for (const row of fresh) {
      if (busy.size >= atOnce) await nextEnd(busy);
      if (failures.length > 0 || signal.aborted) break;
      begin(row);
    }
    if (fresh.length > 0) continue;
    if (atWork.size === 0) break;
    await nextEnd(busy);
  }
  await Promise.all(busy.values());
  if (failures.length > 0) throw failures[0];
}

/** At once when none is at work. */
async function nextEnd(busy: ReadonlyMap<number, Promise<void>>): Promise<void> {
  if (busy.size > 0) await Promise.race(busy.values());
}

/** Every row is checked: ready to start, or started at once if that was asked. */
function endChecks(deps: Deps, { id, account_id: accountId }: Work): Promise<void> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) return;
    const batch = await lockBatch(deps.db, id);
    if (batch?.status !== 'checking' || (await countRows(deps.db, id, 'waiting')) > 0) return;
    const today = parisDate(deps.clock().toISOString()).toString();
    if (batch.leaves_out) await leaveOutRepeated(deps.db, { batchId: id, accountId, today });
    await updateBatch(deps.db, id, { status: 'ready' });
    if ((await countRows(deps.db, id, 'doubtful')) > 0) await tellChoices(deps, batch);
    await goOn(deps, batch);
  });
}

/** What was asked to start by itself still does once its owner has chosen or corrected a row. */
async function goOn(deps: Deps, batch: Work): Promise<void> {
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

function endRun(deps: Deps, work: Work): Promise<void> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, work.account_id))) return;
    const batch = await lockBatch(deps.db, work.id);
    if (batch?.status !== 'running') return;
    if ((await countRows(deps.db, work.id, 'ready')) > 0) return;
    if ((await countRows(deps.db, work.id, 'waiting')) > 0) return;
    await endBatch(deps, batch, 'finished');
  });
}

/** Each minute: batches whose rows wait for a source, or whose job was lost. */
export async function sweepBatches(deps: Deps): Promise<void> {
  for (const batchId of await listAtWork(deps.db)) await enqueueRun(deps, batchId);
}
