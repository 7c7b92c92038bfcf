import { useEffect, useReducer, type ActionDispatch } from 'react';
import { loadDraft, saveDraft } from './draft-cookies.ts';
import { openDraft, reduceDraft, type Draft, type DraftEvent } from './draft.ts';

export type DraftDispatch = ActionDispatch<[DraftEvent]>;

/**
 * The draft of this tab, kept in the cookies after every change. The tab's memory is what counts: a second tab that
 * prepares another property changes the cookies, never the address under the user's eyes here.
 */
export function useDraft(openAt: 2 | 4 | undefined): [Draft, DraftDispatch] {
  const [draft, dispatch] = useReducer(reduceDraft, undefined, () => openDraft(loadDraft(), openAt));
  useEffect(() => saveDraft(draft), [draft]);
  return [draft, dispatch];
}
