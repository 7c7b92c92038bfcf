import { ApiFailure } from '#lib/api.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import type { FormError } from '#ui/form-errors.tsx';
import { passwordSentence, messagesByField, type FormRefusal } from './refusal.ts';

const TAKEN = 'Cette adresse email est déjà utilisée par un autre compte';
const INVALID_EMAIL = 'Veuillez saisir une adresse email valide';
const OTHERWISE = "Erreur lors de l'inscription. Veuillez vérifier vos informations";
const NO_NETWORK = 'Erreur de connexion. Vérifiez votre connexion internet et réessayez';
const PERHAPS_DONE = 'Votre compte a peut-être été créé\u00A0: regardez d’abord si vous avez reçu notre e-mail.';
const UNEXPECTED = "Une erreur inattendue s'est produite. Veuillez réessayer ultérieurement";
const UNAVAILABLE = 'Service temporairement indisponible. Veuillez réessayer plus tard';
const BY_STATUS: Record<number, string> = {
  400: 'Données invalides. Veuillez vérifier vos informations',
  429: 'Trop de tentatives. Veuillez attendre quelques minutes avant de réessayer',
  500: 'Erreur serveur temporaire. Veuillez réessayer dans quelques minutes',
  502: UNAVAILABLE,
  503: UNAVAILABLE,
  504: UNAVAILABLE,
};

/**
 * Reads a refused sign-up: by field when the body names one, otherwise by status. The server may write French or
 * English.
 */
export function readSignUpRefusal(error: unknown): FormRefusal {
  if (error instanceof ApiFailure && error.timedOut) return { errors: [{ message: TOO_SLOW }], hint: PERHAPS_DONE };
  const { status, body } = error instanceof ApiFailure ? error : { status: undefined, body: null };
  const messages = messagesByField(body);
  if (messages.size === 0) return { errors: [{ message: sentenceOfStatus(status) }], hint: null };
  const errors = [...messages].flatMap(([field, texts]) => readMessages(field, texts));
  if (errors.length > 0) {
    return { errors: withoutRepeats(errors), hint: status && status !== 400 ? (BY_STATUS[status] ?? null) : null };
  }
  const unread = ['email', 'username', 'password'].flatMap((field) => messages.get(field) ?? []);
  return { errors: [{ message: OTHERWISE }], hint: unread[0] ?? null };
}

function sentenceOfStatus(status: number | null | undefined): string {
  if (status === null) return NO_NETWORK;
  return (status !== undefined && BY_STATUS[status]) || UNEXPECTED;
}

type Reader = (text: string) => FormError | null;

const asGiven: Reader = (message) => ({ message });
const readTaken: Reader = (text) => (isTaken(text) ? { field: 'email', message: TAKEN } : null);

const READERS = new Map<string, Reader>(
  Object.entries({
    username: readTaken,
    email: (text) => readTaken(text) ?? (/valid/i.test(text) ? { field: 'email', message: INVALID_EMAIL } : null),
    password: (text) => {
      const message = passwordSentence(text);
      return message === null ? null : { field: 'password', message };
    },
    re_password: () => ({ field: 're_password', message: 'Les mots de passe saisis ne correspondent pas' }),
    non_field_errors: asGiven,
    detail: asGiven,
  }),
);

/** Nothing for a field or a message without a prescribed sentence. */
function readMessages(field: string, texts: readonly string[]): FormError[] {
  const read = READERS.get(field);
  return read === undefined ? [] : texts.map(read).filter((error) => error !== null);
}

function isTaken(text: string): boolean {
  return /exists|existe déjà|déjà utilisée?/i.test(text);
}

function withoutRepeats(errors: readonly FormError[]): FormError[] {
  return [...new Map(errors.map((error) => [error.message, error])).values()];
}
