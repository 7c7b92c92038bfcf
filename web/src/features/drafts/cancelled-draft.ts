import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import { useEffect, useEffectEvent } from 'react';
import { closeToast, showToast } from '#lib/toasts.ts';
import { readToken } from '#lib/token.ts';
import { keepDeclarations } from './declarations.ts';
import { saveDraft } from './draft-cookies.ts';
import type { Draft } from './draft.ts';

/** What the user typed, declarations included. */
export type WholeDraft = { draft: Draft; declarations: Declarations };

const UNDO_MS = 10_000;
/** The wizard on show, which restores a draft itself. */
const wizards = new Set<(cancelled: WholeDraft) => void>();

/** « Annulé · Rétablir », for ten seconds, on whichever screen the user goes to; `openWizard` leads back from there. */
export function offerUndo(cancelled: WholeDraft, openWizard: () => void): void {
  const token = readToken();
  const id = showToast('success', 'Annulé', {
    label: 'Rétablir',
    lifetimeMs: UNDO_MS,
    onSelect: () => {
      closeToast(id);
      // The names in it are of one account.
      if (readToken() !== token) return;
      const [wizard] = wizards;
      if (wizard) return wizard(cancelled);
      saveDraft(cancelled.draft);
      keepDeclarations(cancelled.draft.codeParcelle, cancelled.declarations);
      openWizard();
    },
  });
}

/** Calls `restore` when the user wants a cancelled draft again. */
export function useRestoredDraft(restore: (cancelled: WholeDraft) => void): void {
  const onRestored = useEffectEvent(restore);
  useEffect(() => {
    const take = (cancelled: WholeDraft) => onRestored(cancelled);
    wizards.add(take);
    return () => void wizards.delete(take);
  }, []);
}
