import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { activationAwaited } from '@clairisque/contract/accounts.ts';
import { call } from '#lib/api.ts';
import { localStore } from '#lib/storage.ts';

/** Written and removed at once: other tabs only need the storage event. */
const KEY = 'compte_active';
const ASK_EVERY_MS = 10_000;
/** A quarter of an hour. */
const MOST_QUESTIONS = 90;

/** Notifies the tabs of this browser that wait for the activation. */
export function signalActivation(): void {
  localStore.setItem(KEY, '1');
  localStore.removeItem(KEY);
}

/**
 * True once the mailed link was opened: in another tab of this browser, or elsewhere, which the server reports to the holder of
 * the sign-up's token (decision 0055). Polls while the tab is visible.
 */
export function useIsActivatedElsewhere(awaited: string | null): boolean {
  const [isSignalled, setSignalled] = useState(false);
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === KEY) setSignalled(true);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  const { data } = useQuery({
    queryKey: ['activation-awaited', awaited],
    queryFn: ({ signal }) => call(activationAwaited, { body: { attente: awaited ?? '' }, signal }),
    enabled: ({ state }) => awaited !== null && !isSignalled && !isOver(state),
    refetchInterval: ({ state }) => (isOver(state) ? false : ASK_EVERY_MS),
    refetchOnWindowFocus: 'always',
    retry: false,
  });
  return isSignalled || data?.active === true;
}

type Asked = { data: { active: boolean } | undefined; dataUpdateCount: number; errorUpdateCount: number };

const isOver = ({ data, dataUpdateCount, errorUpdateCount }: Asked): boolean =>
  data?.active === true || dataUpdateCount + errorUpdateCount >= MOST_QUESTIONS;
