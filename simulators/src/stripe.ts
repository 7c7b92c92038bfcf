import type { FastifyInstance } from 'fastify';
import type { Simulator } from '#simulation.ts';
import { nestedForm, type Form } from './stripe-form.ts';
import { createSessionStore, identifier, StripeError, type Session, type SessionStore } from './stripe-sessions.ts';

/**
 * The start of Stripe: Checkout sessions can be created and read. Nobody can pay yet: no webhook leaves, and the
 * payment page says so.
 */
export const stripe: Simulator = async (app) => {
  const sessions = createSessionStore();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, nestedForm(String(body))),
  );
  app.addHook('onRequest', async (request, reply) => {
    reply.header('request-id', identifier('req'));
    const isApi = PREFIXES.some((prefix) => request.url.startsWith(`${prefix}/`));
    if (isApi && !request.headers.authorization?.startsWith('Bearer sk_test_')) {
      throw new StripeError(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' });
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof StripeError)) throw error;
    return reply.code(error.status).send({ error: error.body });
  });

  for (const prefix of PREFIXES) addRoutes(app, prefix, sessions);
  app.get('/stripe/pay/:id', async (_request, reply) => reply.type('text/html; charset=utf-8').send(PAGE));
};

/** The official SDK can be given another host, but no base path: it asks `/v1/…`. */
const PREFIXES = ['/stripe/v1', '/v1'];

function addRoutes(app: FastifyInstance, prefix: string, sessions: SessionStore): void {
  app.post(`${prefix}/checkout/sessions`, async (request) => {
    const idempotencyKey = String(request.headers['idempotency-key'] ?? identifier('key'));
    const origin = `${request.protocol}://${request.host}`;
    return shown(sessions.create((request.body ?? {}) as Form, { idempotencyKey, origin }));
  });
  app.get<{ Params: { id: string } }>(`${prefix}/checkout/sessions/:id`, async ({ params }) =>
    shown(sessions.find(params.id)),
  );
  app.get<{ Params: { id: string } }>(`${prefix}/checkout/sessions/:id/line_items`, async ({ params: { id } }) => {
    const data = sessions.find(id).lineItems;
    return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` };
  });
}

const PAGE = `<!doctype html>
<html lang="fr">
<title>Paiement simulé</title>
<h1>Paiement simulé</h1>
<p>Cette page ne permet pas encore de payer.</p>
</html>`;

/** Line items only come by their own address. */
function shown(session: Session): Form {
  return Object.fromEntries(Object.entries(session).filter(([name]) => name !== 'lineItems'));
}
