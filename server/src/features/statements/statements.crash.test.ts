import { fork, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { freePort } from '../../../../scripts/postgres.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The real program on the same database and folder as `app`, to be killed. */
async function startServer(port: number): Promise<ChildProcess> {
  const env = {
    ...process.env,
    PORT: String(port),
    DATABASE_URL: app.database.url,
    FILES_DIR: app.filesDir,
    SIMULATORS_URL: inject('simulatorsUrl'),
    LOG_LEVEL: 'silent',
    TYPST_PROCESSES: '1',
  };
  const child = fork('server/src/main.ts', ['api'], { env, execArgv: [] });
  await new Promise((ready) => child.once('message', ready));
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done));
  child.kill('SIGKILL');
  await ended;
}

it('kill -9 at any moment of a generation → one debit for each issued statement, each with its file; drafts can be generated again', async () => {
  const account = await createAccount(app, 10);
  const { token } = account;
  const [parcel] = (await call(app, ['POST', '/api/v2/cadastre/proximite/5.0415/47.3220/'])).body as Record<
    string,
    string
  >[];
  const cadastre = `${parcel?.['prefixe']}-${parcel?.['section']}-${parcel?.['numero']}`;
  const body = {
    adresse: '1 Rue de la Liberté 21000 Dijon',
    cadastre,
    longitude: 5.0415,
    latitude: 47.322,
    type_de_transaction: 'Vente',
    vendeur_nom: '-',
    acheteur_nom: '-',
    code_parcelle: `${cadastre}@${parcel?.['commune']}`,
  };
  const ids: number[] = [];
  // The first generation of a process takes longest; the later delays fall around the writing of the file and the commit.
  for (const delayMs of [150, 400, 600, 800, 1000]) {
    const created = await call(app, ['POST', '/api/v2/erp/me/create/'], { token, body });
    const { erp_id: id } = created.body as { erp_id: number };
    ids.push(id);
    const port = await freePort();
    const server = await startServer(port);
    const generation = call({ url: `http://127.0.0.1:${port}` }, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], {
      token,
    });
    await Promise.race([generation.catch(() => undefined), sleep(delayMs)]);
    await killed(server);
    await generation.catch(() => undefined);
    await expectSound();
  }
  for (const id of ids) {
    expect(await call(app, ['PATCH', `/api/v2/erp/me/id/generate/${id}/`], { token })).toMatchObject({ status: 200 });
  }
  await expectSound();
  expect(await call(app, ['GET', '/api/v2/user_data/me/'], { token })).toMatchObject({
    body: { nb_credits: 10 - ids.length },
  });
}, 120_000);

async function expectSound(): Promise<void> {
  const { rows } = await sql<{ id: number; file_key: string; file_sha256: string; debits: number }>`
    select s.id, d.file_key, d.file_sha256, count(e.id)::int as debits
    from statement s join statement_edition d on d.statement_id = s.id
    left join ledger_entry e on e.statement_id = s.id and e.kind = 'debit'
    where s.status = 'issued' group by s.id, d.file_key, d.file_sha256`.execute(app.database.db);
  for (const row of rows) {
    expect(row.debits).toBe(1);
    const bytes = readFileSync(join(app.filesDir, row.file_key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.file_sha256);
  }
  const paidDrafts = await sql`
    select 1 from ledger_entry e join statement s on s.id = e.statement_id where s.status = 'draft'`.execute(
    app.database.db,
  );
  expect(paidDrafts.rows).toEqual([]);
}
