import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { addressKeyOf, type Throttle } from '../rate-limit.ts';
import type { App } from './fastify.ts';

/** The page's own: Swagger UI styles its elements inline and draws its icons from data. */
const DOCS_POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** OpenAPI derived from the contract: the page at `/api/docs`, the document at `/api/docs/json`. */
export async function serveApiDocs(
  app: App,
  { publicUrl, throttle }: { publicUrl: string; throttle: Throttle },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Clairisque',
        version: '2',
        description: 'API des états des risques (ERP) et des nuisances sonores aériennes (ENSA).',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <auth_token>`' },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: DOCS_POLICY,
    // Hundreds of kilobytes, written out of the contract for whoever asks.
    uiHooks: { onRequest: async (request: FastifyRequest) => throttle.hit('open', addressKeyOf(request.ip)) },
    // Its bar holds a brand that is not ours and an address to type.
    theme: {
      title: 'API — Clairisque',
      css: [{ filename: 'clairisque.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}
