import type { Deps } from '#deps.ts';
import type { RowProblem } from '@clairisque/contract/batches.v3.ts';
import { batchKey, statementKey } from '@clairisque/contract/common/v3.ts';
import { declarationsOf } from '@clairisque/contract/common/v3-declarations.ts';
import { answersInFrench, fieldsOf, keepPlanned } from '#features/api-v3/api-v3.ts';
import { emitForAccount } from '#features/events/events.ts';
import { lockLedger, releaseCredits } from '#features/credits/credits.ts';
import { declareOwner, generateStatement, storeDraft } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { answerQuestions, unprintedAnswers } from '#features/questions/questions.ts';
import { isDatabaseUnavailable, transact } from '#platform/db/db.ts';
import type { Work } from './batches.queries.ts';
import { notPrinted, problemOf } from './problems.rules.ts';
import { putOff } from './queue.service.ts';
import { updateRow, type RowToDo } from './rows.queries.ts';

/** Another run has this row, its owner changed it, or the batch was cancelled: what was written with it is undone. */
class RowTaken extends AppError {
  constructor() {
    super('conflict', 'Cet import a été annulé.');
  }
}

/**
 * Issues a row as the wizard does. The row, its reserved credit and the debit change in one transaction. Never throws
 * for the row's own fault.
 */
export async function issueRow(deps: Deps, batch: Work, row: RowToDo): Promise<void> {
  const at: Begun = { batchId: batch.id, position: row.position, revision: row.revision };
  try {
    const id = row.statement_id ?? (await draftRow(deps, batch, row));
    const own = { accountId: batch.account_id, id };
    let isSettled = false;
    const issued = async (deps: Deps): Promise<void> => {
      if (!(await settle(deps, at, await unprintedOf(deps, row, own)))) throw new RowTaken();
      isSettled = true;
    };
    await generateStatement(deps, own, {
      owner: `batch ${batch.id}`,
      at: batch.started_at ?? deps.clock(),
      issued,
    });
    // The owner generated its draft meanwhile, with another credit.
    if (!isSettled) await lockedBy(deps, batch, async (deps) => settle(deps, at, await unprintedOf(deps, row, own)));
  } catch (error) {
    if (error instanceof RowTaken) return;
    if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
    await fail(deps, { batch, row }, error);
  }
}

type Owned = { accountId: number; id: number };
/** A row, as its owner had left it when the work began. */
type Begun = { batchId: number; position: number; revision: number };

const lockedBy = (deps: Deps, batch: Work, work: (deps: Deps) => Promise<unknown>): Promise<unknown> =>
  transact(deps, async (deps) => ((await lockLedger(deps, batch.account_id)) ? work(deps) : null));

/** Answers of the row that its document does not print; they stay with the row, as they were given. */
async function unprintedOf(deps: Deps, { request: { answers = [] } }: RowToDo, own: Owned): Promise<RowProblem | null> {
  return answers.length === 0 ? null : notPrinted(answers, await unprintedAnswers(deps, own));
}

/** False when the row is not to be issued any more. */
async function settle(deps: Deps, at: Begun, problem: RowProblem | null): Promise<boolean> {
  const issued = { state: 'issued', problem, retry_at: null } as const;
  if (!(await updateRow(deps.db, { ...at, from: 'ready' }, issued))) return false;
  await releaseCredits(deps, at.batchId, 1);
  deps.telemetry.metrics.batchRows.inc({ result: 'issued' });
  return true;
}

/** Writes the draft and its number in the row together: a row never has two. */
function draftRow(deps: Deps, { id: batchId, account_id: accountId }: Work, row: RowToDo): Promise<number> {
  const { position, request, property, revision } = row;
  if (property === null) throw new Error(`row ${position} of batch ${batchId} was not checked`);
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, accountId))) throw new RowTaken();
    const id = await storeDraft(deps, accountId, fieldsOf(request, property));
    if (request.declarations) await declareOwner(deps, { accountId, id }, declarationsOf(request.declarations));
    await keepPlanned(deps, id, request);
    if (request.answers) await answerQuestions(deps, { accountId, id }, answersInFrench(request.answers));
    const isMine = await updateRow(
      deps.db,
      { batchId, position, revision, from: 'ready', undrafted: true },
      { statement_id: id },
    );
    if (!isMine) throw new RowTaken();
    return id;
  });
}

/** Tries again in a minute or more, or gives the credit back. */
async function fail(deps: Deps, { batch, row }: { batch: Work; row: RowToDo }, error: unknown): Promise<void> {
  const { position, revision, statement_id: drafted } = row;
  const at = { batchId: batch.id, position, revision, from: 'ready' } as const;
  if (await putOff(deps, { at, row, error })) return;
  const problem = problemOf(error);
  await lockedBy(deps, batch, async (deps) => {
    if (!(await updateRow(deps.db, at, { state: 'failed', problem, retry_at: null }))) return;
    const statement_id = drafted === null ? null : statementKey(drafted, deps.mode);
    const data = {
      statement_id,
      batch_id: batchKey(batch.id, deps.mode),
      row: position,
      during: 'issue',
      code: problem.code,
    } as const;
    await emitForAccount(deps, batch.account_id, { type: 'statement.failed', data });
    await releaseCredits(deps, batch.id, 1);
    deps.telemetry.metrics.batchRows.inc({ result: 'failed' });
  });
}
