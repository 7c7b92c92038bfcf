import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './fastify.ts';

/** OpenAPI derived from the contract: the page at `/api/docs`, the document at `/api/docs/json`. */
export async function serveApiDocs(app: App, publicUrl: string): Promise<void> {
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
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true });
}
