import { ApiFailure } from '#lib/api.ts';
import { retryHint } from './refusal.ts';

/** The helpful second line under « Mot de passe ou email incorrect ». */
export function loginHint(error: Error): string {
  const toCheck = 'Vérifiez votre saisie. Un compte récent doit d’abord être activé par le lien reçu par e-mail.';
  return retryHint(error) ?? toCheck;
}

/** The credentials themselves were refused: they are wrong, or the account is not active yet. */
export function isRefused(error: Error): boolean {
  return error instanceof ApiFailure && error.status === 400;
}
