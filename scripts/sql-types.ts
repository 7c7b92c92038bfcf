/**
 * Generates `server/src/platform/db/db-types.gen.ts` from a freshly migrated database; with `--verify` compares instead
 * and exits 1 on drift.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../server/src/wiring/migrate.ts';
import { startPostgres } from './postgres.ts';

const target = 'server/src/platform/db/db-types.gen.ts';
const verify = process.argv.includes('--verify');
const folder = mkdtempSync(join(tmpdir(), 'clairisque-types-'));
const postgres = await startPostgres({ dataDir: join(folder, 'data'), settings: { fsync: 'off' } });
try {
  await migrate(postgres.url);
  const out = verify ? join(folder, 'types.ts') : target;
  const generator = 'node_modules/kysely-codegen/dist/cli/bin.js';
  const args = [
    '--dialect',
    'postgres',
    '--url',
    postgres.url,
    '--out-file',
    out,
    '--log-level',
    'error',
    '--date-parser',
    'string',
    '--numeric-parser',
    'string',
    '--type-mapping',
    '{"int8":"number"}',
    '--exclude-pattern',
    '{public.migration,pgboss.*,sandbox.*}',
  ];
  execFileSync(process.execPath, [generator, ...args], { stdio: 'inherit' });
  if (verify && readFileSync(out, 'utf8') !== readFileSync(target, 'utf8')) {
    console.error(`${target} is not what the migrations make: run \`node scripts/run.mjs scripts/sql-types.ts\`.`);
    process.exitCode = 1;
  }
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
