import { ApiFailure } from '#lib/api.ts';
import { isOffline, OFFLINE } from '#lib/use-is-online.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import type { FormError } from '#ui/form-errors.tsx';

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

const SENTENCES: readonly (readonly [RegExp, string])[] = [
  [/too short|trop court/i, 'Votre mot de passe doit contenir au minimum 8 caractères'],
  [/too common|trop courant/i, 'Ce mot de passe est trop courant. Choisissez un mot de passe plus original'],
  [/entirely numeric|entièrement numérique/i, 'Votre mot de passe ne peut pas être entièrement composé de chiffres'],
  [/too similar|trop semblable|trop similaire/i, 'Votre mot de passe est trop similaire à vos autres informations'],
];

/**
 * The prescribed sentence for the server's message about a password, in French or English; null for an unknown message.
 */
export function passwordSentence(text: string): string | null {
  return SENTENCES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

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

/** Messages of a refused form. */
export type FormRefusal = {
  /** Prescribed sentences. */
  errors: FormError[];
  /** A second line, when the sentence is not enough: what to do, or the server's own text. */
  hint: string | null;
};

export const NOTHING_WRONG: FormRefusal = { errors: [], hint: null };

/** Messages of a refusal by field, `{field: […]}` or `{field: '…'}`; a bare array is `non_field_errors`. */
export function messagesByField(body: unknown): Map<string, string[]> {
  if (typeof body !== 'object' || body === null) return new Map();
  const entries = Array.isArray(body) ? [['non_field_errors', body] as const] : Object.entries(body);
  const fields = entries.map(([field, value]) => [field, messagesOf(value)] as const);
  return new Map(fields.filter(([, messages]) => messages.length > 0));
}

function messagesOf(value: unknown): string[] {
  const texts: unknown[] = Array.isArray(value) ? value : [value];
  return texts.filter((text) => typeof text === 'string').filter((text) => text.trim() !== '');
}

/** What the user can do about a call without a usable response; null for a refusal, which its own sentence explains. */
export function retryHint(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.timedOut) return TOO_SLOW;
  if (error.status === null && isOffline()) return OFFLINE;
  if (error.status === null) return 'Le service n’a pas répondu. Vérifiez votre connexion internet, puis réessayez.';
  if (error.status === 429) return 'Trop de tentatives. Patientez quelques minutes avant de réessayer.';
  if (error.status >= 500) return 'Le service est momentanément indisponible. Réessayez dans quelques minutes.';
  return null;
}

/** Something that is already gone counts as removed. */
export async function unlessGone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.status !== 404) throw error;
  }
}
