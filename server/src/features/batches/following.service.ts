import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import type { BatchData, OwnBatch } from './batches.queries.ts';
import { requireBatch } from './batches.ts';
import { batchOf } from './shapes.rules.ts';

const EVERY_MS = 1_000;
/** A comment keeps the connection open: ours is closed after thirty silent seconds. */
const SIGN_OF_LIFE_MS = 10_000;
/** One account follows at most so many on this process. */
const MOST = 6;

/** Progress of batches as server-sent events, while it moves. */
export function createFollowers() {
  const closing = new AbortController();
  const open = new Map<number, number>();
  const change = (account: number, by: number): void => {
    const left = (open.get(account) ?? 0) + by;
    if (left === 0) open.delete(account);
    else open.set(account, left);
  };
  return {
    /** Throws `not_found`, `too_many_requests`. */
    async follow(deps: Followed['deps'], own: OwnBatch): Promise<Readable> {
      const first = await requireBatch(deps, own);
      if ((open.get(own.accountId) ?? 0) >= MOST) {
        throw new AppError('too_many_requests', 'Trop de pages suivent vos imports. Fermez-en une.', 10);
      }
      change(own.accountId, 1);
      const stream = Readable.from(eventsOf({ deps, own, first, signal: closing.signal }));
      return stream.once('close', () => change(own.accountId, -1));
    },
    close: (): void => closing.abort(),
  };
}

type Followed = { deps: Pick<Deps, 'db' | 'mode'>; own: OwnBatch; first: BatchData; signal: AbortSignal };

async function* eventsOf({ deps, own, first, signal }: Followed): AsyncGenerator<string> {
  let batch = first;
  let sent = '';
  let silentMs = 0;
  for (;;) {
    const data = JSON.stringify(batchOf(batch, deps.mode));
    silentMs = data === sent ? silentMs + EVERY_MS : 0;
    if (data !== sent) yield `data: ${data}\n\n`;
    else if (silentMs % SIGN_OF_LIFE_MS === 0) yield ':\n\n';
    sent = data;
    if (batch.status !== 'checking' && batch.status !== 'running') return;
    await sleep(EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return;
    batch = await requireBatch(deps, own);
  }
}
