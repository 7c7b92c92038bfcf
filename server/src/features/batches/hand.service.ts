import type { RowRequest } from '@clairisque/contract/batches.v3.ts';
import type { Deps } from '#deps.ts';
import { releaseCredits, reserveCredits } from '#features/credits/credits.ts';
import { creditsInUse } from '#features/issuance/issuance.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { updateBatch, type OwnBatch, type Work } from './batches.queries.ts';
import { changing } from './changes.service.ts';
import { refuseTooMany } from './creation.service.ts';
import { enqueueTurn } from './queue.service.ts';
import { edited, faultOf, withChoice, type Changes } from './requests.rules.ts';
import { lockRow, rewriteRow, type LockedRow } from './rows.queries.ts';

/** What the owner of a batch does with one row, before, during and after its run. */

type InHand = { batch: Work; position: number; row: LockedRow };

export const noSuchRow = (): AppError => new AppError('not_found', 'Cet import n’a pas cette ligne.');

/** Runs `work` with ledger, batch and row locked, in this order. Throws `not_found`, `conflict`. */
const withRow = (
  deps: Deps,
  { position, ...own }: OwnBatch & { position: number },
  work: (deps: Deps, inHand: InHand) => Promise<void>,
): Promise<void> =>
  changing(deps, own, async (deps, batch) => {
    const row = await lockRow(deps.db, { batchId: own.id, position });
    if (row === undefined) throw noSuchRow();
    if (batch.status === 'cancelled') throw new AppError('conflict', 'Cet import a été annulé.');
    if (row.state === 'issued') throw new AppError('conflict', 'L’état des risques de cette ligne est déjà émis.');
    await work(deps, { batch, position, row });
  });

/** A row that a running batch has reserved a credit for. */
const isReserved = ({ batch, row }: InHand): boolean =>
  batch.status === 'running' && (row.state === 'waiting' || row.state === 'ready');

type OfRow = OwnBatch & { position: number };

/** The user chose one of the candidates of a doubtful row. Throws `not_found`, `conflict`, `invalid_input`, `no_credit`. */
export const chooseForRow = (deps: Deps, own: OfRow, candidate: string): Promise<void> =>
  withRow(deps, own, async (deps, inHand) => {
    const { state, request, problem } = inHand.row;
    if (state !== 'doubtful' || request === null) {
      throw new AppError('conflict', 'Cette ligne n’attend pas de choix.');
    }
    if (!problem?.candidates.includes(candidate)) throw notProposed();
    await checkAgain(deps, inHand, { request: withChoice(request, candidate) });
  });

/** Throws `not_found`, `conflict`, `invalid_input`, `no_credit`. */
export const editRow = (deps: Deps, own: OfRow, changes: Changes): Promise<void> =>
  withRow(deps, own, async (deps, inHand) => {
    const read = edited(inHand.row, changes);
    if ('refusal' in read) {
      throw new DetailedError('invalid_input', read.refusal, { errors: [faultOf(read)] });
    }
    await checkAgain(deps, inHand, read);
  });

/** Its credit is given back. Left out before: nothing. Throws `not_found`, `conflict`. */
export const leaveOutRow = (deps: Deps, own: OfRow): Promise<void> =>
  withRow(deps, own, async (deps, inHand) => {
    const { batch, position, row } = inHand;
    if (row.state === 'cancelled') return;
    await rewriteRow(deps.db, { batchId: batch.id, position }, { state: 'cancelled' });
    if (isReserved(inHand)) await releaseCredits(deps, batch.id, 1);
    // It may have been the last one.
    if (batch.status === 'checking') await enqueueTurn(deps, batch.account_id, 'check');
    if (batch.status === 'running') await enqueueTurn(deps, batch.account_id, 'issue');
  });

/** A row that was left out, to be issued all the same. Taken back before: nothing. Throws as `editRow`. */
export const takeBackRow = (deps: Deps, own: OfRow): Promise<void> =>
  withRow(deps, own, async (deps, inHand) => {
    const { batch, position, row } = inHand;
    if (row.state !== 'cancelled') return;
    if (row.request === null) await rewriteRow(deps.db, { batchId: batch.id, position }, { state: 'refused' });
    else await checkAgain(deps, inHand, { request: row.request, kept: true });
  });

/**
 * The row joins the run, which reserves its credit now, or makes the next one: a batch that has finished is open again.
 */
async function checkAgain(
  deps: Deps,
  inHand: InHand,
  change: { request: RowRequest; given?: string; kept?: boolean },
): Promise<void> {
  const { batch, position } = inHand;
  const { id: batchId, account_id: accountId, status } = batch;
  if (status === 'running' && !isReserved(inHand)) {
    const inUse = await creditsInUse(deps, accountId);
    await reserveCredits(deps, { accountId, batchId, credits: 1, inUse, at: deps.clock() });
  }
  if (status === 'finished') await refuseTooMany(deps, batch.space_id);
  if (status !== 'running') await updateBatch(deps.db, batchId, { status: 'checking', ended_at: null, problem: null });
  await rewriteRow(deps.db, { batchId, position }, { state: 'waiting', ...change });
  await enqueueTurn(deps, accountId, 'check');
}

function notProposed(): AppError {
  const detail = 'Choisissez une des propositions de la ligne.';
  const error = { pointer: '/candidate', title: 'This is not one of the candidates.', detail };
  return new DetailedError('invalid_input', detail, { errors: [error] });
}
