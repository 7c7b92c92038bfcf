import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { addressKeyOf, type Throttle } from '#platform/security/rate-limit.ts';
import type { App } from './app.ts';
import { isV3 } from './problems.ts';

/** Policy of this page: Swagger UI uses inline styles and data: icons. */
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
        description: firstRequest(publicUrl),
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <auth_token>`' },
        },
      },
    },
    // API v3 has its own document.
    transform: (given) => (isV3(given.url) ? { schema: { hide: true }, url: given.url } : jsonSchemaTransform(given)),
  });
  await app.register(async (page: App) => {
    page.addHook('onSend', async (_request, _reply, payload) => withViewport(payload));
    await page.register(swaggerUi, {
      routePrefix: '/api/docs',
      staticCSP: DOCS_POLICY,
      // Hundreds of kilobytes, generated on demand.
      uiHooks: { onRequest: async (request: FastifyRequest) => throttle.hit('open', addressKeyOf(request.ip)) },
      // Its bar has a third-party brand and a URL field.
      theme: {
        title: 'API — Clairisque',
        css: [{ filename: 'clairisque.css', content: STYLE }],
        js: [{ filename: 'clairisque.js', content: COPY }],
      },
    });
  });
}

const firstRequest = (
  publicUrl: string,
): string => `API des états des risques (ERP) et des nuisances sonores aériennes (ENSA).

Votre première requête, sans compte : les parcelles les plus proches d’un point (longitude, puis latitude).

\`\`\`sh
curl -X POST "${publicUrl}/api/v2/cadastre/proximite/2.3522/48.8566/"
\`\`\`

Les autres demandent un jeton, à envoyer dans l’en-tête \`Authorization: Token …\` :

\`\`\`sh
curl -X POST "${publicUrl}/api/v2/token/login/" -H "Content-Type: application/json" -d '{"username": "vous@exemple.fr", "password": "…"}'
\`\`\`
`;

/** Swagger UI's page has no viewport: a phone would show it at desktop width. */
function withViewport(payload: unknown): unknown {
  if (typeof payload !== 'string' || !payload.includes('<!DOCTYPE html>')) return payload;
  return payload.replace('<head>', '<head><meta name="viewport" content="width=device-width, initial-scale=1">');
}

const STYLE = `
.swagger-ui .topbar { display: none }
.swagger-ui .wrapper { max-width: 100%; box-sizing: border-box }
.swagger-ui .info .description pre { position: relative; padding: 12px 96px 12px 12px; white-space: pre-wrap; overflow-wrap: anywhere }
.swagger-ui .info .description pre code { display: block; padding: 8px 12px }
.copier { position: absolute; top: 8px; right: 8px; min-height: 32px; padding: 0 12px; cursor: pointer }
@media (max-width: 640px) { .swagger-ui .info .description pre { padding: 12px 12px 52px } .copier { top: auto; bottom: 8px } }
`;

/** Adds a button beside each request of the introduction, once Swagger UI has rendered it. */
const COPY = `
new MutationObserver(() => {
  for (const block of document.querySelectorAll('.info .description pre:not([data-copy])')) {
    const text = block.textContent.trim();
    const button = document.createElement('button');
    button.className = 'copier';
    button.type = 'button';
    button.textContent = 'Copier';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copié';
    });
    block.dataset.copy = '';
    block.append(button);
  }
}).observe(document.documentElement, { childList: true, subtree: true });
`;
