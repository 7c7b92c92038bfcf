import { useEffect, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'click'] as const;

/**
 * Whether the user has interacted since the page was loaded, or `patienceMs` have passed: heavy work for a present user
 * waits for it.
 */
export function useUserActivity(patienceMs: number): boolean {
  // False during hydration, as prerendered.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const note = () => setThere(true);
    // Missing in older browsers, where a later event is enough.
    const activation = navigator.userActivation as UserActivation | undefined;
    const timer = window.setTimeout(note, activation?.hasBeenActive ? 0 : patienceMs);
    for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, once: true });
    return () => {
      window.clearTimeout(timer);
      for (const sign of SIGNS) window.removeEventListener(sign, note);
    };
  }, [patienceMs]);
  return isThere;
}
