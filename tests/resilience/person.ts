import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { isTransient, type HttpClient, type Outcome } from '../harness/http.ts';

/**
 * What the product confirmed to a user. `paid` is the payment page's message: the credits are due, whatever we responded later.
 * `erased` when uncertain: the account is gone with everything, or unchanged.
 */
export type Confirmed =
  | { what: 'account' | 'activated'; email: string }
  | { what: 'paid'; sessionId: string }
  | { what: 'credits'; sessionId: string; credits: number; invoice: string | null }
  | { what: 'drafted'; id: number }
  | { what: 'issued'; id: number; reference: string }
  | { what: 'renewed'; id: number; reference: string | null }
  | { what: 'document'; id: number; sha256: string }
  | { what: 'invoice'; number: string; sha256: string }
  | { what: 'withdrawn'; order: string }
  | { what: 'erased'; email: string; isSure: boolean };

/** How often a user retries a temporary failure, and the first pause: longer each time. */
export type Patience = { tries: number; pauseMs: number };

/** A virtual user; `confirmed` collects all confirmations. */
export type Person = { client: HttpClient; email: string; confirmed: Confirmed[]; patience: Patience };

/** Repeats `work` while its failure is temporary and patience lasts. */
export async function retryWhileTransient<A>(
  { patience }: Person,
  work: () => Promise<Outcome<A>>,
): Promise<Outcome<A>> {
  let outcome = await work();
  for (let tried = 1; tried < patience.tries && isTransient(outcome); tried += 1) {
    await sleep(patience.pauseMs * tried);
    outcome = await work();
  }
  return outcome;
}

/** Retries a call that must happen once: after no response, a refusal with `status` is interpreted by `known`. */
export async function retryOnce<A>(
  person: Person,
  work: () => Promise<Outcome<A>>,
  refusal: { status: number; known: () => Promise<Outcome<A>> },
): Promise<Outcome<A>> {
  let isUnsure = false;
  return retryWhileTransient(person, async () => {
    const outcome = await work();
    if (isUnsure && outcome.kind === 'refused' && outcome.status === refusal.status) return refusal.known();
    isUnsure ||= isTransient(outcome);
    return outcome;
  });
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
