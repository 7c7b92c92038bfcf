import type { FastifyInstance } from 'fastify';
import { controlPage, type Control } from './control-page.ts';
import { createDispute, closeDispute } from './disputes.ts';
import { StripeError } from './errors.ts';
import { isFault } from './faults.ts';
import { integer, text, type Form } from './form.ts';
import { settle } from './payments.ts';
import { createRefund, failRefund } from './refunds.ts';
import { expireSession, findSession } from './sessions.ts';
import type { Kind, Tables } from './store.ts';
import { MODES, SIGNATURES, type Mode } from './webhooks.ts';
import type { World } from './world.ts';

/** A form of the page; throwing or returning false becomes a 400. */
type Action = (control: Control, id: string, form: Form) => unknown;

/** Events that a user or a test can trigger: `POST /stripe/controle/<action>`, forms without key. */
const ACTIONS: Record<string, Action> = {
  livraison: ({ webhooks }, _id, form) => {
    const [mode, url] = [text(form, 'mode'), text(form, 'url')];
    if (mode !== null && !Object.hasOwn(MODES, mode)) return false;
    if (mode !== null) webhooks.settings.mode = mode as Mode;
    if (url !== null) webhooks.settings.url = url;
    return true;
  },
  liberer: ({ webhooks }) => webhooks.release(),
  pannes: ({ faults }, _id, form) => {
    const fault = text(form, 'panne') ?? '';
    const count = Math.min(Number(text(form, 'nombre') ?? 1), 1000);
    if (!isFault(fault)) return false;
    return faults.push(...Array.from({ length: count }, () => fault));
  },
  'sessions/:id/expirer': ({ world }, id) => expireSession(world, id),
  // Makes Stripe return something else than was asked: the product must compare.
  'sessions/:id/falsifier': ({ world }, id, form) => {
    const session = findSession(world, id);
    const amount = integer(form, 'amount') ?? session.amount_total;
    const currency = text(form, 'currency') ?? session.currency ?? '';
    return /^[a-z]{3}$/.test(currency) && world.store.put({ ...session, amount_total: amount, currency });
  },
  'sessions/:id/regler': ({ world }, id, form) =>
    settle(world, findSession(world, id), text(form, 'issue') === 'succes'),
  'paiements/:id/rembourser': ({ world }, id, form) =>
    createRefund(world, { charge: id, amount: text(form, 'amount') ?? undefined }),
  'paiements/:id/contester': ({ world }, id) => createDispute(world, found(world, 'charge', id)) ?? false,
  'remboursements/:id/echouer': ({ world }, id) => failRefund(world, found(world, 'refund', id)),
  'contestations/:id/fermer': ({ world }, id, form) =>
    closeDispute(world, found(world, 'dispute', id), text(form, 'issue') === 'won' ? 'won' : 'lost'),
  'evenements/:id/envoyer': ({ world, webhooks }, id, form) => {
    const copies = Math.min(Number(text(form, 'copies') ?? 1), 200);
    const signature = SIGNATURES.find((one) => one === text(form, 'signature')) ?? 'juste';
    return webhooks.send(found(world, 'event', id), { copies, signature });
  },
};

type Route = { Params: { id?: string }; Body: Form | null };

/** `/stripe/controle`; its forms redirect to it, or return `{result}` to a client that accepts JSON. */
export function addControl(app: FastifyInstance, control: Control): void {
  app.get('/stripe/controle', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(controlPage(control)),
  );
  for (const [path, action] of Object.entries(ACTIONS)) {
    app.post<Route>(`/stripe/controle/${path}`, async ({ params, body, headers }, reply) => {
      try {
        const result = await action(control, params.id ?? '', body ?? {});
        if (result === false) return await reply.code(400).send({ error: 'Cela ne peut pas être fait dans cet état.' });
        if (headers.accept?.includes('application/json')) return await reply.send({ result: result ?? null });
        return await reply.redirect('/stripe/controle', 303);
      } catch (error) {
        if (!(error instanceof StripeError)) throw error;
        return reply.code(error.status).send({ error: error.message });
      }
    });
  }
}

function found<K extends Kind>(world: World, kind: K, id: string): Tables[K] {
  const object = world.store.find(kind, id);
  if (object) return object;
  throw new StripeError(404, { type: 'invalid_request_error', message: `No such ${kind}: '${id}'` });
}
