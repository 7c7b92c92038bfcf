import type { FileStore } from '#platform/files/file-store.ts';
import { isDiskFull, requireDatabaseSpace, type Db } from '#platform/db/db.ts';
import { isMigrated } from '#platform/db/migrate.ts';
import type { App } from './app.ts';

const ANSWER_WITHIN_MS = 2_000;

type Dependencies = { db: Db; files: Pick<FileStore, 'hasRoom'> };

/**
 * Health checks for a load balancer. `/healthz`: liveness; restart the process when it fails. `/readyz`: readiness
 * (database, disk space, not stopping); 503 means: send no traffic, do not restart. After `drain` it returns 503 but
 * still serves, closing each connection, so that the balancer notices.
 */
export function serveHealth(app: App, { db, files }: Dependencies): { drain: () => void } {
  let isDraining = false;
  let sawFullDisk = false;
  app.addHook('onError', async (_request, _reply, error) => {
    if (isDiskFull(error)) sawFullDisk = true;
  });
  /** Checked at the database only after an earlier failure: it writes a megabyte each time. */
  const hasRoom = async (): Promise<boolean> => {
    if (sawFullDisk) await requireDatabaseSpace(db);
    sawFullDisk = false;
    return files.hasRoom();
  };
  const schema = { hide: true };
  app.addHook('onSend', async (_request, reply) => {
    // A kept connection would be cut during the next call when the listener closes.
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
