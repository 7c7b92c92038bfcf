import { Draft } from '@clairisque/contract/drafts.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Deps } from '#deps.ts';
import { findWaiting } from '#features/accounts/accounts.ts';
import { accountGone } from '#platform/app-error.ts';
import { deleteDraft, deleteDraftsBefore, deleteUnissued, findDraft, upsertDraft } from './drafts.queries.ts';

export { deleteDraft };

type KeptDraft = { brouillon: Draft | null; modifie_le: string | null };
const NONE: KeptDraft = { brouillon: null, modifie_le: null };

/** The wizard as the user left it, on any machine. */
export async function readDraft(deps: Deps, accountId: number): Promise<KeptDraft> {
  const row = await findDraft(deps.db, accountId);
  // A draft from an older version of the wizard may have another shape: it is then ignored.
  const content = Draft.safeParse(legibleAll(row?.content));
  if (row === undefined || !content.success) return NONE;
  return { brouillon: content.data, modifie_le: row.updated_at.toISOString() };
}

/** Removes hidden characters from drafts stored before these were refused. */
function legibleAll(value: unknown): unknown {
  if (typeof value === 'string') return legible(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(legibleAll);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, legibleAll(inner)]));
}

/** Replaces the former draft. */
export async function keepDraft(deps: Deps, accountId: number, brouillon: Draft): Promise<KeptDraft> {
  const updatedAt = deps.clock();
  if (!(await upsertDraft(deps.db, { accountId, content: brouillon, updatedAt }))) throw accountGone();
  return { brouillon, modifie_le: updatedAt.toISOString() };
}

/** For a visitor who has just signed up; does nothing for an active account or another password. */
export async function keepDraftOfSignUp(
  deps: Deps,
  { brouillon, ...claimed }: { email: string; password: string; ip: string; brouillon: Draft },
): Promise<void> {
  const accountId = await findWaiting(deps, claimed);
  if (accountId !== null) await keepDraft(deps, accountId, brouillon);
}

/** The stored draft, and the account's unissued statements; not one that is being generated. */
export async function dropDraft(deps: Deps, accountId: number): Promise<void> {
  await deleteDraft(deps.db, { accountId });
  await deleteUnissued(deps.db, {
    accountId,
    madeBefore: new Date(deps.clock().getTime() - GENERATING_MS),
    most: MOST,
  });
}

/** Longer than a generation with its wait. */
const GENERATING_MS = 15 * 60_000;
const KEPT_MS = 90 * 86_400_000;
/** A day removes so many, so that a backlog of years goes in parts. */
const MOST = 10_000;

/** For the daily cleaning: a draft of three months is abandoned, and its names and address need not be kept. */
export async function forgetOldDrafts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const madeBefore = new Date(clock().getTime() - KEPT_MS);
  await deleteDraftsBefore(db, madeBefore);
  await deleteUnissued(db, { accountId: null, madeBefore, most: MOST });
}
