import { useEffect, useEffectEvent, useReducer, type ActionDispatch } from 'react';
import { hasStatementCookies } from '#lib/cookies.ts';
import { onTokenChange } from '#lib/token.ts';
import { loadDraft, saveDraft } from './draft-cookies.ts';
import { EMPTY_DRAFT, openDraft, reduceDraft, type Draft, type DraftEvent } from './draft.ts';

export type DraftDispatch = ActionDispatch<[DraftEvent]>;

/**
 * The draft of this tab, kept in the cookies after every change. The tab's memory is what counts: a second tab that
 * prepares another property changes the cookies, never the address under the user's eyes here.
 * @param startsAnew ignores what the cookies hold.
 */
export function useDraft(openAt: 2 | 4 | undefined, startsAnew: boolean): [Draft, DraftDispatch] {
  const [draft, dispatch] = useReducer(reduceDraft, undefined, () =>
    startsAnew ? EMPTY_DRAFT : openDraft(loadDraft(), { openAt, isReload: isReload() }),
  );
  useEffect(() => saveDraft(draft), [draft]);
  return [draft, dispatch];
}

/** Calls `forget` when the draft's cookies went with a session, in whichever tab: `lib/session.ts` says when they do. */
export function useForgottenDraft(forget: () => void): void {
  const onForgotten = useEffectEvent(forget);
  useEffect(
    () =>
      onTokenChange(() => {
        if (!hasStatementCookies()) onForgotten();
      }),
    [],
  );
}

/** True when this very page was reloaded, or come back to by the browser's Back button. */
function isReload(): boolean {
  // Where pages are printed.
  if (typeof PerformanceNavigationTiming === 'undefined') return false;
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate') return false;
  return new URL(entry.name).pathname === window.location.pathname;
}
