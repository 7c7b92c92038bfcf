import type { FileStore } from '#platform/files/file-store.ts';
import { isDiskFull, requireDatabaseSpace, type Db } from '#platform/db/db.ts';
import { isMigrated } from '#platform/db/migrate.ts';
import { failureOf } from '#platform/mistake.ts';
import { sayOnce } from '#platform/observability/say-once.ts';
import type { App } from './app.ts';

const ANSWER_WITHIN_MS = 2_000;

/** `parts`: whether what else the process needs keeps it from serving (readiness.ts). */
type Dependencies = {
  db: Db;
  files: Pick<FileStore, 'hasRoom'>;
  parts: { state: () => { obstacle: string | null; faults: string[] } };
};

/**
 * Health checks for a load balancer. `/healthz`: liveness; restart the process when it fails. `/readyz`: readiness
 * (database, disk space, processes that print, store, not stopping), and what fails while it serves; 503 means: send no traffic, do not restart. After `drain` it returns 503 but
 * still serves, closing each connection, so that the balancer notices.
 */
export function serveHealth(app: App, { db, files, parts }: Dependencies): { drain: () => void } {
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
  const say = sayOnce((why) => app.log.warn({ why }, 'not ready'));
  app.addHook('onSend', async (_request, reply) => {
    // A kept connection would be cut during the next call when the listener closes.
    if (isDraining) void reply.header('connection', 'close');
  });
  app.get('/healthz', { schema }, async () => ({ etat: 'vivant' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    if (isDraining) return reply.code(503).send({ etat: 'arrêt en cours' });
    const { obstacle, faults } = parts.state();
    const state = obstacle ?? (await stateOf(db, hasRoom, say));
    if (state !== READY) return reply.code(503).send({ etat: state });
    return { etat: READY, ...(faults.length > 0 && { defauts: faults }) };
  });
  return { drain: () => void (isDraining = true) };
}

const READY = 'prêt';
const FULL = 'disque plein';

/** A program newer than its database waits for the migration; an older one goes on. */
async function stateOf(db: Db, hasRoom: () => Promise<boolean>, say: (why: string) => void): Promise<string> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const unreachable = 'base de données injoignable';
  const late = new Promise<string>((resolve) =>
    signal.addEventListener('abort', () => resolve(unreachable), { once: true }),
  );
  const look = async (): Promise<string> => {
    if (!(await isMigrated(db))) {
      say('the database waits for its migration');
      return 'base de données à migrer';
    }
    return (await hasRoom()) ? READY : FULL;
  };
  const asked = look().catch((error: Error) => {
    say(failureOf(error).detail);
    return isDiskFull(error) ? FULL : unreachable;
  });
  return Promise.race([asked, late]);
}
