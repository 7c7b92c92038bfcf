import { ApiFailure } from '#lib/api.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import { retryHint, type FormRefusal } from './refusal.ts';

const REFUSED = 'Mot de passe ou email incorrect';
const TO_CHECK = 'Vérifiez votre saisie. Un compte récent doit d’abord être activé par le lien reçu par e-mail.';

/**
 * One sentence for every failure, except a timeout, which says nothing about the password. Then what the user can do.
 */
export function readLoginRefusal(error: unknown): FormRefusal {
  if (error instanceof ApiFailure && error.timedOut) return { errors: [{ message: TOO_SLOW }], hint: null };
  return { errors: [{ message: REFUSED }], hint: retryHint(error) ?? TO_CHECK };
}

/** The credentials themselves were refused: wrong, or the account is not active yet. */
export function isRefused(error: Error): boolean {
  return error instanceof ApiFailure && error.status === 400;
}
