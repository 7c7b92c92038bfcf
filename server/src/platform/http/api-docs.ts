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
      // In 3.0, `nullable` beside an `enum` allows no null.
      openapi: '3.1.0',
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
    transform: (given) => {
      if (isV3(given.url)) return { schema: { hide: true }, url: given.url };
      const { schema, url } = jsonSchemaTransform(given);
      return { schema: { ...schema, response: answersOf(schema.response, given.route.config?.produces) }, url };
    },
  });
  const config = { access: 'none', throttle: 'open' } as const;
  const schema = { hide: true };
  // Hundreds of kilobytes, generated on demand.
  app.get('/api/docs/json', { config, schema }, (_request, reply) => reply.send(app.swagger()));
  app.get('/api/docs', { config, schema }, (_request, reply) => reply.redirect(PAGE));
}

const described = (description: string, type: string): object => ({ description, content: { [type]: { schema: {} } } });

/**
 * The answers of a route, with what its schema does not say: an answer without a body, a file, a refusal. A refusal of its
 * own stands beside those of every call, which have the same status.
 */
function answersOf(response: unknown, produces: string | undefined): object {
  const answers = Object.entries((response ?? {}) as Record<string, object>).flatMap(([status, answer]) => {
    if (status === '204') return [[status, { description: 'Fait.', type: 'null' }]];
    if (status.startsWith('3')) return [[status, { description: 'Une autre adresse.', type: 'null' }]];
    if (status.startsWith('4')) return [];
    return [[status, produces !== undefined && status.startsWith('2') ? described('Un fichier.', produces) : answer]];
  });
  const refusal = described('Un refus.', 'application/json');
  return { ...Object.fromEntries(answers), '4XX': refusal, '5XX': refusal };
}
