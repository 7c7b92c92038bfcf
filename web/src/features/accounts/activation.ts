import { activate } from '#responses/accounts.ts';
import type { Params } from 'react-router';
import { ApiFailure, call } from '#lib/api.ts';
import { tellActivated } from './activation-signal.ts';

/** `already`: the link is valid but the account was already active, after a second click or a mail scanner. */
export type ActivationOutcome = 'done' | 'already' | 'refused' | 'unreachable';

/**
 * Loader of the screen. A loader runs once per arrival, whatever React does with its effects, and again on « Réessayer
 * »; the screen is shown before the response.
 */
export function loadActivation({ params }: { params: Params }): { outcome: Promise<ActivationOutcome> } {
  return { outcome: activateAccount(params['param1'] ?? '', params['param2'] ?? '') };
}

async function activateAccount(uid: string, token: string): Promise<ActivationOutcome> {
  try {
    await call(activate, { body: { uid, token } });
    tellActivated();
    return 'done';
  } catch (error) {
    const status = error instanceof ApiFailure ? error.status : null;
    if (status === 403) return 'already';
    return status === null || status === 429 || status >= 500 ? 'unreachable' : 'refused';
  }
}
