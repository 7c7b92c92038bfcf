import { Detail, FieldErrors } from '@clairisque/contract/common/errors.ts';
import { ApiFailure } from './api.ts';
import { isOffline, OFFLINE } from './use-is-online.ts';

/**
 * The server's French sentence about a refused call: its `detail`, else the first message of a field; null without one.
 */
export function refusalSentence(error: unknown): string | null {
  if (!(error instanceof ApiFailure)) return null;
  if (error.timedOut) return TOO_SLOW;
  if (error.status === null) return isOffline() ? OFFLINE : NO_ANSWER;
  const detail = Detail.safeParse(error.body);
  const fields = FieldErrors.safeParse(error.body);
  const sentence = detail.success ? detail.data.detail : fields.success ? Object.values(fields.data).flat()[0] : null;
  return sentence?.trim() || null;
}

/** For a timeout only: the connection works, the service is slow. */
export const TOO_SLOW = 'Notre service met trop de temps à répondre. Réessayez dans quelques instants.';
const NO_ANSWER = 'Notre service n’a pas répondu. Vérifiez votre connexion à internet, puis reprenez votre demande.';
