import * as contract from '@clairisque/contract/mcp.ts';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { depsOf } from '#features/api-keys/api-keys.ts';
import { AppError } from '#platform/app-error.ts';
import type { App } from '#platform/http/app.ts';
import { keyOf } from '#platform/http/auth.ts';

export const mcpRoutes = (deps: Deps) => async (app: App) => {
  app.route({
    ...contract.callMcp,
    handler: async (request, reply) => {
      refuseOtherSites(deps, request);
      const { accountId, key } = keyOf(request);
      if (key.id === null) throw new Error('a session is no assistant');
      const call = {
        caller: { accountId, key: { ...key, id: key.id }, requestId: request.id },
        scopes: key.scopes,
        log: request.log,
      };
      // The SDK takes 10 MB: only where assistants call.
      const { serveMessage } = await import('./server.service.ts');
      const { status, text } = await serveMessage(depsOf(deps, request), call, {
        headers: headersOf(request),
        body: request.body,
      });
      if (status >= 400) throw refusalOf(status, text);
      if (text === '') return reply.status(202).send();
      // It is serialised already: sent as bytes.
      return reply.header('content-type', 'application/json').send(Buffer.from(text));
    },
  });
};

/** Against DNS rebinding: a browser names the site whose script calls; other programs send no origin. */
function refuseOtherSites({ publicUrl }: Deps, { headers: { origin } }: FastifyRequest): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return;
  throw new AppError('forbidden', 'Les scripts d’un autre site ne peuvent pas appeler ce serveur.');
}

/** Keeps the headers that the protocol reads. */
function headersOf({ headers }: FastifyRequest): Headers {
  const names = ['accept', 'content-type', 'mcp-protocol-version'];
  return new Headers(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])) as [string, string][],
  );
}

/** Refusals of the transport are in English only: the version of the protocol, the media types. */
function refusalOf(status: number, text: string): AppError {
  if (status === 406) {
    return new AppError('not_acceptable', 'Demandez « Accept: application/json, text/event-stream ».');
  }
  if (status === 415) return new AppError('unsupported_media_type', 'Envoyez « Content-Type: application/json ».');
  return new AppError('invalid_input', `Ce message n’est pas du protocole MCP : « ${text.slice(0, 300)} ».`);
}
