import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@clairisque/contract/common/problems.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { emitEvent } from '#features/events/events.ts';
import { AppError } from '#platform/app-error.ts';
import { transact, transactUnflushed } from '#platform/db/db.ts';
import { keyOf } from '#platform/http/auth.ts';
import { problemOf } from '#platform/http/problems.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { inV3 } from './fields.rules.ts';
import { claim, digestOf, idempotencyKeyOf } from './idempotency.service.ts';
import { deleteUnmade, draftOfRequest, lockRequest, updateRequest, type RequestKey } from './requests.queries.ts';
import { updateFailure } from './statements.queries.ts';

/** A POST of a key: whose, under which Idempotency-Key, and where it came from. */
export type Attempt = {
  caller: { accountId: number; spaceId: number };
  key: string;
  origin: { method: string; path: string; requestId: string };
};

/** Throws `idempotency_key_missing`. */
export function attemptOf(request: FastifyRequest): Attempt {
  const { accountId, key } = keyOf(request);
  return {
    caller: { accountId, spaceId: key.spaceId },
    key: idempotencyKeyOf(request.headers['idempotency-key']),
    origin: { method: request.method, path: request.url.replace(/\/?(\?.*)?$/s, ''), requestId: request.id },
  };
}

type Once<T> = { answer: T; isReplayed: boolean };
type Keep<T> = (deps: Pick<Deps, 'db'>, answer: T) => Promise<T>;

/** `body`: what tells two requests apart, when it is not the request's body. */
type Call = { request: FastifyRequest; reply: FastifyReply; body?: unknown };

/**
 * Works once for an Idempotency-Key, in one transaction with its answer, which a repetition gets again for 24 hours:
 * JSON, without secrets. Throws as `claim`.
 */
export async function once<T extends object>(
  deps: Deps,
  { request, reply, body = request.body }: Call,
  work: (deps: Deps) => Promise<T>,
): Promise<Once<T>> {
  const done = await keptOnce<T>(deps, { ...attemptOf(request), body }, (keep) =>
    transact(deps, async (deps) => keep(deps, await work(deps))),
  );
  replayed(reply, done.isReplayed);
  return done;
}

/** Says that this response was given before. */
export const replayed = (reply: FastifyReply, isReplayed: boolean): FastifyReply =>
  isReplayed ? reply.header('idempotent-replayed', 'true') : reply;

/** Does work once that writes nothing, or that keeps its answer itself, in its transaction. */
export async function keptOnce<T extends object>(
  deps: Deps,
  asked: Attempt & { body: unknown },
  work: (keep: Keep<T>) => Promise<T>,
): Promise<Once<T>> {
  const own = { spaceId: asked.caller.spaceId, key: asked.key };
  const digest = digestOf({ ...asked.origin, body: asked.body ?? null });
  const claimed = await claim(deps, own, { digest, isDone: ({ answer }) => answer !== null });
  if (claimed.isDone) return { answer: claimed.answer as T, isReplayed: true };
  const keep: Keep<T> = async ({ db }, answer) => {
    await updateRequest(db, own, { answer });
    return answer;
  };
  return { answer: await released(deps, asked, () => work(keep)), isReplayed: false };
}

/**
 * Ends the claim whatever happens, with the problem that a later read will show; a refusal without a draft leaves
 * no claim. Throws in the words of API v3.
 */
export async function released<T>(deps: Deps, { caller, key, origin }: Attempt, work: () => Promise<T>): Promise<T> {
  const own = { spaceId: caller.spaceId, key };
  const end = (failure: Problem | null, isRefused = false): Promise<void> =>
    // Lost with the database's memory, it only delays a repetition.
    transactUnflushed(deps, async (deps) => {
      if (failure !== null) await emitFailure(deps, own, failure);
      if (isRefused) await deleteUnmade(deps.db, own);
      await updateRequest(deps.db, own, { claimed_until: null, failure });
      const draft = await draftOfRequest(deps.db, own);
      if (draft !== null) await updateFailure(deps.db, { id: draft, failure });
    }).catch((err: unknown) => deps.log.warn({ err }, 'end of a request not written'));
  try {
    const done = await work();
    await end(null);
    return done;
  } catch (error) {
    const failure = inV3(error);
    const refusal = failure instanceof AppError ? failure : refusalOf(failure);
    const problem = problemOf(refusal, { site: deps.publicUrl, instance: origin.path, requestId: origin.requestId });
    await end(problem, failure instanceof AppError);
    throw failure;
  }
}

/** For a request that has a statement: what it asked for came to nothing. */
async function emitFailure(deps: Deps, own: RequestKey, { code }: Problem): Promise<void> {
  const { statement_id: id = null, status } = (await lockRequest(deps.db, own)) ?? {};
  if (id === null) return;
  const during = status === 'issued' ? 'renewal' : 'issue';
  const data = { statement_id: statementKey(id, deps.mode), batch_id: null, row: null, during, code } as const;
  await emitEvent(deps, { spaceId: own.spaceId, type: 'statement.failed', data });
}

const refusalOf = (error: unknown) =>
  error instanceof SupplierFailure
    ? ({ code: 'source_unavailable', status: 503, detail: 'Un service public ne répond pas pour le moment.' } as const)
    : ({ code: 'internal_error', status: 500, detail: 'Une erreur inattendue s’est produite.' } as const);

/** Waits for the work, at most that long; its failure after that is kept for later reads. */
export async function inTime(work: Promise<unknown>, waitMs: number): Promise<void> {
  const timer = new AbortController();
  const timeUp = sleep(waitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}
