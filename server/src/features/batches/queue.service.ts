import { z } from 'zod';
import type { Deps } from '#deps.ts';
import { balance, reservedCredits } from '#features/credits/credits.ts';
import { creditsInUse } from '#features/issuance/issuance.ts';
import { jobKind, type JobKind } from '#platform/jobs/jobs.ts';
import { problemOf, waitMs } from './problems.rules.ts';
import { updateRow, type RowToDo } from './rows.queries.ts';

/** Checks are free; what is issued is paid. */
export type Work = 'check' | 'issue';

/**
 * A turn of one account at one kind of work: some rows, then the turn of the next account that waits. One at a time for
 * each account; another may wait behind it, for what changes during its last row.
 */
const turnOf = (work: Work) =>
  jobKind({
    name: `batches.${work}`,
    payload: z.object({ accountId: z.int() }),
    rules: {
      policy: 'stately',
      singletonKey: 'accountId',
      hasDeadLetter: false,
      retryLimit: 20,
      retryDelayMax: 30,
      expireInSeconds: 20 * 3_600,
    },
  });
type Turn = ReturnType<typeof turnOf>;
const ofTests = (kind: Turn): JobKind<Turn['payload']> => ({ ...kind, name: `${kind.name}-test`, forTests: true });

export const TURNS = { check: turnOf('check'), issue: turnOf('issue') };
/** Batches of test keys have the same numbers. */
export const TEST_TURNS = { check: ofTests(TURNS.check), issue: ofTests(TURNS.issue) };

type Queue = Pick<Deps, 'db' | 'jobs' | 'mode' | 'clock'>;

/** Checks that credits may pay for come before the others. */
export async function enqueueTurn(deps: Queue, accountId: number, work: Work): Promise<void> {
  const kind = (deps.mode === 'test' ? TEST_TURNS : TURNS)[work];
  const priority = work === 'check' && (await freeCredits(deps, accountId)) > 0 ? 1 : 0;
  await deps.jobs.enqueue(deps.db, { ...kind, priority }, { accountId });
}

/** Credits that the account may still reserve. */
export const freeCredits = async (deps: Pick<Queue, 'db' | 'clock'>, accountId: number): Promise<number> =>
  (await balance(deps, accountId)) - (await reservedCredits(deps, accountId)) - (await creditsInUse(deps, accountId));

type Failed = { at: Parameters<typeof updateRow>[1]; row: RowToDo; error: unknown };

/** Leaves a row that failed for another attempt, in a minute or more. False when this one was the last. */
export async function putOff(deps: Deps, { at, row: { attempts, waiting_since }, error }: Failed): Promise<boolean> {
  const tried = attempts + 1;
  const wait = waitMs(error, tried);
  if (wait === null) return false;
  const { batchId, position, from } = at;
  deps.log.warn({ err: error, batchId, position }, from === 'waiting' ? 'row not checked' : 'row not issued');
  const now = deps.clock();
  const retry_at = new Date(now.getTime() + wait);
  const problem = problemOf(error);
  await updateRow(deps.db, at, { problem, attempts: tried, retry_at, waiting_since: waiting_since ?? now });
  return true;
}
