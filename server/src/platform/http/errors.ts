import type { ProblemCode } from '@clairisque/contract/common/problems.ts';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { tooLarge, unsupportedMediaType } from './bodies.ts';
import { isLong, isV3, sendProblem } from './problems.ts';

/**
 * In the shape of API v3 (problems.ts), or in Djoser's. The only place that builds the Djoser-style error bodies: `{field: [..]}`, `{non_field_errors: [..]}`, `{detail}`,
 * `[..]`.
 */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof AppError) return answerFailure(error, request, reply);
  const refusal = error instanceof SupplierFailure ? null : refusalOf(error, request);
  // Fastify would close the connection of a client that is still sending, which would then read no response.
  if (refusal !== null) return answerFailure(refusal, request, reply.removeHeader('connection'));
  const { retryAfterSeconds, ...fault } = faultOf(error, request);
  if (retryAfterSeconds !== null) void reply.header('retry-after', String(retryAfterSeconds));
  if (isV3(request.url)) return sendProblem(request, reply, fault);
  return asJson(reply).status(fault.status).send({ detail: fault.detail });
}

type Fault = { code: ProblemCode; status: number; detail: string; retryAfterSeconds: number | null };

/** Answers a failure that is not the caller's fault (a supplier, the database, our program), and logs it. */
export function faultOf(error: unknown, request: Pick<FastifyRequest, 'id' | 'log'>): Fault {
  if (error instanceof SupplierFailure) return outageOf(error, request);
  if (error instanceof Error && isDatabaseUnavailable(error)) {
    // The call's work is rolled back, or found again when it is repeated (decision 0024).
    request.log.error({ err: error }, 'database unreachable');
    const detail = 'Le service est indisponible pour le moment. Réessayez dans quelques instants.';
    return { code: 'overloaded', status: 503, detail, retryAfterSeconds: 5 };
  }
  request.log.error({ err: error }, 'unexpected failure');
  const detail = `Une erreur inattendue s’est produite (incident ${request.id}).`;
  return { code: 'internal_error', status: 500, detail, retryAfterSeconds: null };
}

/** Refusals by Fastify itself; null for an error of our program. */
function refusalOf(error: FastifyError, request: FastifyRequest): AppError | null {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  if (status === 415) return unsupportedMediaType(request.headers['content-type'] ?? '');
  if (status === 413) return tooLarge();
  // A URL that cannot be decoded, or with an identifier of a thousand characters.
  if (error.code === 'FST_ERR_BAD_URL' || error.code === 'FST_ERR_MAX_PARAM_LENGTH') return notFound();
  return new AppError('invalid_input', 'Requête malformée.');
}

export function notFound(): AppError {
  return new AppError('not_found', 'Non trouvé.');
}

function answerFailure(failure: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (failure.status === 401) void reply.header('www-authenticate', isV3(request.url) ? 'Bearer' : 'Token');
  const wait = failure.retryAfterSeconds ?? (failure.status === 503 ? 30 : null);
  if (wait !== null) void reply.header('retry-after', String(wait));
  if (isV3(request.url)) return sendProblem(request, reply, failure);
  const body = typeof failure.content === 'string' ? { detail: failure.content } : failure.content;
  const answer = isLong(body) ? { detail: 'La requête a trop de valeurs refusées.' } : body;
  return asJson(reply).status(failure.status).send(answer);
}

/**
 * Whatever the route declares for that status: some refuse with `{erreur}`, and still have our shapes before they
 * begin.
 */
function asJson(reply: FastifyReply): FastifyReply {
  return reply.type('application/json').serializer(JSON.stringify);
}

/** Suppliers that users wait for directly. */
const SERVICES: Record<string, string> = {
  'apicarto-cadastre': 'Le cadastre',
  geocodage: 'Le service des adresses',
  'geopf-tuiles': 'Le fond de carte',
  'osm-tuiles': 'Le fond de carte',
  stockage: 'Le stockage des documents',
};

function outageOf(failure: SupplierFailure, request: Pick<FastifyRequest, 'log'>): Fault {
  const name = SERVICES[failure.service] ?? 'Un service public';
  if (failure.reason === 'not-held') {
    const detail = `${name} n’a rien à cet endroit.`;
    return { code: 'not_found', status: 404, detail, retryAfterSeconds: null };
  }
  request.log.warn({ service: failure.service, reason: failure.reason }, 'supplier failure');
  const detail = `${name} ne répond pas pour le moment. Réessayez dans quelques instants.`;
  return { code: 'source_unavailable', status: 503, detail, retryAfterSeconds: 5 };
}
