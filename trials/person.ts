import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { mayPass, type Asker, type Told } from './ask.ts';

/**
 * What a user was told and may rely on. `paid` is what the payment page said to him: whatever he heard of us afterwards, his
 * credits are due. `erased` when not sure: the account is gone with all that it held, or nothing of it is.
 */
export type Promised =
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

/** How often somebody tries again what failed and may pass, and after which pause: once longer each time. */
export type Patience = { tries: number; pauseMs: number };

/** A person at the site; `promised` is all that he was told. */
export type Person = { asker: Asker; email: string; promised: Promised[]; patience: Patience };

/** Does `work` again while its end may pass and the person has patience. */
export async function insist<A>({ patience }: Person, work: () => Promise<Told<A>>): Promise<Told<A>> {
  let told = await work();
  for (let tried = 1; tried < patience.tries && mayPass(told); tried += 1) {
    await sleep(patience.pauseMs * tried);
    told = await work();
  }
  return told;
}

/** The same for what is done once: after a silence, a refusal with `status` is what `known` makes of it. */
export async function insistOnce<A>(
  person: Person,
  work: () => Promise<Told<A>>,
  refusal: { status: number; known: () => Promise<Told<A>> },
): Promise<Told<A>> {
  let isUnsure = false;
  return insist(person, async () => {
    const told = await work();
    if (isUnsure && told.heard === 'no' && told.status === refusal.status) return refusal.known();
    isUnsure ||= mayPass(told);
    return told;
  });
}

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
