import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { acceptBodies } from './bodies.ts';
import { answerError } from './errors.ts';
import { compileValidator } from './field-messages.ts';
import { LOG_REDACTION } from './log-redaction.ts';
import { answerUnreadable } from './unreadable-requests.ts';

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

const BODY_LIMIT_BYTES = 1_048_576;
const RECEIVE_MS = { headers: 10_000, request: 30_000, check: 2_000 };

/** Fastify with our parsing, both forms of the trailing slash, request ids, and errors in one shape. */
export function createHttp(options: { logLevel: string; trustedProxies: number }): App {
  const app = Fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, redact: LOG_REDACTION },
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    genReqId: () => randomUUID().slice(0, 8),
    bodyLimit: BODY_LIMIT_BYTES,
    // The time to receive a request, not to answer it: handlers bound their own.
    requestTimeout: RECEIVE_MS.request,
    // Node looks at its connections every 30 s only, and swaps the two limits when the headers' is the longer.
    http: { headersTimeout: RECEIVE_MS.headers, connectionsCheckingInterval: RECEIVE_MS.check },
    logController: new LogController({ disableRequestLogging: true }),
    clientErrorHandler: answerUnreadable,
    // Addresses that cannot be routed: no hook runs for them, so the media type is written here.
    frameworkErrors: (error, request, reply) =>
      answerError(error, request, reply.type('application/json').serializer(JSON.stringify)),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  acceptBodies(app);
  announceJson(app);
  return app;
}

/** JSON is UTF-8 by definition: as Django REST, no charset. */
function announceJson(app: App): void {
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      void reply.header('content-type', 'application/json');
    }
  });
}
