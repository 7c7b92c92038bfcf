/** The browser has no network: a failure is not ours, and a retry is useless for now. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && !navigator.onLine;
}

export const OFFLINE = 'Vous êtes hors ligne. Réessayez dès que la connexion est revenue.';
