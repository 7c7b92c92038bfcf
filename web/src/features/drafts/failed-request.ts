import { Declarations } from '@clairisque/contract/common/declarations.ts';
import { z } from 'zod';
import { ApiFailure } from '#lib/api.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { forgetTab, readTab, writeTab } from '#lib/storage.ts';
import { keepDeclarations } from './declarations.ts';
import { cookiesOf, draftOf, saveDraft } from './draft-cookies.ts';
import { hasParcel, reduceDraft, type Draft } from './draft.ts';

/** A request that failed. The wizard is reset, as prescribed; this copy lets the user resume it. */
type FailedRequest = {
  draft: Draft;
  declarations: Declarations;
  /** The server's reason; null without one. */
  reason: string | null;
  /** The generation was requested and its outcome is unknown: the statement may be issued and paid. */
  isUnanswered: boolean;
};

const Kept = z.object({
  cookies: z.record(z.string(), z.string()),
  declarations: Declarations,
  reason: z.string().nullable(),
  isUnanswered: z.boolean().default(false),
});

/** Call it before the draft is reset. */
export function saveFailedRequest(draft: Draft, declarations: Declarations, error: unknown): void {
  const reason = refusalSentence(error);
  const kept: z.input<typeof Kept> = {
    cookies: cookiesOf(draft),
    declarations,
    reason,
    isUnanswered: isUnanswered(draft, error),
  };
  writeTab('demande_interrompue', kept);
}

export function readFailedRequest(): FailedRequest | null {
  const kept = Kept.safeParse(readTab('demande_interrompue'));
  if (!kept.success) return null;
  const { cookies, ...rest } = kept.data;
  const draft = draftOf(cookies);
  return hasParcel(draft) ? { ...rest, draft } : null;
}

/** After it was resumed or given up, or another statement was begun; also at the end of the session. */
export function forgetFailedRequest(): void {
  forgetTab('demande_interrompue');
}

/** True when the document exists and only its download failed: nothing must be generated or paid again. */
export function isIssued({ draft }: FailedRequest): boolean {
  return draft.step === 4;
}

/** No response, or one of a machine that failed. 503 is a refusal, before anything was issued. */
export function isUnanswered({ step }: Draft, error: unknown): boolean {
  if (step !== 3 || !(error instanceof ApiFailure)) return false;
  return error.status === null || [500, 502, 504].includes(error.status);
}

/**
 * Restores the draft in the wizard: at the reception of an issued document; at the generation when its outcome is
 * unknown, since repeating it never pays twice and a new draft would; else at the recap.
 */
export function restoreFailedRequest(interrupted: FailedRequest): void {
  const { draft, declarations } = interrupted;
  const isSame = isIssued(interrupted) || interrupted.isUnanswered;
  saveDraft(isSame ? draft : reduceDraft(draft, { type: 'recap reopened' }));
  keepDeclarations(draft.codeParcelle, declarations);
  forgetFailedRequest();
}
