/** The browser knows that it has no network: what fails is not ours, and to try again is of no use yet. */
export function isOffline(): boolean {
  return typeof navigator !== 'undefined' && !navigator.onLine;
}

export const OFFLINE = 'Vous êtes hors ligne. Réessayez dès que la connexion est revenue.';
