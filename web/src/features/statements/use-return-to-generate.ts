import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { saysGenerate } from './asked-generation.ts';

export type ReturnToGenerate = { isWanted: boolean; end: () => void };

/** Whether the link that led here said « générer », and what ends it. It is taken out of the history: a reload orders nothing. */
export function useReturnToGenerate(isReady: boolean): ReturnToGenerate {
  const { state } = useLocation();
  const navigate = useNavigate();
  const [isWanted, setWanted] = useState(() => isReady && saysGenerate(state));
  useEffect(() => {
    if (saysGenerate(state)) void navigate('.', { replace: true, state: null, preventScrollReset: true });
  }, [state, navigate]);
  return { isWanted, end: () => setWanted(false) };
}

/** Goes on once, as soon as what it needs is known. */
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
