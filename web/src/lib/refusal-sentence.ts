import { Detail, Faults, FieldErrors } from '@clairisque/contract/common/errors.ts';
import { ApiFailure } from './api.ts';
import { isOffline, OFFLINE } from './use-is-online.ts';

/**
 * The server's French sentence about a refused call: the first fault of a field, else its `detail`; null without one.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.timedOut) return TOO_SLOW;
  if (error.status === null) return isOffline() ? OFFLINE : NO_ANSWER;
  const [first] = faultsOf(error.body);
  const detail = Detail.safeParse(error.body);
  return (first?.detail ?? (detail.success ? detail.data.detail : null))?.trim() || null;
}

/** Whether the server refused the value of that field. */
export const refusesField = (error: unknown, name: string): boolean =>
  error instanceof ApiFailure && faultsOf(error.body).some(({ field }) => field === name);

/** The fields that the server refused, each with its sentence. */
export const fieldFaults = (error: unknown): { pointer: string; detail: string }[] =>
  error instanceof ApiFailure ? faultsOf(error.body).map(({ field, detail }) => ({ pointer: field, detail })) : [];

type FieldFault = { field: string; detail: string };

/** Reads the faults of a problem of API v3, or of version 2. */
function faultsOf(body: unknown): FieldFault[] {
  const problem = Faults.safeParse(body);
  if (problem.success) {
    return problem.data.errors.map(({ pointer, detail }) => ({ field: pointer?.slice(1) ?? '', detail }));
  }
  const fields = FieldErrors.safeParse(body);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([field, details]) => details.map((detail) => ({ field, detail })));
}

/** For a timeout only: the connection works, the service is slow. */
export const TOO_SLOW = 'Notre service met trop de temps à répondre. Réessayez dans quelques instants.';
const NO_ANSWER = 'Notre service n’a pas répondu. Vérifiez votre connexion à internet, puis reprenez votre demande.';
