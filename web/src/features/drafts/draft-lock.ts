import { useEffect, useRef, useState } from 'react';

const LOCK = 'brouillon';

/** Which tab keeps the draft; `unsettled` until the browser has answered, or without a draft. */
export type LockState = 'unsettled' | 'here' | 'elsewhere';

/**
 * Tabs share the cookies of one draft: the tab with this lock writes them (Web Locks API). Requested while there is a
 * draft, on arrival and whenever the tab becomes visible, never queued: a reloaded tab would lose it to another.
 */
export function useDraftLock(isWanted: boolean): { hold: LockState; takeOver: () => void } {
  const [hold, setHold] = useState<LockState>('unsettled');
  const asking = useRef<Asking>(null);
  useEffect(() => {
    if (!isWanted) return;
    const started = startAsking(setHold);
    asking.current = started;
    return () => {
      started.stop();
      setHold('unsettled');
    };
  }, [isWanted]);
  return { hold, takeOver: () => asking.current?.takeOver() };
}

/** Runs `write` unless another tab has the lock. */
export async function ifUnlocked(write: () => void): Promise<void> {
  if (!hasLocks()) return write();
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock !== null) write();
  });
}

type Asking = { takeOver: () => void; stop: () => void };

function startAsking(onChange: (hold: LockState) => void): Asking {
  let isOver = false;
  let isAsked = false;
  let release = () => {};

  async function ask(options: LockOptions): Promise<void> {
    if (isAsked) return;
    isAsked = true;
    try {
      await navigator.locks.request(LOCK, options, async (lock) => {
        if (isOver) return;
        onChange(lock === null ? 'elsewhere' : 'here');
        if (lock !== null) await new Promise<void>((resolve) => (release = resolve));
      });
    } catch {
      // Stolen: the user goes on in another tab.
      if (!isOver) onChange('elsewhere');
    }
    isAsked = false;
  }
  const look = () => {
    if (document.visibilityState === 'visible') void ask({ ifAvailable: true });
  };

  if (hasLocks()) void ask({ ifAvailable: true });
  else onChange('here');
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return {
    takeOver: () => void ask({ steal: true }),
    stop: () => {
      isOver = true;
      release();
      window.removeEventListener('focus', look);
      document.removeEventListener('visibilitychange', look);
    },
  };
}

/** Absent outside secure contexts: there every tab writes. */
function hasLocks(): boolean {
  return 'locks' in navigator;
}
