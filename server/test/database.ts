import { randomBytes } from 'node:crypto';
import { CompiledQuery } from 'kysely';
import { Client } from 'pg';
import type { Query } from '../../tests/harness/accounts.ts';
import { createDb, type Db } from '../src/platform/db/db.ts';

export const TEMPLATE = 'template_migrated';

/** The application's login, in test clusters only. */
export const SERVICE = { name: 'service', password: 'service' };

/** In a migrated cluster, which has the role. */
export const createService = (url: string): Promise<void> =>
  adminQuery(url, `create role ${SERVICE.name} login password '${SERVICE.password}' in role clairisque_app`);

export const serviceUrlOf = (url: string): string =>
  url.replace(/\/\/[^@]+@/, `//${SERVICE.name}:${SERVICE.password}@`);

/** `url`, `db` and `query` are the owner's, with all rights; `serviceUrl` is the application's (rights.sql). */
export type TestDatabase = { db: Db; query: Query; url: string; serviceUrl: string; drop: () => Promise<void> };

/** A separate database for a test file, cloned from the migrated template (some 30 ms). */
export async function createTestDatabase(): Promise<TestDatabase> {
  // Imported here: the global setup, outside any test, imports this file too.
  const { inject } = await import('vitest');
  const admin = inject('postgresUrl');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await adminQuery(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`);
  const url = admin.replace(/\/postgres$/, `/${name}`);
  const db = createDb({ url, poolSize: 10, onError: () => undefined });
  const drop = async (): Promise<void> => {
    await db.destroy();
    await adminQuery(admin, `drop database ${name} with (force)`);
  };
  const query: Query = (text, values) => db.executeQuery(CompiledQuery.raw(text, values));
  return { db, query, url, serviceUrl: serviceUrlOf(url), drop };
}

export async function adminQuery(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
