import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saysGenerate } from '#features/drafts/pending-generation.ts';

export type ReturnToGenerate = { isWanted: boolean; end: () => void };

/**
 * Whether the user came by a « générer » link, and a function that ends it. Removed from the history: a reload orders
 * nothing.
 */
export function useReturnToGenerate(isReady: boolean): ReturnToGenerate {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(() => isReady && saysGenerate(state));
  useEffect(() => {
    if (saysGenerate(state)) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return { isWanted, end: () => setWanted(false) };
}

/** Runs once, as soon as its data are known. */
export function useGoOn(
  { isWanted, end }: ReturnToGenerate,
  isReady: boolean,
  goOn: () => Promise<unknown> | void,
): void {
  const isDue = isWanted && isReady;
  const go = useEffectEvent(() => {
    end();
    void goOn();
  });
  useEffect(() => {
    if (!isDue) return;
    const timer = window.setTimeout(() => go());
    return () => window.clearTimeout(timer);
  }, [isDue]);
}
