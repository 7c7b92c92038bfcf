import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Route } from '@clairisque/contract/common/route.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The application: Fastify, with routes typed by their Zod schemas. */
export type App = FastifyInstance<Server, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>;

declare module 'fastify' {
  /** What a route of the contract declares. */
  interface FastifyContextConfig extends Partial<Route['config']> {}
}
