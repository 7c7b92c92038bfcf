import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { createDb } from '#platform/db/db.ts';
import { createJobs, job as declare, recurringJob, startWorking, type JobLog, type Jobs } from './jobs.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';

const log = { warn: vi.fn<JobLog['warn']>(), error: vi.fn<JobLog['error']>() };
let database: TestDatabase;
let jobs: Jobs;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  jobs = createJobs({ db: database.db, log });
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  log.warn.mockClear();
  log.error.mockClear();
});
afterAll(async () => {
  await jobs.close();
  await database.drop();
});

const eventually = (check: () => unknown): Promise<unknown> => vi.waitFor(check, { timeout: 120_000 });

type Removal = (removed: { keys: string[] }) => Promise<void>;

/** A worker for `files.remove`, with an idle recurring job. */
async function workOn(remove: Removal): Promise<void> {
  const working = [
    declare(REMOVE_FILES, (_deps: null, removed) => remove(removed)),
    recurringJob({ name: 'cleaning', cron: '20 3 * * *' }, async () => undefined),
  ];
  stops.push(
    (await startWorking({ databaseUrl: database.serviceUrl, jobs: working, deps: null, log, pollSeconds: 1 })).stop,
  );
}

const job = (name: string, key: string) =>
  sql<{ state: string; retry_count: number }>`
    select state, retry_count from pgboss.job where name = ${name} and data->'keys'->>0 = ${key}`
    .execute(database.db)
    .then(({ rows }) => rows[0]);

it('runs a job again after a failure, and not once it has succeeded', async () => {
  const key = randomUUID();
  const seen: string[] = [];
  await workOn(async ({ keys }) => {
    seen.push(...keys);
    if (seen.length === 1) throw new Error('disk away');
  });
  await jobs.enqueue(database.db, REMOVE_FILES, { keys: [key] });
  await eventually(async () => expect(await job('files.remove', key)).toMatchObject({ state: 'retry' }));
  expect(log.warn).toHaveBeenCalledWith(expect.objectContaining({ task: 'files.remove', attempt: 1 }), 'job failed');
  await eventually(async () => expect((await job('files.remove', key))?.state).toBe('completed'));
  expect(seen).toEqual([key, key]);
});

it('a job whose retries are spent goes to the dead-letter queue', async () => {
  const key = randomUUID();
  await jobs.enqueue(database.db, REMOVE_FILES, { keys: key as unknown as string[] });
  await sql`update pgboss.job set retry_limit = 0 where data->>'keys' = ${key}`.execute(database.db);
  await workOn(async () => undefined);
  await eventually(() => expect(log.error).toHaveBeenCalledOnce());
  await eventually(async () => {
    const { rows } = await sql`select data from pgboss.job where name = 'dead-letters'`.execute(database.db);
    expect(rows).toEqual([{ data: { keys: key } }]);
  });
});

it('finishes running jobs when it stops', async () => {
  let ended = false;
  const begun = Promise.withResolvers<void>();
  await workOn(async () => {
    begun.resolve();
    await new Promise((done) => setTimeout(done, 300));
    ended = true;
  });
  await jobs.enqueue(database.db, REMOVE_FILES, { keys: [] });
  await begun.promise;
  await stops.pop()?.();
  expect(ended).toBe(true);
});

it('is enqueued by a role without DDL rights', async () => {
  const role = `api_${randomUUID().slice(0, 8)}`;
  await sql
    .raw(
      `create role ${role} login password 'api';
       grant usage on schema pgboss to ${role};
       grant select, insert, update, delete on all tables in schema pgboss to ${role}`,
    )
    .execute(database.db);
  const url = new URL(database.url);
  url.username = role;
  url.password = 'api';
  const db = createDb({ url: url.href, poolSize: 2, onError: () => undefined });
  const limited = createJobs({ db, log });
  const key = randomUUID();
  await limited.enqueue(db, REMOVE_FILES, { keys: [key] });
  expect(await job('files.remove', key)).toMatchObject({ state: 'created' });
  await expect(sql`create table pgboss.more (id int)`.execute(db)).rejects.toThrow('permission denied');
  await limited.close();
  await db.destroy();
  await sql.raw(`drop owned by ${role}; drop role ${role}`).execute(database.db);
});

it('registers the cron jobs, in Paris time', async () => {
  await workOn(async () => undefined);
  const { rows } = await sql`select name, cron, timezone from pgboss.schedule`.execute(database.db);
  expect(rows).toEqual([{ name: 'cleaning', cron: '20 3 * * *', timezone: 'Europe/Paris' }]);
});
