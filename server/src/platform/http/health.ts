import type { FileStore } from '#adapters/suppliers.ts';
import { isDiskFull, proveRoom, type Db } from '../db.ts';
import { isMigrated } from '../migrate.ts';
import type { App } from './fastify.ts';

const ANSWER_WITHIN_MS = 2_000;

type Watched = { db: Db; files: Pick<FileStore, 'hasRoom'> };

/**
 * What a load balancer asks. `/healthz`: the process answers; one that does not is to be started again. `/readyz`: it has its
 * database, room on its disks, and is not about to stop; while it says 503 it is to be sent nothing, and left alone. After `drain` it says so and
 * goes on answering, the last time on each connection: the balancer has the time to hear it.
 */
export function serveHealth(app: App, { db, files }: Watched): { drain: () => void } {
  let isDraining = false;
  let sawFullDisk = false;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) sawFullDisk = true;
  });
  /** Asked of the database only after it said so: it is a megabyte each time. */
  const hasRoom = async (): Promise<boolean> => {
    if (sawFullDisk) await proveRoom(db);
    sawFullDisk = false;
    return files.hasRoom();
  };
  const schema = { hide: true };
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept would be cut under the next call when the listener closes.
    if (isDraining) void reply.header('connection', 'close');
  });
  app.get('/healthz', { schema }, async () => ({ etat: 'vivant' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    if (isDraining) return reply.code(503).send({ etat: 'arrêt en cours' });
    const state = await stateOf(db, hasRoom);
    return state === READY ? { etat: READY } : reply.code(503).send({ etat: state });
  });
  return { drain: () => void (isDraining = true) };
}

const READY = 'prêt';
const FULL = 'disque plein';

/** A program newer than its database waits for the migration; an older one goes on. */
async function stateOf(db: Db, hasRoom: () => Promise<boolean>): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const unreachable = 'base de données injoignable';
  const late = new Promise<string>((resolve) =>
    signal.addEventListener('abort', () => resolve(unreachable), { once: true }),
  );
  const look = async (): Promise<string> => {
    if (!(await isMigrated(db))) return 'base de données à migrer';
    return (await hasRoom()) ? READY : FULL;
  };
  const asked = look().catch((error: Error) => (isDiskFull(error) ? FULL : unreachable));
  return Promise.race([asked, late]);
}
