import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import type { Verification } from '@clairisque/contract/verification.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { lockAccount } from '#features/accounts/accounts.ts';
import { erase } from '#features/accounts/deletion.service.ts';
import { transact } from '#platform/db/db.ts';
import { sweepPendingFiles } from '#platform/files/pending-files.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import { issueAt } from '#test/wizard.ts';
import { freePort } from '../../../../scripts/postgres.ts';
import { startProgram, type Program } from '../../../../tests/harness/program.ts';
import { until } from '../../../../tests/harness/until.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

let owner: TestAccount;
let id: number;
beforeEach(async () => {
  owner = await createAccount(app, 1);
  id = await issueAt(app, owner);
});

type To = { url?: string; query?: string; token?: string };

const shortVersion = ({ url = app.url, query = '', token = owner.token }: To = {}) =>
  fetch(`${url}/api/v2/download_pdf_proxy/${id}/?forme=courte${query}`, {
    headers: { authorization: `Token ${token}` },
  });
async function hashOf(answer: Response): Promise<string> {
  expect(answer.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}
const rows = () =>
  app.database.db
    .selectFrom('edition_short_file')
    .selectAll()
    .where('statement_id', '=', id)
    .orderBy('edition')
    .execute();
const stored = (): string[] => globSync(`statements/${owner.id}/${id}/*.remise.pdf`, { cwd: app.filesDir });
const announced = async (): Promise<string[]> =>
  (await app.database.db.selectFrom('unnamed_file').select('key').where('key', 'like', '%.remise.pdf').execute()).map(
    ({ key }) => key,
  );

/** Another process of the product, on the same database and folder; `killedAt` its own file, if given. */
async function startServer(killedAt?: string): Promise<{ url: string; program: Program }> {
  const port = await freePort();
  const preload = pathToFileURL(join(import.meta.dirname, '../../../test/killed-at.ts')).href;
  const program = await startProgram({
    command: ['server/src/main.ts', 'api'],
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: app.database.serviceUrl,
      FILES_DIR: app.filesDir,
      SIMULATORS_URL: inject('simulatorsUrl'),
      LOG_LEVEL: 'silent',
      TYPST_PROCESSES: '1',
      ...(killedAt !== undefined && { NODE_OPTIONS: `--import=${preload}`, KILLED_AT: killedAt }),
    },
  });
  return { url: `http://127.0.0.1:${port}`, program };
}

it('kill -9 once the first print has its file → no row; two processes then asked at once give one version; the rest is swept', async () => {
  const dying = await startServer(String.raw`\.remise\.pdf$`);
  await expect(shortVersion(dying)).rejects.toThrow('fetch failed');
  await until(() => Promise.resolve(!dying.program.isRunning()));
  expect(await rows()).toEqual([]);
  expect(stored()).toHaveLength(1);
  expect(await announced()).toHaveLength(1);

  const other = await startServer();
  const hashes = await Promise.all(
    [shortVersion(), shortVersion(other), shortVersion(), shortVersion(other)].map(async (one) => hashOf(await one)),
  );
  await other.program.stop();
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  expect(new Set(hashes)).toEqual(new Set([row?.file_sha256]));
  await sweepPendingFiles({ ...app.deps, clock: () => new Date(Date.now() + 86_400_000) });
  const jobs = await sql<{ keys: string[] }>`
    select data->'keys' as keys from pgboss.job where name = 'files.remove'`.execute(app.database.db);
  for (const key of jobs.rows.flatMap(({ keys }) => keys)) await app.deps.files.remove(key);
  expect(stored()).toEqual([row?.file_key]);
  expect(await hashOf(await shortVersion())).toBe(row?.file_sha256);
});

it('an account erased while its short version is first printed → 404, neither row nor file', async () => {
  const answer = Promise.withResolvers<Response>();
  await transact(app.deps, async (deps) => {
    await lockAccount(deps.db, owner.id);
    await erase(deps, owner.id);
    answer.resolve(shortVersion());
    // Its file is there: only its row is missing.
    await until(async () => (await announced()).length === 1 && stored().length === 1);
  });
  expect((await answer.promise).status).toBe(404);
  expect(await rows()).toEqual([]);
  expect(stored()).toEqual([]);
  expect(await announced()).toEqual([]);
});

it('an account erased later → its short version goes with its folder', async () => {
  await hashOf(await shortVersion());
  expect(stored()).toHaveLength(1);
  await transact(app.deps, async (deps) => {
    await lockAccount(deps.db, owner.id);
    await erase(deps, owner.id);
  });
  expect(await rows()).toEqual([]);
  const { rows: jobs } = await sql<{ folders: string[] }>`
    select data->'folders' as folders from pgboss.job where name = 'files.remove' order by created_on desc limit 1`.execute(
    app.database.db,
  );
  for (const folder of jobs[0]?.folders ?? []) await app.deps.files.removeFolder(folder);
  expect(stored()).toEqual([]);
});

it('the whole one renewed → each edition keeps its own; the verification of each knows its own only', async () => {
  const former = await hashOf(await shortVersion());
  await sql`update statement set issued_at = issued_at - interval '200 days' where id = ${id}`.execute(app.database.db);
  await sql`update statement_edition set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
    where statement_id = ${id}`.execute(app.database.db);
  const renewed = await call(app, ['PATCH', `/api/v2/erp/${id}/regenerate/`], { token: owner.token });
  expect(renewed.status).toBe(200);
  const editions = await app.database.db
    .selectFrom('statement_edition')
    .select('reference')
    .where('statement_id', '=', id)
    .orderBy('edition')
    .execute();
  const verified = async () =>
    Promise.all(
      editions.map(async ({ reference }) => {
        const { body } = await call(app, ['GET', `/api/v2/verification/${reference}/`]);
        return (body as Verification).sha256_remise;
      }),
    );
  expect(await verified()).toEqual([former, undefined]);
  const newer = await hashOf(await shortVersion());
  expect(newer).not.toBe(former);
  expect(await verified()).toEqual([former, newer]);
  expect(await hashOf(await shortVersion({ query: '&edition=1' }))).toBe(former);
});

it('asked by another account, by its key, or without a session → refused, nothing is printed', async () => {
  const stranger = await createAccount(app);
  const key = await createKey(app, stranger);
  expect((await shortVersion({ token: stranger.token })).status).toBe(404);
  expect(
    (await callV3(app, ['GET', `/statements/${statementKey(id, 'live')}/document.pdf?extent=short`], { key })).status,
  ).toBe(404);
  expect((await fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/?forme=courte`)).status).toBe(401);
  expect(await rows()).toEqual([]);
  expect(stored()).toEqual([]);
  expect(await announced()).toEqual([]);
});
