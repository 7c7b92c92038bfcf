import { fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { adminQuery, createTestDatabase, type TestDatabase } from '#test/database.ts';
import { dangersOf } from '#test/migration-dangers.ts';
import { createDb } from './db.ts';
import { migrate } from '#wiring/migrate.ts';
import { isMigrated, MIGRATIONS, untilMigrated } from './migrate.ts';

let database: TestDatabase;
let other: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  other = new Client({ connectionString: database.url });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await database.drop();
});

it('three machines that start together → each file once; ready when the last is done, and still when there are more', async () => {
  const name = 'together';
  const url = inject('postgresUrl').replace(/\/postgres$/, `/${name}`);
  await adminQuery(inject('postgresUrl'), `create database ${name}`);
  const db = createDb({ url, poolSize: 1, onError: () => undefined });
  expect(await isMigrated(db)).toBe(false);
  const said: string[] = [];
  const say = (sentence: string): void => void said.push(sentence);
  const waiting = untilMigrated(db, say);
  const done = await Promise.all([migrate(url, { say }), migrate(url, { say }), migrate(url, { say })]);
  expect(done.flat()).toEqual(MIGRATIONS.map((one) => one.name));
  await waiting;
  const files = `${MIGRATIONS.length} files`;
  expect(said).toContain(`waits for the migration of the database to its ${files}`);
  expect(said).toContain('waits for another migration, which is running');
  expect(said.at(-1)).toBe(`the database has its ${files}: begins`);
  await migrate(url, { migrations: [{ name: '9999_later.sql', text: 'create table later ()' }] });
  expect(await isMigrated(db)).toBe(true);
  await sql`delete from migration where name = ${MIGRATIONS.at(-1)?.name}`.execute(db);
  expect(await isMigrated(db)).toBe(false);
  await db.destroy();
  await adminQuery(inject('postgresUrl'), `drop database ${name}`);
});

it('a service role without rights yet → not migrated, not a failure', async () => {
  const service = createDb({ url: database.serviceUrl, poolSize: 1, onError: () => undefined });
  expect(await isMigrated(service)).toBe(true);
  await sql`revoke select on migration from clairisque_app`.execute(database.db);
  expect(await isMigrated(service)).toBe(false);
  await sql`grant select on migration to clairisque_app`.execute(database.db);
  await service.destroy();
});

it('a worker that waits for the migration → stops at once on request', async () => {
  const env = { ...process.env, DATABASE_URL: inject('postgresUrl'), FILES_DIR: tmpdir(), LOG_LEVEL: 'silent' };
  const child = fork('server/src/main.ts', ['worker'], { env, execArgv: [] });
  const waits = new Client({ connectionString: inject('postgresUrl') });
  await waits.connect();
  const isWaiting = `select from pg_stat_activity where datname = 'postgres' and query like 'select count% from migration%'`;
  await expect.poll(async () => (await waits.query(isWaiting)).rowCount).toBeGreaterThan(0);
  await waits.end();
  child.kill('SIGTERM');
  // The migration never comes: only the request can end it.
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(0);
});

it('a table in use → readers hardly wait for the migration, which succeeds afterwards', async () => {
  await other.query('begin; select count(*) from account');
  const migrations = [{ name: '9998_busy.sql', text: 'alter table account add column busy text' }];
  const said: string[] = [];
  const say = (sentence: string): void => void said.push(sentence);
  const migrating = migrate(database.url, { migrations, waits: { lockMs: 150, pauseMs: 50, times: 4_000 }, say });
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(database.db)).rows).toHaveLength(1);
  // Before the commit below, which alone lets the migration take its lock: the reader does not wait for that.
  await database.db.selectFrom('account').select('id').execute();
  await expect.poll(() => said).toEqual(['9998_busy.sql waits for a lock that a running program holds']);
  await other.query('commit');
  expect(await migrating).toEqual(['9998_busy.sql']);
  expect(said).toHaveLength(1);
});

it('outside a transaction: an index built beside writers', async () => {
  const text = `-- outside a transaction
create index concurrently if not exists account_late on account (activated_at);
create index concurrently if not exists account_later on account (username);
`;
  expect(await migrate(database.url, { migrations: [{ name: '9997_index.sql', text }] })).toEqual(['9997_index.sql']);
});

it('a program of the former version goes on reading whole rows of tables that have gained a column', async () => {
  const connection = createDb({ url: database.url, poolSize: 1, onError: () => undefined });
  const read = () => connection.selectFrom('account').selectAll().where('id', '=', 0).executeTakeFirst();
  await read();
  await read();
  await other.query('alter table account add column later text');
  expect(await read()).toBe(undefined);
  await connection.destroy();
});

describe('a migration that would hurt the former version, or a large table', () => {
  it.each([
    'alter table account drop column email',
    'drop table account',
    'alter table account rename column email to mail',
    'alter table account rename to customer',
    'alter table account alter column id type text',
    'alter table account alter column phone set not null',
    'alter table account add column origin text not null',
    "alter table account add column origin text not null default 'web', add column seen text not null",
    'alter table account add column token uuid default gen_random_uuid()',
    'alter table account add constraint named check (username is not null)',
    'alter table account add constraint one unique (email)',
    'create index account_email on account (email)',
    'CREATE  UNIQUE\n INDEX account_email on account (email)',
    'drop index account_email',
    'truncate account',
    'update account set email = lower(email)',
  ])('%s → refused', (statement) => {
    expect(dangersOf(`-- for the better\n${statement};`)).toHaveLength(1);
  });

  it.each([
    "alter table account add column origin text not null default 'web'",
    'alter table account add column origin text',
    'alter table account add constraint named check (username is not null) not valid',
    'create index concurrently if not exists account_email on account (email)',
    'create table seen (id int); create index seen_id on seen (id); alter table seen add constraint one check (id > 0)',
  ])('%s → welcome', (statement) => {
    expect(dangersOf(`${statement};`)).toEqual([]);
  });

  it('our migrations since there may be several machines: columns that nothing reads are dropped, nothing else', () => {
    const later = MIGRATIONS.filter(({ name }) => name > '0015');
    expect(later.length).toBeGreaterThan(0);
    expect(later.flatMap(({ name, text }) => dangersOf(text).map((danger) => `${name}: ${danger}`))).toEqual(
      ['batch', 'sandbox.batch'].map((table) => {
        const statement = `alter table ${table} drop column idempotency_key, drop column digest`;
        return `0065_batch_without_its_key.sql: ${statement.slice(0, 70)} → the former version still reads it`;
      }),
    );
  });
});
