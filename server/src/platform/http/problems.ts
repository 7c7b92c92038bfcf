import { randomUUID } from 'node:crypto';
import { PROBLEMS, PROBLEMS_PATH, type Problem, type ProblemCode } from '@clairisque/contract/common/problems.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, DetailedError, type FailureContent, type FieldError } from '#platform/app-error.ts';

/** API v3, and the assistants' door. */
export const isV3 = (url: string): boolean => /^\/(?:api\/v3|mcp)(?:[/?]|$)/.test(url);

type Origin = { site: string; instance: string; requestId: string };
type Refusal = AppError | { code: ProblemCode; status: number; detail: string };

/** A refusal of API v3: `application/problem+json` (RFC 9457). */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  return (
    reply
      .type('application/problem+json')
      .serializer(JSON.stringify)
      .status(refusal.status)
      // Not set yet when the URL cannot be read.
      .header('x-request-id', request.id)
      .send(problemOf(refusal, { site: request.server.publicUrl, instance: pathOf(request), requestId: request.id }))
  );
}

const pathOf = ({ url }: { url: string }): string => url.replace(/\?.*/s, '');

/** A refusal before any route, in the shape of that URL's API. */
export function earlyRefusal(refusal: Refusal, { site, url }: { site: string; url: string }) {
  if (!isV3(url)) {
    const detail = refusal instanceof AppError ? refusal.content : refusal.detail;
    return { type: 'application/json', body: JSON.stringify({ detail }) };
  }
  const requestId = randomUUID().slice(0, 8);
  return {
    type: 'application/problem+json',
    body: JSON.stringify(problemOf(refusal, { site, instance: pathOf({ url }), requestId })),
  };
}

/** Bytes of a refusal, whatever it names. */
const MOST_BYTES = 65_536;

/** A refusal that is longer keeps only its sentence. */
export const isLong = (body: unknown): boolean => Buffer.byteLength(JSON.stringify(body)) > MOST_BYTES;

const bounded = (problem: Problem): Problem => {
  if (!isLong(problem)) return problem;
  const { errors: _errors, candidates: _candidates, detail, ...rest } = problem;
  return { ...rest, detail: detail.slice(0, 300).toWellFormed() };
};

/** The body of a refusal. A statement whose preparation failed after its response keeps one too. */
export function problemOf(refusal: Refusal, { site, instance, requestId }: Origin): Problem {
  const { code, status } = refusal;
  const content = refusal instanceof AppError ? refusal.content : refusal.detail;
  return bounded({
    type: `${site}${PROBLEMS_PATH}#${code}`,
    title: PROBLEMS[code].title,
    status,
    code,
    detail: typeof content === 'string' ? content : 'La requête a des valeurs refusées.',
    instance,
    request_id: requestId,
    ...(refusal instanceof DetailedError ? published(refusal) : errorsIn(content)),
  });
}

const published = ({ more: { errors, candidates } }: DetailedError) => ({
  ...(errors && { errors }),
  ...(candidates && { candidates }),
});

/** Messages by field, as Djoser's shapes have them. */
function errorsIn(content: FailureContent): { errors?: FieldError[] } {
  if (typeof content === 'string') return {};
  const { title } = PROBLEMS.invalid_input;
  const fields: [string, string[]][] = Array.isArray(content) ? [['', content]] : Object.entries(content);
  const errors = fields.flatMap(([field, messages]) =>
    messages.map((detail) => ({
      pointer: field === 'non_field_errors' || field === '' ? '' : `/${field}`,
      title,
      detail,
    })),
  );
  return { errors };
}
