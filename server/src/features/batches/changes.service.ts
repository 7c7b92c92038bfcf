import { batchKey } from '@clairisque/contract/common/v3.ts';
import type { Deps } from '#deps.ts';
import { endReservation, lockLedger, reserveCredits } from '#features/credits/credits.ts';
import { emitForAccount } from '#features/events/events.ts';
import { creditsInUse } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { findBatch, lockBatch, updateBatch, type OwnBatch, type Work } from './batches.queries.ts';
import { cancelRows, countRows } from './rows.queries.ts';
import { enqueueTurn } from './queue.service.ts';
import { tellEnd } from './told.service.ts';

export const noSuchBatch = (): AppError => new AppError('not_found', 'Votre compte n’a pas cet import.');

/** Runs `work` with ledger and batch locked, in this order. Throws `not_found`. */
export function changing(deps: Deps, own: OwnBatch, work: (deps: Deps, batch: Work) => Promise<void>): Promise<void> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, own.accountId)) || !(await findBatch(deps.db, own))) throw noSuchBatch();
    const batch = await lockBatch(deps.db, own.id);
    if (batch === undefined) throw noSuchBatch();
    await work(deps, batch);
  });
}

/** Reserves one credit for each ready row. Started before: nothing. Throws `not_found`, `conflict`, `no_credit`. */
export const startBatch = (deps: Deps, own: OwnBatch): Promise<void> =>
  changing(deps, own, async (deps, batch) => {
    if (batch.status === 'running' || batch.status === 'finished') return;
    await startLocked(deps, batch);
  });

export async function startLocked(deps: Deps, { id, account_id: accountId, status }: Work): Promise<void> {
  if (status === 'cancelled') throw new AppError('conflict', 'Cet import a été annulé.');
  const waiting = await countRows(deps.db, id, 'waiting');
  if (waiting > 0) throw new AppError('conflict', 'La vérification de cet import n’est pas finie.');
  const credits = await countRows(deps.db, id, 'ready');
  if (credits === 0)
    throw new AppError(
      'conflict',
      'Aucune ligne de cet import ne peut être traitée\u00A0: choisissez ou corrigez-en une.',
    );
  const at = deps.clock();
  const inUse = await creditsInUse(deps, accountId);
  await reserveCredits(deps, { accountId, batchId: id, credits, inUse, at });
  await updateBatch(deps.db, id, { status: 'running', started_at: at, problem: null });
  await enqueueTurn(deps, accountId, 'issue');
}

/** Rows being issued are not; those issued stay. Ended before: nothing. Throws `not_found`. */
export const cancelBatch = (deps: Deps, own: OwnBatch): Promise<void> =>
  changing(deps, own, async (deps, batch) => {
    if (batch.status === 'finished' || batch.status === 'cancelled') return;
    await cancelRows(deps.db, batch.id);
    // Statements of an earlier run remain: only the next run is given up.
    const isNextRun = batch.started_at !== null && batch.status !== 'running';
    await endBatch(deps, batch, isNextRun ? 'finished' : 'cancelled');
  });

/** Gives back what is still reserved. Call it with ledger and batch locked. */
export async function endBatch(deps: Deps, batch: Work, status: 'finished' | 'cancelled'): Promise<void> {
  const { id, account_id: accountId } = batch;
  await endReservation(deps, id);
  await updateBatch(deps.db, id, { status, ended_at: deps.clock() });
  deps.telemetry.metrics.batchesEnded.inc({ status });
  const issued = await countRows(deps.db, id, 'issued');
  const data = { batch_id: batchKey(id, deps.mode), status, issued };
  await emitForAccount(deps, accountId, { type: 'batch.finished', data });
  if (batch.status === 'running' && status === 'finished') await tellEnd(deps, batch);
}
