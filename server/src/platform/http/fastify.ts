import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';

export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

const BODY_LIMIT_BYTES = 1_048_576;

/** Fastify with our parsing: JSON bodies that may be empty (an axios `post(url)`), both forms of the trailing slash, request ids. */
export function createHttp(options: { logLevel: string; trustedProxies: number }): App {
  const app = Fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel, redact: ['req.headers.authorization'] },
    routerOptions: { ignoreTrailingSlash: true },
    trustProxy: (_address, hop) => hop < options.trustedProxies,
    genReqId: () => randomUUID().slice(0, 8),
    bodyLimit: BODY_LIMIT_BYTES,
    // The time to receive a request, not to answer it: handlers bound their own.
    requestTimeout: 30_000,
    logController: new LogController({ disableRequestLogging: true }),
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text.length === 0) return done(null, undefined);
    try {
      done(null, JSON.parse(text.toString()));
    } catch (error) {
      done(Object.assign(error instanceof Error ? error : new Error(String(error)), { statusCode: 400 }), undefined);
    }
  });
  // A POST without a body may announce any type: axios sends a form-encoded type with length 0.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) =>
    done(null, text.length === 0 ? undefined : Object.fromEntries(new URLSearchParams(text.toString()))),
  );
  return app;
}
