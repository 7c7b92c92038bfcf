import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, inject, test } from 'vitest';
import { insertAccount, insertSession, type Account } from '../../tests/harness/accounts.ts';
import { RELAXED_LIMITS } from '../../tests/harness/environment.ts';
import { waitForMails, type Mail } from '../../tests/harness/mailbox.ts';
import { createTypst } from '../src/adapters/pdf/typst.ts';
import { buildApp } from '../src/wiring/app.ts';
import { readConfig } from '../src/config/config.ts';
import { createDeps, type Deps } from '../src/deps.ts';
import { createPasswords } from '../src/platform/security/passwords.ts';
import type { HttpLimits } from '../src/platform/suppliers/http-client.ts';
import { createHttp, type DestinationStream } from '../src/platform/http/fastify.ts';
import { watchTypst } from '../src/wiring/telemetry.ts';
import { startWorker } from '../src/wiring/worker.ts';
import { withToken } from './raw-request.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

export type TestApp = {
  url: string;
  deps: Deps;
  database: TestDatabase;
  /** Folder of the issued documents. */
  filesDir: string;
  close: () => Promise<void>;
};

/**
 * `limits` and `simulatorsUrl` override the suppliers' own; `database` shares another application's; `env` adds
 * variables; `worker` runs the jobs too; `logTo` receives the log lines.
 */
type Options = {
  limits?: Partial<HttpLimits>;
  simulatorsUrl?: string;
  database?: TestDatabase;
  env?: NodeJS.ProcessEnv;
  worker?: boolean;
  logTo?: DestinationStream;
};

/** All applications of a worker share it: a new renderer's first document costs a second. It ends with this process. */
const printer = createTypst({ children: 1 });

/** Hashes at argon2's lowest cost: hundreds of sign-ins cost forty milliseconds of processor each. */
const passwords = createPasswords({
  atOnce: 1,
  waiting: 50,
  cost: { memory: 8, passes: 1, parallelism: 1, tagLength: 32 },
});

function spareProcessor(deps: Deps): void {
  const typst = watchTypst(printer, deps.telemetry);
  for (const one of [deps, deps.sandbox, deps.visitors]) if (one !== null) Object.assign(one, { typst, passwords });
}

/** The real application on its own port, with its own database and the simulators as suppliers. */
export async function createTestApp(options: Options = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase());
  const filesDir = mkdtempSync(join(tmpdir(), 'clairisque-files-'));
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: database.serviceUrl,
    FILES_DIR: filesDir,
    SIMULATORS_URL: options.simulatorsUrl ?? inject('simulatorsUrl'),
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    TYPST_PROCESSES: '1',
    ...RELAXED_LIMITS,
    LOG_LEVEL: 'silent',
    SIMULATED_PARTS: 'payments,mail,publisher',
    SMTP_URL: inject('smtpUrl'),
    ...options.env,
  });
  const app = createHttp(config, options.logTo);
  const { deps, close } = createDeps(config, app.log, options.limits);
  spareProcessor(deps);
  await deps.datasets?.refresh();
  const worker = options.worker ? await startWorker(deps, config.databaseUrl) : null;
  await buildApp(app, deps, config);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    deps,
    database,
    filesDir,
    close: async () => {
      await app.close();
      await worker?.stop();
      await close();
      if (options.database === undefined) await database.drop();
      rmSync(filesDir, { recursive: true, force: true });
    },
  };
}

/** An application that files of a worker share: none configures or closes it, each has its own accounts. */
export type SharedApp = Omit<TestApp, 'close'>;

/**
 * Started by the first file that asks for it; it ends with the worker's process, and its database with the cluster: one
 * connection that a test left open would hold a graceful end for a minute. Jobs run beside the second one only.
 */
const perWorker = test
  .extend('serving', { scope: 'worker' }, ({}) => startShared())
  .extend('working', { scope: 'worker' }, ({}) => startShared());

type Started = { app: SharedApp; deps: Deps };

async function startShared(): Promise<Started> {
  const { close: _, ...app } = await createTestApp();
  return { app, deps: { ...app.deps } };
}

/**
 * The worker's application, from the file's first hook on; its dependencies are as at the start, whatever another file
 * replaced. With `worker`, another one, whose jobs run while the file does. A file that counts rows of all accounts,
 * sets limits or runs a job over everything needs its own application (`createTestApp`).
 */
export function sharedApp({ worker = false }: { worker?: boolean } = {}): SharedApp {
  const handle = {} as SharedApp;
  const take = ({ app, deps }: Started): SharedApp =>
    Object.assign(handle, app, { deps: Object.assign(app.deps, deps) });
  if (!worker) {
    perWorker.beforeAll(({ serving }) => void take(serving));
    return handle;
  }
  let jobs: Awaited<ReturnType<typeof startWorker>>;
  perWorker.beforeAll(async ({ working }) => {
    const { deps, database } = take(working);
    jobs = await startWorker(deps, database.serviceUrl);
  });
  afterAll(() => jobs.stop());
  return handle;
}

/**
 * Mails received at that address, newest first, once there are `count`; throws after thirty seconds. Requires an
 * application with `worker: true`.
 */
export const mailsTo = (_app: SharedApp, address: string, count = 1): Promise<Mail[]> =>
  waitForMails(inject('simulatorsUrl'), { address, count });

export type TestAccount = Account & { token: string };

/** An active account with an open session and, when `credits` is not 0, one lot of them. */
export async function createAccount({ database }: Pick<TestApp, 'database'>, credits = 0): Promise<TestAccount> {
  const account = await insertAccount(database.query, { credits });
  return { ...account, token: await insertSession(database.query, account.email) };
}

export async function grantLot(
  { database }: Pick<TestApp, 'database'>,
  lot: { accountId: number; credits: number; expiresAt: Date | null },
): Promise<number> {
  const { id } = await database.db
    .insertInto('credit_lot')
    .values({ account_id: lot.accountId, product_code: 'PA1', label: 'Essai', expires_at: lot.expiresAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('ledger_entry')
    .values({ account_id: lot.accountId, lot_id: id, kind: 'purchase', credits: lot.credits })
    .execute();
  return id;
}

/** Calls the application like a client, with a session's token or a key of API v3; returns the JSON of the response, or its text. */
export async function call(
  { url }: Pick<TestApp, 'url'>,
  [method, path]: [method: string, path: string],
  { token, body }: { token?: string; body?: unknown } = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token !== undefined && withToken(token)),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && path.startsWith('/api/v3/') && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
