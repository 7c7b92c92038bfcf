import { sql } from 'kysely';
import type { Db } from '../db.ts';
import type { App } from './fastify.ts';

const ANSWER_WITHIN_MS = 2_000;

/**
 * What a load balancer asks. `/healthz`: the process answers; one that does not is to be started again. `/readyz`: it has its
 * database, and is not about to stop; while it says 503 it is to be sent nothing, and left alone. After `drain` it says so and
 * goes on answering: the balancer has the time to hear it.
 */
export function serveHealth(app: App, db: Db): { drain: () => void } {
  let isDraining = false;
  const schema = { hide: true };
  app.get('/healthz', { schema }, async () => ({ etat: 'vivant' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    if (isDraining) return reply.code(503).send({ etat: 'arrêt en cours' });
    return (await answers(db)) ? { etat: 'prêt' } : reply.code(503).send({ etat: 'base de données injoignable' });
  });
  return { drain: () => void (isDraining = true) };
}

async function answers(db: Db): Promise<boolean> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const late = new Promise<false>((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }));
  const asked = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]);
}
