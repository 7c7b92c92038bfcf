import {
  dropDraft,
  keepDraft,
  keepDraftOfSignUp,
  readDraft,
  type Draft as KeptDraft,
} from '@clairisque/contract/drafts.ts';
import { legible } from '@clairisque/contract/text.ts';
import type { Declarations } from '@clairisque/contract/statements.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import { forgetGeneration } from './asked-generation.ts';
import { isAnswered, keepDeclarations, keptDeclarations, NO_DECLARATION, settleDeclarations } from './declarations.ts';
import { loadDraft, saveDraft } from './draft-cookies.ts';
import { EMPTY_DRAFT, openDraft, type Draft } from './draft.ts';

/** A pause in the typing. */
const PAUSE_MS = 600;

const keptDraftQuery = queryOptions({
  queryKey: ['statement-draft'],
  queryFn: ({ signal }) => call(readDraft, { signal }),
  retry: false,
  staleTime: 0,
});

const KEEPING = ['statement-draft', 'keeping'];

/**
 * Step 2 as it is here, kept by the server for another machine; its failures disturb nobody. Answers what drops it: the
 * statement is given up. Once issued, the server drops it by itself; a slow call that may come after is followed by ours.
 * @param isHeld whether this tab holds the draft; another one keeps and drops nothing.
 */
export function useDraftKeeping(draft: Draft, declarations: Declarations, isHeld: boolean): () => void {
  const isKept = useIsAuthenticated() && isHeld;
  const { mutate } = useMutation({
    mutationKey: KEEPING,
    mutationFn: async (kept: KeptDraft | null) => {
      if (kept === null) await call(dropDraft, { keepalive: true });
      else await call(keepDraft, { body: kept, keepalive: true });
    },
    // From now on this machine has a draft of its own, or had one and gave it up.
    onMutate: () => queryClient.setQueryData(keptDraftQuery.queryKey, { brouillon: null, modifie_le: null }),
    // One after the other: what is dropped must not come back by a slower call.
    scope: { id: 'statement-draft' },
  });
  useEffect(() => {
    const kept = isKept ? keptDraftOf(draft, declarations) : null;
    if (kept === null) return;
    const timer = window.setTimeout(() => mutate(kept), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [isKept, draft, declarations, mutate]);
  const isLate = useRef(false);
  useEffect(() => {
    if (draft.step === 3) isLate.current = queryClient.isMutating({ mutationKey: KEEPING }) > 0;
    if (draft.step === 4 && isLate.current) mutate(null);
  }, [draft.step, mutate]);
  return () => {
    forgetGeneration();
    if (isKept && (draft.step === 2 || draft.step === 3)) mutate(null);
  };
}

/** What was left under way on another machine; null while this one has a draft of its own, which wins. */
export function useOfferedDraft(hasOwn: boolean): KeptDraft | null {
  const isAuthenticated = useIsAuthenticated();
  const isWanted = isAuthenticated && !hasOwn;
  const { data } = useQuery({ ...keptDraftQuery, enabled: isWanted });
  return isWanted ? (data?.brouillon ?? null) : null;
}

/** Address of the statement under way on this machine; null when there is none. */
export function ownAddress(): string | null {
  const draft = openDraft(loadDraft(), { isReload: false });
  return draft === EMPTY_DRAFT ? null : draft.adresse;
}

/** What this machine has under way, for the account that has just been made: its mail may be opened on another. Its failure stops nothing. */
export async function keepForNewAccount(account: { email: string; password: string }): Promise<void> {
  const draft = openDraft(loadDraft(), { isReload: false });
  const brouillon = keptDraftOf(draft, keptDeclarations(draft.codeParcelle));
  if (brouillon !== null)
    await call(keepDraftOfSignUp, { body: { ...account, brouillon }, keepalive: true }).catch(() => null);
}

/** Makes it this machine's own: the wizard opens on it. */
export function adoptDraft(kept: KeptDraft): void {
  saveDraft(draftOfKept(kept));
  keepDeclarations(kept.code_parcelle, declarationsOfKept(kept));
}

export function draftOfKept(kept: KeptDraft): Draft {
  return {
    ...EMPTY_DRAFT,
    step: 2,
    adresse: kept.adresse,
    cadastre: kept.cadastre,
    codeParcelle: kept.code_parcelle,
    latitude: kept.latitude,
    longitude: kept.longitude,
    transaction: kept.type_de_transaction,
    vendeur: kept.vendeur_nom,
    acheteur: kept.acheteur_nom,
  };
}

export const declarationsOfKept = (kept: KeptDraft): Declarations => kept.declarations ?? NO_DECLARATION;

/** Null when there is nothing that another machine could resume. */
function keptDraftOf(draft: Draft, declarations: Declarations): KeptDraft | null {
  const { step, adresse, cadastre, latitude, longitude } = draft;
  if (step !== 2 || adresse === '' || cadastre === '' || latitude === null || longitude === null) return null;
  return {
    adresse: legible(adresse),
    cadastre,
    code_parcelle: draft.codeParcelle,
    latitude,
    longitude,
    type_de_transaction: draft.transaction,
    vendeur_nom: legible(draft.vendeur),
    acheteur_nom: legible(draft.acheteur),
    declarations: isAnswered(declarations) ? settleDeclarations(declarations) : null,
  };
}
