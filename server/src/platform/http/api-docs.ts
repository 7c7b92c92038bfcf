import swagger from '@fastify/swagger';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { App } from './app.ts';
import { isV3 } from './problems.ts';

/** The site's page for those who program. */
const PAGE = '/developpeurs/reference';

/** OpenAPI of the calls of version 2, derived from the contract: `/api/docs/json`. Version 3 has its own document. */
export async function serveApiDocs(app: App, { publicUrl }: { publicUrl: string }): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Clairisque',
        version: '2',
        description:
          'API des états des risques (ERP) et des nuisances sonores aériennes (ENSA), pour les pages du site.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <auth_token>`' },
        },
      },
    },
    transform: (given) => (isV3(given.url) ? { schema: { hide: true }, url: given.url } : jsonSchemaTransform(given)),
  });
  const config = { access: 'none', throttle: 'open' } as const;
  const schema = { hide: true };
  // Hundreds of kilobytes, generated on demand.
  app.get('/api/docs/json', { config, schema }, (_request, reply) => reply.send(app.swagger()));
  app.get('/api/docs', { config, schema }, (_request, reply) => reply.redirect(PAGE));
}
