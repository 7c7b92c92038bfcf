import { ApiFailure } from '#lib/api.ts';
import { isOffline, OFFLINE } from '#lib/is-offline.ts';
import { TOO_SLOW } from '#lib/refusal-sentence.ts';
import type { FormError } from '#ui/form-errors.tsx';

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
