import { useEffect, useEffectEvent, useReducer, useRef, type ActionDispatch } from 'react';
import { hasStatementCookies } from '#lib/cookies.ts';
import { onTokenChange } from '#lib/token.ts';
import { cookiesOf, loadDraft, saveDraft } from './draft-cookies.ts';
import { useDraftLock, ifUnlocked, type LockState } from './draft-lock.ts';
import { EMPTY_DRAFT, openDraft, reduceDraft, type Draft, type DraftEvent } from './draft.ts';

export type DraftDispatch = ActionDispatch<[DraftEvent]>;

type DraftOfTab = {
  draft: Draft;
  dispatch: DraftDispatch;
  /** Which tab keeps the draft: this one leaves another tab's cookies alone. */
  hold: LockState;
  takeOver: () => void;
};

/**
 * The draft of this tab, stored in the cookies after every change by the tab with the lock. The tab's memory wins: a
 * second tab with another property never changes the address on this screen.
 * @param startsAnew ignores the cookies.
 */
export function useDraft(openAt: 2 | 4 | undefined, startsAnew: boolean): DraftOfTab {
  const [draft, dispatch] = useReducer(reduceDraft, undefined, () =>
    startsAnew ? EMPTY_DRAFT : openDraft(loadDraft(), { openAt, isReload: isReload() }),
  );
  const isEmpty = draft === EMPTY_DRAFT;
  const { hold, takeOver } = useDraftLock(!isEmpty);
  const known = useRef({ hold, read: draft });

  useEffect(() => {
    const { hold: former, read } = known.current;
    known.current.hold = hold;
    if (hold === 'here' && former === 'elsewhere' && isSame(draft, read)) {
      // Unchanged here since it was read, and possibly changed in the other tab.
      const latest = openDraft(loadDraft(), { isReload: true });
      known.current.read = latest;
      dispatch({ type: 'reset', to: latest });
    } else if (hold === 'here') saveDraft(draft);
    else if (isEmpty) void ifUnlocked(() => saveDraft(EMPTY_DRAFT));
  }, [draft, hold, isEmpty]);
  return { draft, dispatch, hold, takeOver };
}

/** Calls `forget` when the draft's cookies were removed with a session, in any tab (`lib/session.ts`). */
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

function isSame(one: Draft, other: Draft): boolean {
  return JSON.stringify(cookiesOf(one)) === JSON.stringify(cookiesOf(other));
}

/** True when this page was reloaded, or reached by the Back button. */
function isReload(): boolean {
  // There is no such type during prerendering.
  if (typeof PerformanceNavigationTiming === 'undefined') return false;
  const [entry] = performance.getEntriesByType('navigation');
  if (!(entry instanceof PerformanceNavigationTiming) || entry.type === 'navigate') return false;
  return new URL(entry.name).pathname === window.location.pathname;
}
