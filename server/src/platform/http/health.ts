import type { Db } from '../db.ts';
import { isMigrated } from '../migrate.ts';
import type { App } from './fastify.ts';

const ANSWER_WITHIN_MS = 2_000;

/**
 * What a load balancer asks. `/healthz`: the process answers; one that does not is to be started again. `/readyz`: it has its
 * database, and is not about to stop; while it says 503 it is to be sent nothing, and left alone. After `drain` it says so and
 * goes on answering, the last time on each connection: the balancer has the time to hear it.
 */
export function serveHealth(app: App, db: Db): { drain: () => void } {
  let isDraining = false;
  const schema = { hide: true };
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept would be cut under the next call when the listener closes.
    if (isDraining) void reply.header('connection', 'close');
  });
  app.get('/healthz', { schema }, async () => ({ etat: 'vivant' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    if (isDraining) return reply.code(503).send({ etat: 'arrêt en cours' });
    const state = await stateOf(db);
    return state === READY ? { etat: READY } : reply.code(503).send({ etat: state });
  });
  return { drain: () => void (isDraining = true) };
}

const READY = 'prêt';

/** A program newer than its database waits for the migration; an older one goes on. */
async function stateOf(db: Db): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const unreachable = 'base de données injoignable';
  const late = new Promise<string>((resolve) =>
    signal.addEventListener('abort', () => resolve(unreachable), { once: true }),
  );
  const asked = isMigrated(db).then(
    (migrated) => (migrated ? READY : 'base de données à migrer'),
    () => unreachable,
  );
  return Promise.race([asked, late]);
}
