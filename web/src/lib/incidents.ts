import type { reportIncident } from '@clairisque/contract/incidents.ts';
import { ApiFailure } from './api.ts';
import { postQuietly, publicPath, type Endpoint } from './post-quietly.ts';
import { randomHex } from './hex.ts';

const INCIDENTS: Endpoint<typeof reportIncident> = { method: 'POST', url: '/api/v2/incidents/' };
const LONGEST_REPORT = 1_900;

/** The number in the server's sentence about an internal error: « … (incident 3f9a0c1b). » */
export function incidentIn(sentence: string): string | null {
  return /\(incident ([\w-]+)\)/.exec(sentence)?.[1] ?? null;
}

/** Number of an error: the server's when a call failed there, otherwise one of the same length made here. */
export function incidentOf(error: unknown): Incident {
  const known = error instanceof ApiFailure ? incidentIn(JSON.stringify(error.body)) : null;
  return { numero: known ?? randomHex(4), isKnown: known !== null, error };
}

type Incident = { numero: string; isKnown: boolean; error: unknown };

/** Logs it in the console and, unless it comes from there, in the server's log. */
export function logIncident({ numero, isKnown, error }: Incident): void {
  reportError(new Error(`Incident ${numero}`, { cause: error }));
  if (isKnown) return;
  const { pathname, search } = window.location;
  const text = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ''}` : String(error);
  postQuietly(INCIDENTS, { numero, chemin: publicPath(pathname, search), erreur: text.slice(0, LONGEST_REPORT) });
}
