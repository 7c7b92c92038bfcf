import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { startPostgres } from '../../scripts/postgres.ts';

const run = promisify(execFile);
const MAJOR = '15';
const PROGRAMS = `/usr/lib/postgresql/${MAJOR}/bin`;
const EXTENSION = `/usr/share/postgresql/${MAJOR}/extension/postgis.control`;
export const INSTALL_POSTGIS = `apt-get install postgresql-${MAJOR}-postgis-3 gdal-bin`;
const DATABASE = 'postgis_peer';

/** What a database of this size is given on a machine of 24 GB; both sides are wholly in memory. */
const SETTINGS = {
  shared_buffers: '4GB',
  effective_cache_size: '8GB',
  work_mem: '64MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  random_page_cost: '1.1',
  jit: 'off',
};

export type Postgis = {
  version: string;
  client: Client;
  /** Imports a file by `ogr2ogr` into a table, in Lambert-93 unless it has no geometry. */
  load(file: string, table: string, options?: readonly string[]): Promise<void>;
  /** The command that `load` runs, to be measured. */
  command(file: string, table: string, options?: readonly string[]): { program: string; args: string[] };
  stop(): Promise<void>;
};

/** Debian's PostGIS, its cluster kept in `folder`; null where it or `ogr2ogr` is not installed. */
export async function startPostgis(folder: string): Promise<Postgis | null> {
  const ogr = await run('ogr2ogr', ['--version']).catch(() => null);
  if (ogr === null || !existsSync(EXTENSION)) return null;
  const programs = { postgres: join(PROGRAMS, 'postgres'), initdb: join(PROGRAMS, 'initdb'), major: MAJOR };
  const server = await startPostgres({ dataDir: join(folder, 'cluster'), settings: SETTINGS, programs });
  const url = server.databaseUrl(DATABASE);
  await createDatabase(server.url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('create extension if not exists postgis');
  const { rows } = await client.query<{ version: string }>('select postgis_lib_version() as version');
  const { username, password, port } = new URL(url);
  const target = `PG:host=127.0.0.1 port=${port} dbname=${DATABASE} user=${username} password=${password}`;
  const command: Postgis['command'] = (file, table, options = []) => ({
    program: 'ogr2ogr',
    args: ['-f', 'PostgreSQL', target, file, '-nln', table, '-overwrite', '-lco', 'GEOMETRY_NAME=geom', ...options],
  });
  return {
    version: `PostGIS ${rows[0]?.version}, PostgreSQL ${MAJOR}, ${ogr.stdout.trim().split(',')[0]}`,
    client,
    command,
    async load(file, table, options) {
      const { program, args } = command(file, table, options);
      await run(program, args);
    },
    async stop() {
      await client.end();
      await server.stop();
    },
  };
}

async function createDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
