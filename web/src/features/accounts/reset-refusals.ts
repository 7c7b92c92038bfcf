import { ApiFailure } from '#lib/api.ts';
import { passwordSentence } from './password-errors.ts';
import { messagesByField, retryHint, type FormRefusal } from './refusal.ts';

/** Why no link was sent. */
export function readResetRequestRefusal(error: unknown): FormRefusal {
  if (error instanceof ApiFailure && error.status === 404) {
    // The server treats an account that waits for its activation as unknown.
    const hint =
      'Aucun compte actif n’est ouvert à cette adresse. Vérifiez-la, ouvrez d’abord le lien d’activation si vous venez de vous inscrire, ou créez un compte.';
    return { errors: [{ field: 'email', message: 'Email non reconnu' }], hint };
  }
  const said = error instanceof ApiFailure ? messagesByField(error.body).get('email')?.[0] : undefined;
  const message = 'Une erreur est survenue. Veuillez réessayer plus tard.';
  return {
    errors: [said === undefined ? { message } : { message, field: 'email' }],
    hint: retryHint(error) ?? said ?? null,
  };
}

export type ResetRefusal = {
  /** Faults of the password, or how to try again. */
  reasons: string[];
  /** The link is used, expired or unknown: only a new one helps. */
  isLinkDead: boolean;
};

export function readResetRefusal(error: unknown): ResetRefusal {
  const hint = retryHint(error);
  if (hint !== null) return { reasons: [hint], isLinkDead: false };
  const messages = messagesByField(error instanceof ApiFailure ? error.body : null);
  return {
    reasons: (messages.get('new_password') ?? []).map((text) => passwordSentence(text) ?? text),
    isLinkDead: messages.has('uid') || messages.has('token'),
  };
}
