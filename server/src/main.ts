import { buildApp } from '#app.ts';
import { readConfig, type Config } from '#config.ts';
import { createDeps, type Deps } from '#deps.ts';
import { ensureDemoAccount, forgetExpiredTokens } from '#features/accounts/accounts.ts';
import { forgetOldAnswers } from '#platform/answer-store.ts';
import { createHttp } from '#platform/http/fastify.ts';
import { migrate } from '#platform/migrate.ts';
import { LAST_GOOD_MS } from '#platform/supplier-answers.ts';

/**
 * `node server/src/main.ts COMMAND…`, in that order, `all` by default:
 * - `migrate` brings the database to this version; - `demo` makes the demonstration account of decision R4;
 * - `api` serves; - `all` is `migrate api`. Stops cleanly on SIGTERM, SIGINT, or when its parent is gone.
 */
const COMMANDS: Partial<Record<string, (config: Config) => Promise<void>>> = {
  migrate: async (config) => void (await migrate(config.databaseUrl)),
  demo: createDemoAccount,
  api: serve,
  all: async (config) => {
    await migrate(config.databaseUrl);
    await serve(config);
  },
};
const DEMO = { email: 'demo@clairisque.fr', password: 'Demonstration-2026!', credits: 25 };
const STOP_WITHIN_MS = 25_000;
const A_DAY_MS = 86_400_000;

const config = readConfig(process.env);
const names = process.argv.slice(2);
for (const name of names.length === 0 ? ['all'] : names) {
  const command = COMMANDS[name];
  if (command === undefined) throw new Error(`usage: main.ts ${Object.keys(COMMANDS).join('|')}…`);
  await command(config);
}

async function serve(config: Config): Promise<void> {
  const app = createHttp(config);
  const { deps, close } = createDeps(config, app.log);
  await buildApp(app, deps, config);
  const cleaning = setInterval(() => void clean(deps), A_DAY_MS);
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    clearInterval(cleaning);
    await app.close();
    await close();
    // The channel to the parent would keep the process alive.
    if (process.connected) process.disconnect?.();
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  await app.listen({ host: config.host, port: config.port });
  process.send?.({ ready: true });
}

/** Drops what is of no more use: answers too old to stand in for a supplier, expired tokens. */
async function clean(deps: Deps): Promise<void> {
  try {
    await forgetOldAnswers(deps.db, deps.clock, LAST_GOOD_MS);
    await forgetExpiredTokens(deps);
  } catch (err) {
    deps.log.warn({ err }, 'daily cleaning failed');
  }
}

async function createDemoAccount(config: Config): Promise<void> {
  const app = createHttp({ ...config, logLevel: 'error' });
  const { deps, close } = createDeps(config, app.log);
  await ensureDemoAccount(deps, DEMO);
  await close();
  await app.close();
}
