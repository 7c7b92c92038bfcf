import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../../scripts/postgres.ts';
import { createSimulators } from '../../simulators/src/app.ts';
import { startMailServer } from '../../simulators/src/mail.ts';
import { migrate } from '../src/wiring/migrate.ts';
import { adminQuery, createService, TEMPLATE } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of the tests' cluster, where `template_migrated` is ready to be cloned. */
    postgresUrl: string;
    /** Base URL of the simulators. */
    simulatorsUrl: string;
    /** The simulators' mail server, shown at `/mailbox/messages`. */
    smtpUrl: string;
  }
}

/** One PostgreSQL cluster and one set of simulators for all the slices' tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  process.stderr.write('Starting PostgreSQL and the simulators for the tests…\n');
  const folder = mkdtempSync(join(project.config.env['TMPDIR'] ?? tmpdir(), 'cluster-'));
  const postgres = await startPostgres({
    dataDir: join(folder, 'data'),
    settings: { fsync: 'off', full_page_writes: 'off', max_wal_size: '256MB', max_connections: '300' },
  });
  await adminQuery(postgres.url, `create database ${TEMPLATE}`);
  await migrate(postgres.databaseUrl(TEMPLATE));
  await createService(postgres.url);
  const simulators = createSimulators({});
  const simulatorsUrl = await simulators.listen({ host: '127.0.0.1', port: 0 });
  const mailServer = await startMailServer(0);
  project.provide('smtpUrl', `smtp://127.0.0.1:${mailServer.port}`);
  project.provide('postgresUrl', postgres.url);
  project.provide('simulatorsUrl', simulatorsUrl);
  return async () => {
    await simulators.close();
    await mailServer.close();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
