import { Declarations } from '@clairisque/contract/statements.ts';
import { z } from 'zod';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { forgetTab, readTab, writeTab } from '#lib/tab-memory.ts';
import { keepDeclarations } from './declarations.ts';
import { cookiesOf, draftOf, saveDraft } from './draft-cookies.ts';
import { hasParcel, reduceDraft, type Draft } from './draft.ts';

/** A request that failed. The wizard itself is reset, as prescribed; this copy lets the user take it up again. */
type Interrupted = {
  draft: Draft;
  declarations: Declarations;
  /** Why, in the server's words; null when it gave none. */
  reason: string | null;
  /** The generation was asked for, and nobody knows how it ended: it may be issued, and paid. */
  isUnheard: boolean;
};

const Kept = z.object({
  cookies: z.record(z.string(), z.string()),
  declarations: Declarations,
  reason: z.string().nullable(),
  isUnheard: z.boolean().default(false),
});

/** To be called before the draft is reset. */
export function keepInterrupted(draft: Draft, declarations: Declarations, error: unknown): void {
  const reason = refusalSentence(error);
  const kept: z.input<typeof Kept> = {
    cookies: cookiesOf(draft),
    declarations,
    reason,
    isUnheard: isUnheard(draft, error),
  };
  writeTab('demande_interrompue', kept);
}

export function readInterrupted(): Interrupted | null {
  const kept = Kept.safeParse(readTab('demande_interrompue'));
  if (!kept.success) return null;
  const { cookies, ...rest } = kept.data;
  const draft = draftOf(cookies);
  return hasParcel(draft) ? { ...rest, draft } : null;
}

/** Once it is resumed or given up, or when another statement is begun; the end of the session does it too. */
export function forgetInterrupted(): void {
  forgetTab('demande_interrompue');
}

/** True when the document exists and only its download failed: nothing is to be generated, or paid, again. */
export function isIssued({ draft }: Interrupted): boolean {
  return draft.step === 4;
}

/** No answer, or that of a machine that fell: 503 is a refusal, before anything was issued. */
export function isUnheard({ step }: Draft, error: unknown): boolean {
  if (step !== 3 || !(error instanceof ApiFailure)) return false;
  return error.status === null || [500, 502, 504].includes(error.status);
}

/**
 * Gives the draft back to the wizard: at the reception of the same document; at the wait for the one whose end nobody heard,
 * since to ask for it again never pays twice and a new one would; else at the recap.
 */
export function restoreInterrupted(interrupted: Interrupted): void {
  const { draft, declarations } = interrupted;
  const isSame = isIssued(interrupted) || interrupted.isUnheard;
  saveDraft(isSame ? draft : reduceDraft(draft, { type: 'recap reopened' }));
  keepDeclarations(draft.codeParcelle, declarations);
  forgetInterrupted();
}
