import { useEffect, useState } from 'react';

const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'touchstart', 'wheel', 'click'] as const;

/**
 * Whether somebody has touched the page since it was loaded, or `patienceMs` have gone by: what is heavy and serves a present
 * reader waits for it.
 */
export function useSignOfLife(patienceMs: number): boolean {
  // False while it is hydrated, as it was printed.
  const [isThere, setThere] = useState(false);
  useEffect(() => {
    const note = () => setThere(true);
    // Unknown to older browsers, where a later sign will do.
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
