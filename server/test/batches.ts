import { takeTurn } from '#features/batches/batches.ts';
import type { Deps } from '#deps.ts';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { callV3, type KeyOwner, type V3Answer } from './keys.ts';

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

let drawn = 0;
type Sent = { body?: unknown; as?: string };

/** The calls of a program about its batches; `as` is the Idempotency-Key. */
export function batchCalls(app: () => Pick<TestApp, 'url'>) {
  const read = ({ key }: KeyOwner, path: string): Promise<V3Answer> => callV3(app(), ['GET', path], { key });
  return {
    read,
    post: ({ key }: KeyOwner, path: string, { body = {}, as = `cle-${(drawn += 1)}` }: Sent = {}): Promise<V3Answer> =>
      callV3(app(), ['POST', path], { key, body, headers: { 'idempotency-key': as } }),
    /** The batch once it has left the states of work. */
    ended: async (owner: KeyOwner, id: string, status: string): Promise<Record<string, unknown>> => {
      const batch = async () => (await read(owner, `/batches/${id}`)).json;
      await expect.poll(async () => (await batch())['status'], { interval: 100 }).toBe(status);
      return batch();
    },
  };
}
