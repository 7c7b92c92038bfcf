import { hash } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { transactUnflushed } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import {
  deleteRequestsBefore,
  insertRequest,
  lockRequest,
  updateRequest,
  type RequestKey,
  type RequestRow,
} from './requests.queries.ts';

const KEPT_MS = 24 * 3_600_000;
/** A generation may last as long; after a crash, a retry waits no longer than this. */
const LONGEST_MS = 5 * 60_000;
/** For the caller that asks again: a statement takes some seconds. */
export const ASK_AGAIN_S = 2;

/** `isDone`: an earlier request did it; else this one works on it, from the draft of an earlier attempt if any. */
type Claim = { isDone: boolean; statementId: number | null; firstAt: Date; answer: unknown };
type IsDone = (row: RequestRow) => boolean;

/** Throws `idempotency_key_missing`. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\x21-\x7e]{1,255}$/.test(header)) return header;
  throw new AppError('idempotency_key_missing', 'L’en-tête « Idempotency-Key » manque, ou dépasse 255 caractères.');
}

export const digestOf = (request: { method: string; path: string; body: unknown }): Buffer =>
  hash('sha256', JSON.stringify([request.method, request.path, request.body]), 'buffer');

/**
 * Takes the request for this process, before anything is written; `isDone` says whether an earlier attempt reached its end. Throws
 * `idempotency_key_reused` (another request), `idempotency_in_progress`.
 */
export function claim(
  deps: Deps,
  request: RequestKey,
  { digest, isDone }: { digest: Buffer; isDone: IsDone },
): Promise<Claim> {
  return transactUnflushed(deps, async ({ db, clock }) => {
    const now = clock();
    const claimed_until = new Date(now.getTime() + LONGEST_MS);
    const insert = (): Promise<boolean> => insertRequest(db, request, { digest, created_at: now, claimed_until });
    const forget = (): Promise<void> => deleteRequestsBefore(db, new Date(now.getTime() - KEPT_MS), request);
    // After a day the key is free again.
    if ((await insert()) || (await forget().then(insert))) return { isDone: false, ...FIRST, firstAt: now };
    const row = await lockRequest(db, request);
    if (row === undefined || !row.digest.equals(digest)) throw reused();
    const known = { statementId: row.statement_id, firstAt: row.created_at, answer: row.answer };
    if (isDone(row)) return { isDone: true, ...known };
    if (row.claimed_until !== null && row.claimed_until > now) throw running();
    await updateRequest(db, request, { claimed_until, failure: null });
    return { isDone: false, ...known };
  });
}

const FIRST = { statementId: null, answer: null };

const reused = (): AppError =>
  new AppError('idempotency_key_reused', 'Cette clé d’idempotence a déjà servi pour une autre requête.');

const running = (): AppError =>
  new AppError(
    'idempotency_in_progress',
    'La première requête avec cette clé d’idempotence n’est pas finie.',
    ASK_AGAIN_S,
  );

/** For a daily cron. */
export async function forgetOldRequests({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS);
  await deleteRequestsBefore(db, before);
  await deleteRequestsBefore(db.withSchema('sandbox'), before);
}
