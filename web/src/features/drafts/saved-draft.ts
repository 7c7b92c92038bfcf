import {
  dropDraft,
  keepDraft,
  keepDraftOfSignUp,
  readDraft,
  type Draft as SavedDraft,
} from '@clairisque/contract/drafts.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { queryOptions, useIsMutating, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { queryClient } from '#lib/query-client.ts';
import { useIsAuthenticated } from '#lib/session.ts';
import type { WholeDraft } from './cancelled-draft.ts';
import { forgetGeneration } from './pending-generation.ts';
import { isAnswered, keepDeclarations, keptDeclarations, NO_DECLARATION, settleDeclarations } from './declarations.ts';
import { loadDraft, saveDraft } from './draft-cookies.ts';
import { EMPTY_DRAFT, openDraft, parcelsOf, type Draft } from './draft.ts';

/** Delay after the last keystroke. */
const PAUSE_MS = 600;

const savedDraftQuery = queryOptions({
  queryKey: ['statement-draft'],
  queryFn: ({ signal }) => call(readDraft, { signal }),
  retry: false,
  staleTime: 0,
});

const KEEPING = ['statement-draft', 'keeping'];

/** Stores the draft on the server, or drops it. */
function useKeeping() {
  return useMutation({
    mutationKey: KEEPING,
    mutationFn: async (kept: SavedDraft | null) => {
      if (kept === null) await call(dropDraft, { keepalive: true });
      else await call(keepDraft, { body: kept, keepalive: true });
    },
    // From now on this machine has its own draft, or gave it up.
    onMutate: async () => {
      // An answer on its way may still be the one that is dropped.
      await queryClient.cancelQueries(savedDraftQuery);
      queryClient.setQueryData(savedDraftQuery.queryKey, { brouillon: null, modifie_le: null });
    },
    // Serialised: a slower call must not restore what was dropped.
    scope: { id: 'statement-draft' },
  });
}

/**
 * Stores step 2 on the server for another machine; failures are ignored. Returns a function that drops it, when the
 * statement is given up. Once issued, the server drops it itself; our call follows a slow one that may arrive later.
 * @param isHeld whether this tab has the draft; another tab stores and drops nothing.
 */
export function useDraftSaving(draft: Draft, declarations: Declarations, isHeld: boolean): () => void {
  const isKept = useIsAuthenticated() && isHeld;
  const { mutate } = useKeeping();
  useEffect(() => {
    const kept = isKept ? savedDraftOf(draft, declarations) : null;
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

/**
 * The draft left on another machine; null while this one has its own, which wins, and while one is being stored or
 * dropped: the server's may be the former.
 */
function useOfferedDraft(hasOwn: boolean): SavedDraft | null {
  const isAuthenticated = useIsAuthenticated();
  const isSettled = useIsMutating({ mutationKey: KEEPING }) === 0;
  const isWanted = isAuthenticated && !hasOwn && isSettled;
  const { data } = useQuery({ ...savedDraftQuery, enabled: isWanted });
  return isWanted ? (data?.brouillon ?? null) : null;
}

/**
 * The draft of the account where it is listed, this machine's own one first; a function that makes it its own, and one
 * that gives it up, here and on the server.
 */
export function useListedDraft() {
  const { mutate } = useKeeping();
  const [isGivenUp, setGivenUp] = useState(false);
  const own = isGivenUp ? null : ownDraft();
  // A draft that was just given up may not be gone from the server yet.
  const kept = useOfferedDraft(own !== null || isGivenUp);
  return {
    listed: own ?? (kept && wholeOf(kept)),
    adopt: () => kept && adoptDraft(kept),
    giveUp: () => {
      forgetGeneration();
      if (own !== null) saveDraft(EMPTY_DRAFT);
      keepDeclarations('', NO_DECLARATION);
      setGivenUp(true);
      mutate(null);
    },
  };
}

function ownDraft(): WholeDraft | null {
  const draft = openDraft(loadDraft(), { isReload: false });
  return draft === EMPTY_DRAFT ? null : { draft, declarations: keptDeclarations(draft.codeParcelle) };
}

const wholeOf = (kept: SavedDraft): WholeDraft => ({
  draft: draftOfSaved(kept),
  declarations: kept.declarations ?? NO_DECLARATION,
});

/**
 * Stores this machine's draft for the account just created: its mail may be opened on another machine. Failures are
 * ignored.
 */
export async function saveForNewAccount(account: { email: string; password: string }): Promise<void> {
  const draft = openDraft(loadDraft(), { isReload: false });
  const brouillon = savedDraftOf(draft, keptDeclarations(draft.codeParcelle));
  if (brouillon !== null)
    await call(keepDraftOfSignUp, { body: { ...account, brouillon }, keepalive: true }).catch(() => null);
}

/** Makes it this machine's own draft: the wizard opens on it. */
function adoptDraft(kept: SavedDraft): void {
  const { draft, declarations } = wholeOf(kept);
  saveDraft(draft);
  keepDeclarations(draft.codeParcelle, declarations);
}

function draftOfSaved(kept: SavedDraft): Draft {
  return {
    ...EMPTY_DRAFT,
    step: 2,
    adresse: kept.adresse,
    cadastre: kept.cadastre,
    codeParcelle: kept.code_parcelle,
    others: kept.parcelles?.slice(1) ?? [],
    latitude: kept.latitude,
    longitude: kept.longitude,
    transaction: kept.type_de_transaction,
    vendeur: kept.vendeur_nom,
    acheteur: kept.acheteur_nom,
  };
}

/** Null when another machine could resume nothing. */
function savedDraftOf(draft: Draft, declarations: Declarations): SavedDraft | null {
  const { step, adresse, cadastre, latitude, longitude } = draft;
  if (step !== 2 || adresse === '' || cadastre === '' || latitude === null || longitude === null) return null;
  return {
    adresse: legible(adresse),
    cadastre,
    code_parcelle: draft.codeParcelle,
    ...(draft.others.length > 0 && { parcelles: parcelsOf(draft) }),
    latitude,
    longitude,
    type_de_transaction: draft.transaction,
    vendeur_nom: legible(draft.vendeur),
    acheteur_nom: legible(draft.acheteur),
    declarations: isAnswered(declarations) ? settleDeclarations(declarations) : null,
  };
}
