import type { StatementRequest } from '@clairisque/contract/api-v3.ts';
import { batchKey, ParcelKey } from '@clairisque/contract/common/v3.ts';
import type { Deps } from '#deps.ts';
import { endReservation, lockLedger, reserveCredits } from '#features/credits/credits.ts';
import { emitForAccount } from '#features/events/events.ts';
import { creditsInUse } from '#features/issuance/issuance.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { findBatch, lockBatch, updateBatch, type OwnBatch, type Work } from './batches.queries.ts';
import { cancelRows, countRows, lockRow, updateRow } from './rows.queries.ts';
import { enqueueTurn } from './queue.service.ts';

export const noSuchBatch = (): AppError => new AppError('not_found', 'Votre compte n’a pas ce lot.');

/** Runs `work` with ledger and batch locked, in this order. Throws `not_found`. */
function changing(deps: Deps, own: OwnBatch, work: (deps: Deps, batch: Work) => Promise<void>): Promise<void> {
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
  if (status === 'cancelled') throw new AppError('conflict', 'Ce lot a été annulé.');
  const waiting = await countRows(deps.db, id, 'waiting');
  if (waiting > 0) throw new AppError('conflict', 'La vérification de ce lot n’est pas finie.');
  const credits = await countRows(deps.db, id, 'ready');
  if (credits === 0) throw new AppError('conflict', 'Aucun bien de ce lot ne peut être traité.');
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
    await endBatch(deps, batch, 'cancelled');
  });

/** Gives back what is still reserved. Call it with ledger and batch locked. */
export async function endBatch(
  deps: Deps,
  { id, account_id: accountId }: Work,
  status: 'finished' | 'cancelled',
): Promise<void> {
  await endReservation(deps, id);
  await updateBatch(deps.db, id, { status, ended_at: deps.clock() });
  deps.telemetry.metrics.batchesEnded.inc({ status });
  const issued = await countRows(deps.db, id, 'issued');
  const data = { batch_id: batchKey(id, deps.mode), status, issued };
  await emitForAccount(deps, accountId, { type: 'batch.finished', data });
}

/**
 * The user chose one of the candidates of a doubtful row, which is then checked again. Throws `not_found`, `conflict`,
 * `invalid_input`.
 */
export const chooseForRow = (
  deps: Deps,
  own: OwnBatch,
  { position, candidate }: { position: number; candidate: string },
): Promise<void> =>
  changing(deps, own, async (deps, batch) => {
    const row = await lockRow(deps.db, { batchId: own.id, position });
    if (row === undefined) throw new AppError('not_found', 'Ce lot n’a pas cette ligne.');
    const isOpen = batch.status === 'checking' || batch.status === 'ready';
    if (!isOpen || row.state !== 'doubtful' || row.request === null) {
      throw new AppError('conflict', 'Cette ligne n’attend pas de choix.');
    }
    if (!row.problem?.candidates.includes(candidate)) throw notProposed();
    await updateRow(
      deps.db,
      { batchId: own.id, position, from: 'doubtful' },
      { state: 'waiting', request: withChoice(row.request, candidate), problem: null, attempts: 0, retry_at: null },
    );
    await updateBatch(deps.db, own.id, { status: 'checking' });
    await enqueueTurn(deps, own.accountId, 'check');
  });

/** A parcel of the property, or its address. */
const withChoice = (request: StatementRequest, candidate: string): StatementRequest =>
  ParcelKey.safeParse(candidate).success ? { ...request, parcels: [candidate] } : { ...request, address: candidate };

function notProposed(): AppError {
  const detail = 'Choisissez une des propositions de la ligne.';
  const error = { pointer: '/candidate', title: 'This is not one of the candidates.', detail };
  return new DetailedError('invalid_input', detail, { errors: [error] });
}
