import { takeTurn } from '#features/batches/batches.ts';
import type { Deps } from '#deps.ts';

/** Works on a batch, as a worker does, until nothing of its account is due. */
export async function runBatch(deps: Deps, { batchId }: { batchId: number }, signal: AbortSignal): Promise<void> {
  const { account_id: accountId } = await deps.db
    .selectFrom('batch as b')
    .innerJoin('space as p', 'p.id', 'b.space_id')
    .select('p.account_id')
    .where('b.id', '=', batchId)
    .executeTakeFirstOrThrow();
  await takeTurn(deps, { accountId, work: 'check' }, signal);
  await takeTurn(deps, { accountId, work: 'issue' }, signal);
}
