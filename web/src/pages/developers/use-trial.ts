import { createVisitorKey, VISIT_MINUTES } from '@clairisque/contract/api-v3.trial.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, call } from '#lib/api.ts';
import { isPage } from '#lib/content.ts';
import { traceparent } from '#lib/trace.ts';
import { CHOICES, requestOf, shownHeaders, type Asked, type Choice, type Request } from './trial-requests.ts';

/** A key, until `end` on this clock, and what was made with it. */
export type Visit = { cle: string; end: Date; statementId: string | null; creation: Creation | null };
type Creation = { address: string; idempotencyKey: string };
export type Exchange = {
  choice: Choice;
  status: number;
  milliseconds: number;
  headers: string;
  /** JSON as text; null for a PDF. */
  json: string | null;
  pdf: { url: string; bytes: number } | null;
};

const MARGIN_MS = 10_000;
const TIMEOUT_MS = 40_000;

const ENDED = 'Votre clé d’essai est finie, et ce qu’elle a émis est effacé. Émettez un autre état des risques.';

/** The first request obtains a key. Nothing is kept after a reload. */
export function useTrial() {
  const [visit, setVisit] = useState<Visit | null>(null);
  const [exchange, setExchange] = useState<Exchange | null>(null);
  const sent = useMutation({
    mutationFn: async ({ choice, address }: Pick<Asked, 'choice' | 'address'>) => {
      if (exchange?.pdf) URL.revokeObjectURL(exchange.pdf.url);
      setExchange(null);
      const begun = await visitFor(choice, visit);
      const current = choice === 'create' ? withCreation(begun, address) : begun;
      setVisit(current);
      const done = await exchanged(choice, requestIn(current, { choice, address }), current.cle);
      setVisit(afterwards(current, done));
      setExchange(done);
    },
    onError: (error) => {
      if (error instanceof ApiFailure && error.status === 401) setVisit(null);
    },
  });
  return { visit, exchange, sent };
}

/** What would be sent now. The same address again has the same idempotency key, so the same document. */
export const requestIn = (visit: Visit | null, { choice, address }: Pick<Asked, 'choice' | 'address'>): Request =>
  requestOf({
    choice,
    address,
    statementId: visit?.statementId ?? null,
    idempotencyKey: visit?.creation?.address === address ? visit.creation.idempotencyKey : null,
  });

const withCreation = (visit: Visit, address: string): Visit =>
  visit.creation?.address === address
    ? visit
    : { ...visit, creation: { address, idempotencyKey: crypto.randomUUID() } };

async function visitFor(choice: Choice, visit: Visit | null): Promise<Visit> {
  if (visit !== null && visit.end > new Date()) return visit;
  if (CHOICES[choice].needsStatement) throw new ApiFailure(401, { detail: ENDED });
  return begin();
}

function afterwards(visit: Visit, done: Exchange): Visit | null {
  if (done.status === 401) return null;
  const isMade = done.choice === 'create' && done.status < 300;
  return isMade ? { ...visit, statementId: fieldOf(done, 'id') } : visit;
}

async function begin(): Promise<Visit> {
  const { cle } = await call(createVisitorKey, {});
  const end = new Date(Date.now() + VISIT_MINUTES * 60_000 - MARGIN_MS);
  return { cle, end, statementId: null, creation: null };
}

async function exchanged(choice: Choice, { method, path, headers, body }: Request, key: string): Promise<Exchange> {
  const start = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(path, {
      method,
      headers: new Headers([...headers, ['authorization', `Bearer ${key}`], ['traceparent', traceparent()]]),
      credentials: 'omit',
      body: body ?? null,
      signal: timeout,
    });
    if (response.ok && isPage(response.headers)) throw new TypeError('a page in place of the answer');
    const content = await response.blob();
    const isPdf = content.type === 'application/pdf';
    return {
      choice,
      status: response.status,
      milliseconds: Math.round(performance.now() - start),
      headers: shownHeaders(response.headers),
      json: isPdf ? null : indented(await content.text()),
      pdf: isPdf ? { url: URL.createObjectURL(content), bytes: content.size } : null,
    };
  } catch {
    throw new ApiFailure(null, null, timeout.aborted);
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** A field of the response, when it is text. */
export function fieldOf({ json }: Exchange, name: string): string | null {
  if (json === null) return null;
  try {
    const value = (JSON.parse(json) as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : null;
  } catch {
    return null;
  }
}
