import { useSyncExternalStore } from 'react';

/** The browser has no network: the server is not at fault, and a retry is useless for now. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && !navigator.onLine;
}

export const OFFLINE = 'Vous êtes hors ligne. Réessayez dès que la connexion est revenue.';

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** False while the browser itself knows that it has no network. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    onNetworkChange,
    () => navigator.onLine,
    () => true,
  );
}
