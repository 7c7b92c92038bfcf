import { useEffect, useState } from 'react';
import { localStore } from '#lib/storage.ts';

/** Written and removed at once: other tabs only need the storage event. */
const KEY = 'compte_active';

/** Notifies the tabs of this browser that wait for the activation. */
export function tellActivated(): void {
  localStore.setItem(KEY, '1');
  localStore.removeItem(KEY);
}

/** True once the mailed link was opened in another tab of this browser. */
export function useIsActivatedElsewhere(): boolean {
  const [isActivated, setActivated] = useState(false);
  useEffect(() => {
    const hear = ({ key }: StorageEvent) => {
      if (key === KEY) setActivated(true);
    };
    window.addEventListener('storage', hear);
    return () => window.removeEventListener('storage', hear);
  }, []);
  return isActivated;
}
