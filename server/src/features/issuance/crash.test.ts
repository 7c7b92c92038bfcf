import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { ledgerViolations } from '#features/credits/credits.ts';
import { sweepPendingFiles } from '#platform/files/pending-files.ts';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { callV3, createKey, SALE } from '#test/keys.ts';
import { draftAt, issueAt } from '#test/wizard.ts';
import { freePort } from '../../../../scripts/postgres.ts';
import { isNightly } from '../../../../tests/harness/nightly.ts';
import { startProgram, type Program } from '../../../../tests/harness/program.ts';
import { until } from '../../../../tests/harness/until.ts';
import { issueEdition } from './edition.service.ts';
import type { StatementRow } from './issuance.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The real program on the same database and folder as `app`, to be killed. */
function startServer(port: number): Promise<Program> {
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: app.database.serviceUrl,
    FILES_DIR: app.filesDir,
    SIMULATORS_URL: inject('simulatorsUrl'),
    LOG_LEVEL: 'silent',
    TYPST_PROCESSES: '1',
  };
  return startProgram({ command: ['server/src/main.ts', 'api'], env });
}

const DIJON = { longitude: 5.0415, latitude: 47.322 };
type Call = [method: string, path: string];
const generation = (id: number): Call => ['PATCH', `/api/v2/erp/me/id/generate/${id}/`];
const renewal = (id: number): Call => ['PATCH', `/api/v2/erp/${id}/regenerate/`];

/** The statement counts as issued 200 days earlier: it can be renewed. */
async function age(id: number): Promise<void> {
  await sql`update statement set issued_at = issued_at - interval '200 days' where id = ${id}`.execute(app.database.db);
  await sql`update statement_edition set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
    where statement_id = ${id}`.execute(app.database.db);
}

/**
 * Milliseconds, or the first file of one of the documents: between the writing of the files and the commits. The first
 * generation of a process is the slowest.
 */
const MOMENTS = isNightly ? ([200, 600, 1000, 'file'] as const) : (['file'] as const);

const reached = async (moment: (typeof MOMENTS)[number], kept: number): Promise<void> =>
  moment === 'file'
    ? void (await until(async () => storedKeys().length > kept, { withinMs: 300_000, everyMs: 5 }))
    : sleep(moment);

it('kill -9 at any moment of a generation, of a renewal and of a POST of API v3 → one debit for each issued statement, none for its renewal, each edition with its files; each can be asked again', async () => {
  const account = await createAccount(app, 10);
  const { token } = account;
  const key = await createKey(app, account);
  let issued = await issueAt(app, { token }, DIJON);
  const body = await draftAt(app, DIJON);
  for (const moment of MOMENTS) {
    const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token, body });
    const { erp_id: drafted } = created.body as { erp_id: number };
    await age(issued);
    const kept = storedKeys().length;
    const port = await freePort();
    const server = await startServer(port);
    const url = `http://127.0.0.1:${port}`;
    const post = (to: { url: string }) =>
      callV3(to, ['POST', '/statements'], {
        key,
        body: SALE,
        headers: { 'idempotency-key': `mort-${moment}` },
      });
    const all = Promise.allSettled([
      call({ url }, generation(drafted), { token }),
      call({ url }, renewal(issued), { token }),
      post({ url }),
    ]);
    await Promise.race([all, reached(moment, kept)]);
    await server.kill();
    await all;
    await expectSound();
    expect(await call(app, generation(drafted), { token })).toMatchObject({ status: 200 });
    // Done before the process ended, or now.
    expect([200, 409]).toContain((await call(app, renewal(issued), { token })).status);
    expect(await call(app, ['GET', `/api/v2/erp/${issued}/editions/`], { token })).toMatchObject({
      body: [{ edition: 2 }, { edition: 1, remplace: true }],
    });
    // The dead process's claim ends by itself after five minutes.
    await app.database.db.updateTable('api_request').set({ claimed_until: null }).execute();
    expect(await post(app)).toMatchObject({ status: 201 });
    issued = drafted;
  }
  await expectSound();
  expect(await call(app, ['GET', '/api/v2/user_data/me/'], { token })).toMatchObject({
    body: { nb_credits: 9 - 2 * MOMENTS.length },
  });
  await expectSwept(token);
}, 600_000);

it('kill -9 at any moment of a completion → the answers are kept, and one edition prints them, now or then', async () => {
  const account = await createAccount(app, 2);
  const { token } = account;
  const id = await issueAt(app, { token }, DIJON);
  const answers = `/api/v2/erp/${id}/questions/reponses/`;
  const completion: Call = ['POST', `/api/v2/erp/${id}/completer/`];
  for (const [rank, moment] of MOMENTS.entries()) {
    const reponses = [{ question: 'signature.lieu', valeur: `Ville ${rank}` }];
    expect((await call(app, ['PUT', answers], { token, body: { reponses } })).status).toBe(200);
    const kept = storedKeys().length;
    const port = await freePort();
    const server = await startServer(port);
    const all = Promise.allSettled([call({ url: `http://127.0.0.1:${port}` }, completion, { token })]);
    await Promise.race([all, reached(moment, kept)]);
    await server.kill();
    await all;
    await expectSound();
    // Done before the process ended, or now.
    expect([200, 201]).toContain((await call(app, completion, { token })).status);
    const editions = await call(app, ['GET', `/api/v2/erp/${id}/editions/`], { token });
    expect(editions.body).toHaveLength(rank + 2);
  }
  await expectSound();
}, 600_000);

/** Files without a row are removed a day later; files that a row names stay. */
async function expectSwept(token: string): Promise<void> {
  const { db, files } = app.deps;
  const draft = { token, body: await draftAt(app, DIJON) };
  const { body } = await call(app, ['POST', '/api/v2/erp/me/create/'], draft);
  const { erp_id: id } = body as { erp_id: number };
  const statement = await db.selectFrom('statement').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  await issueEdition(app.deps, statement as StatementRow, null);
  const editions = await db.selectFrom('statement_edition').select(['file_key', 'inputs_key', 'answers_key']).execute();
  const named = editions.flatMap((one) => [one.file_key, String(one.inputs_key), String(one.answers_key)]);
  expect(storedKeys().length).toBeGreaterThan(named.length);
  await sweepPendingFiles({ ...app.deps, clock: () => new Date(Date.now() + 86_400_000) });
  const jobs = await sql<{
    keys: string[];
  }>`select data->'keys' as keys from pgboss.job where name = 'files.remove'`.execute(db);
  for (const key of jobs.rows.flatMap(({ keys }) => keys)) await files.remove(key);
  expect(storedKeys().toSorted()).toEqual([...new Set(named)].toSorted());
}

const storedKeys = (): string[] => globSync('**/*.{pdf,gz}', { cwd: app.filesDir });

async function expectSound(): Promise<void> {
  expect(await ledgerViolations(app.deps)).toEqual([]);
  const editions = await app.database.db.selectFrom('statement_edition').selectAll().execute();
  for (const { file_key, file_sha256, inputs_key, answers_key } of editions) {
    const bytes = readFileSync(join(app.filesDir, file_key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(file_sha256);
    for (const key of [inputs_key, answers_key]) expect(existsSync(join(app.filesDir, String(key)))).toBe(true);
  }
}
