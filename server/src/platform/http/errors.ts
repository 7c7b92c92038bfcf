import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Failure } from '../failure.ts';
import { SupplierFailure } from '../supplier-failure.ts';
import type { App } from './fastify.ts';

/** The Djoser-style wire shapes live here alone: `{field: [..]}`, `{non_field_errors: [..]}`, `{detail}`. */
export function answerErrors(app: App): void {
  app.setErrorHandler(answerError);
}

function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof Failure) return answerFailure(error, reply);
  if (error instanceof SupplierFailure) return answerOutage(error, request, reply);
  if (hasZodFastifySchemaValidationErrors(error)) return reply.status(400).send(fieldErrors(error.validation));
  const refusal = refusalOf(error, request);
  if (refusal !== null) return reply.status(refusal.status).send({ detail: refusal.detail });
  request.log.error({ err: error }, 'unexpected failure');
  return reply.status(500).send({ detail: `Une erreur inattendue s’est produite (incident ${request.id}).` });
}

/** What Fastify itself refuses; null for a fault of ours. */
function refusalOf(error: FastifyError, request: FastifyRequest): { status: number; detail: string } | null {
  const status = error.statusCode ?? 500;
  if (status < 400 || status >= 500) return null;
  if (status === 415)
    return { status, detail: `Type de média « ${request.headers['content-type'] ?? ''} » non supporté.` };
  if (status === 413) return { status, detail: 'La requête est trop volumineuse.' };
  // Djoser's words for a body that is no JSON; never translated there.
  if (error instanceof SyntaxError) return { status, detail: `JSON parse error - ${error.message}` };
  return { status, detail: 'Cette requête n’est pas valide.' };
}

function answerFailure(failure: Failure, reply: FastifyReply): FastifyReply {
  if (failure.status === 401) void reply.header('www-authenticate', 'Token');
  const wait = failure.retryAfterSeconds ?? (failure.status === 503 ? 30 : null);
  if (wait !== null) void reply.header('retry-after', String(wait));
  const body = typeof failure.content === 'string' ? { detail: failure.content } : failure.content;
  return reply.status(failure.status).send(body);
}

/** What a person waits for when a supplier is asked directly. */
const SERVICES: Record<string, string> = {
  'apicarto-cadastre': 'Le cadastre',
  geocodage: 'Le service des adresses',
  'geopf-tuiles': 'Le fond de carte',
  'osm-tuiles': 'Le fond de carte',
};

function answerOutage(failure: SupplierFailure, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const name = SERVICES[failure.service] ?? 'Un service public';
  if (failure.reason === 'not-held') return reply.status(404).send({ detail: `${name} n’a rien à cet endroit.` });
  request.log.warn({ service: failure.service, reason: failure.reason }, 'supplier failure');
  void reply.header('retry-after', '5');
  return reply.status(503).send({ detail: `${name} ne répond pas pour le moment. Réessayez dans quelques instants.` });
}

type Issue = { instancePath: string; keyword: string; message?: string | undefined; params?: unknown };

function fieldErrors(issues: readonly Issue[]): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean)[0] ?? 'non_field_errors';
    (fields[field] ??= []).push(frenchMessage(issue));
  }
  return fields;
}

/** The first that fits zod's issue, as `keyword: message`, says it in French. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/received undefined/, 'Ce champ est obligatoire.'],
  [/received null/, 'Ce champ ne peut être nul.'],
  [/received NaN|expected number/, 'Un nombre valide est requis.'],
  [/expected string/, 'Chaîne de caractère invalide.'],
  [/^too_small: .*string/, 'Ce champ ne peut être vide.'],
  [/^too_small: /, 'La valeur est trop petite.'],
  [/^too_big: /, 'La valeur est trop grande ou trop longue.'],
  [/^invalid_value: /, 'La valeur n’est pas un choix valide.'],
];

function frenchMessage({ keyword, message = '' }: Issue): string {
  // Our own refinements are written in French in the contract.
  if (keyword === 'custom') return message;
  const told = MESSAGES.find(([pattern]) => pattern.test(`${keyword}: ${message}`));
  return told?.[1] ?? 'Le format de ce champ est invalide.';
}
