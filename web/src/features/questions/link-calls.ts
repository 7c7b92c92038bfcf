import type { AnswerValue } from '@clairisque/contract/common/questions.ts';
import type {
  answerByLink,
  AskedQuestions,
  certifyAnswers,
  openAnswerRequest,
} from '@clairisque/contract/questions.ts';
import type { z } from 'zod';

/**
 * The calls of the page without account, by `fetch` alone: neither zod nor the contract's schemas are sent to a phone
 * that opens one link. The types hold the URLs to the contract.
 */
const CALLS = {
  open: { method: 'GET', url: '/api/v2/reponses/:jeton/' },
  answer: { method: 'PUT', url: '/api/v2/reponses/:jeton/reponses/' },
  certify: { method: 'POST', url: '/api/v2/reponses/:jeton/certification/' },
} as const satisfies {
  open: Pick<typeof openAnswerRequest, 'method' | 'url'>;
  answer: Pick<typeof answerByLink, 'method' | 'url'>;
  certify: Pick<typeof certifyAnswers, 'method' | 'url'>;
};

type Kept = z.infer<(typeof answerByLink)['schema']['response'][200]>;
type Certified = z.infer<(typeof certifyAnswers)['schema']['response'][201]>;
export type Certifying = z.input<(typeof certifyAnswers)['schema']['body']>;

/** A refusal, with the server's sentences; `status` is null without a response. */
export class LinkFailure extends Error {
  readonly status: number | null;
  readonly faults: readonly { field: string; message: string }[];

  constructor(status: number | null, faults: LinkFailure['faults'] = []) {
    super(status === null ? 'no answer' : `HTTP ${status}`);
    this.name = 'LinkFailure';
    this.status = status;
    this.faults = faults;
  }
}

export const openLink = (token: string) => ask<AskedQuestions>(CALLS.open, token);
/** The same, of a call that is under way. */
export const openedBy = async (answer: Promise<Response>): Promise<AskedQuestions> =>
  answerOf(await read(answer)) as AskedQuestions;
export const saveByLink = (token: string, question: string, valeur: AnswerValue) =>
  ask<Kept>(CALLS.answer, token, { reponses: [{ question, valeur }] });
export const certify = (token: string, body: Certifying) => ask<Certified>(CALLS.certify, token, body);

/** Unknown, revoked and expired links look the same; so does a malformed one. */
export const isGone = (error: unknown): boolean => error instanceof LinkFailure && error.status === 404;
export const isConflict = (error: unknown): boolean => error instanceof LinkFailure && error.status === 409;

/** One sentence: the server's, or what the visitor can do. */
export function sentenceOf(error: unknown): string {
  const { status, faults } = error instanceof LinkFailure ? error : new LinkFailure(null);
  if (status === null) return 'Notre service n’a pas répondu. Vérifiez votre connexion à internet, puis réessayez.';
  if (status === 429) return 'Trop de tentatives. Patientez quelques minutes avant de réessayer.';
  if (status >= 500) return 'Le service est momentanément indisponible. Réessayez dans quelques minutes.';
  return faults[0]?.message ?? 'Votre réponse n’a pas été enregistrée. Réessayez.';
}

const TIMEOUT_MS = 30_000;

async function ask<Answer>(to: { method: string; url: string }, token: string, body?: object): Promise<Answer> {
  return answerOf(await send(to, token, body)) as Answer;
}

function answerOf([status, content]: [number, unknown]): unknown {
  if (status >= 200 && status < 300 && typeof content === 'object' && content !== null) return content;
  throw new LinkFailure(status, faultsIn(content));
}

const send = (to: { method: string; url: string }, token: string, body?: object): Promise<[number, unknown]> =>
  read(
    fetch(to.url.replace(':jeton', encodeURIComponent(token)), {
      method: to.method,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );

async function read(answer: Promise<Response>): Promise<[number, unknown]> {
  try {
    const response = await answer;
    return [response.status, await response.json().catch(() => null)];
  } catch {
    throw new LinkFailure(null);
  }
}

/** `{detail}`, or `{champ: [messages]}`. */
function faultsIn(content: unknown): LinkFailure['faults'] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([field, said]: [string, unknown]) =>
    [said].flat().flatMap((message) => (typeof message === 'string' ? [{ field, message }] : [])),
  );
}
