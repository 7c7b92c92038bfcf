import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '#platform/observability/metrics.ts';
import { watchState } from '#platform/observability/metrics-state.ts';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { until } from '#test/shop.ts';
import { issueAt } from '#test/wizard.ts';
import { restoreAgain, restoreFile, scrub } from './kept-files.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const DAMAGED = {
  status: 503,
  body: { detail: expect.stringContaining('n’est plus identique à celui qui a été émis') },
};
const BOUNDS = { ms: 60_000, page: 2 };
const neverAborted = new AbortController().signal;

type Issued = { account: TestAccount; id: number; key: string; path: string; pdf: Buffer };

/** A statement with a file that was never printed: a reprint is impossible. */
async function issue(): Promise<Issued> {
  const account = await createAccount(app);
  const pdf = Buffer.from(`%PDF-1.7 ${account.id} ${'x'.repeat(2_000)}`);
  const key = `statements/${account.id}/original.pdf`;
  const files = [await keepFile(app.deps, key, pdf)];
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(), files });
  return { account, id, key, path: join(app.filesDir, key), pdf };
}

const download = ({ account, id }: Pick<Issued, 'account' | 'id'>) =>
  call(app, ['GET', `/api/v2/download_pdf_proxy/${id}/`], { token: account.token });
const reported = async (key: string) =>
  app.database.db.selectFrom('damaged_file').selectAll().where('key', '=', key).executeTakeFirst();
const queued = (key: string) =>
  app.database.db
    .selectFrom('pgboss.job' as 'account')
    .selectAll()
    .$castTo<{ name: string; data: { key?: string } }>()
    .execute()
    .then((jobs) => jobs.filter(({ name, data }) => name === 'files.restore' && data.key === key).length);

async function gauge(of: string): Promise<number> {
  const metrics = createMetrics();
  await watchState(metrics, app.deps.db, () => undefined)();
  const metric = await metrics.registry.getSingleMetric('clairisque_damaged_files')?.get();
  return metric?.values.find(({ labels }) => labels['of'] === of)?.value ?? Number.NaN;
}

describe('a document with changed bytes', () => {
  it.each<[string, (path: string) => void]>([
    [
      'one bit',
      (path) => {
        const bytes = readFileSync(path);
        bytes[1_000] = (bytes[1_000] ?? 0) ^ 1;
        writeFileSync(path, bytes);
      },
    ],
    ['cut short', (path) => truncateSync(path, 100)],
    ['longer', (path) => appendFileSync(path, 'x')],
    ['absent', (path) => rmSync(path)],
  ])('%s → owner and visitor read 503, an operator is paged', async (_name, damage) => {
    const issued = await issue();
    const { token } = issued.account;
    const link = await call(app, ['POST', `/api/v2/erp/${issued.id}/remises/`], { token, body: { libelle: '' } });
    const visit = `/api/v2/remise/${(link.body as Handover).url.split('/').at(-1)}`;
    const body = { nom: 'Zoé', email: 'zoe@exemple.fr', recu: true };
    const { recu } = (await call(app, ['POST', `${visit}/recu/`], { body })).body as { recu: string };
    expect((await download(issued)).status).toBe(200);

    damage(issued.path);
    const refused = await download(issued);
    expect(refused).toMatchObject(DAMAGED);
    expect(Number(refused.headers.get('retry-after'))).toBe(600);
    expect(await call(app, ['GET', `${visit}/document/?recu=${recu}`])).toMatchObject(DAMAGED);
    expect(await reported(issued.key)).toMatchObject({ restored_at: null });
    expect(await queued(issued.key)).toBe(1);
    expect(await gauge('waiting')).toBeGreaterThan(0);
  });

  it('an archive with it → cut; the next one lists it as missing', async () => {
    const issued = await issue();
    writeFileSync(issued.path, Buffer.alloc(issued.pdf.length));
    const archive = () =>
      fetch(`${app.url}/api/v2/erps/export/`, { headers: { authorization: `Token ${issued.account.token}` } });
    await expect(archive().then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated');
    const next = Buffer.from(await (await archive()).arrayBuffer());
    expect(next.includes('Fichier indisponible')).toBe(true);
  });

  it('reprinted from its stored inputs when the bytes are the same; then served as before', async () => {
    const account = await createAccount(app, 1);
    const id = await issueAt(app, account);
    const { file_key: key, file_sha256: sha256 } = await app.database.db
      .selectFrom('statement_edition')
      .select(['file_key', 'file_sha256'])
      .where('statement_id', '=', id)
      .executeTakeFirstOrThrow();
    writeFileSync(join(app.filesDir, key), 'other');
    expect(await download({ account, id })).toMatchObject(DAMAGED);

    await restoreFile(app.deps, key);
    const bytes = readFileSync(join(app.filesDir, key));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    expect((await download({ account, id })).status).toBe(200);
    expect((await reported(key))?.restored_at).not.toBe(null);
    expect(await gauge('restored')).toBeGreaterThan(0);
    // A worker killed after it wrote the bytes runs again.
    await restoreFile(app.deps, key);
  });

  it('reprinted with other bytes → never stored', async () => {
    const account = await createAccount(app, 1);
    const id = await issueAt(app, account);
    const row = await app.database.db
      .updateTable('statement_edition')
      .set({ file_sha256: 'f'.repeat(64) })
      .where('statement_id', '=', id)
      .returning(['file_key'])
      .executeTakeFirstOrThrow();
    const before = readFileSync(join(app.filesDir, row.file_key));
    await restoreFile(app.deps, row.file_key);
    expect(readFileSync(join(app.filesDir, row.file_key))).toEqual(before);
    expect(await download({ account, id })).toMatchObject(DAMAGED);
  });

  it('restored by an operator → detected by the hourly job', async () => {
    const issued = await issue();
    writeFileSync(issued.path, 'other');
    await download(issued);
    await restoreFile(app.deps, issued.key);
    expect(await reported(issued.key)).toMatchObject({ restored_at: null });
    writeFileSync(issued.path, issued.pdf);
    await restoreAgain(app.deps);
    await restoreFile(app.deps, issued.key);
    expect((await reported(issued.key))?.restored_at).not.toBe(null);
  });

  it('erased with its account meanwhile → no longer reported', async () => {
    const issued = await issue();
    rmSync(issued.path);
    await download(issued);
    await app.database.db.deleteFrom('account').where('id', '=', issued.account.id).execute();
    await restoreFile(app.deps, issued.key);
    expect(await reported(issued.key)).toBeUndefined();
  });

  it('a worker restores it automatically', async () => {
    const working = await createTestApp({ worker: true });
    const account = await createAccount(working, 1);
    const id = await issueAt(working, account);
    const { file_key: key } = await working.database.db
      .selectFrom('statement_edition')
      .select('file_key')
      .where('statement_id', '=', id)
      .executeTakeFirstOrThrow();
    writeFileSync(join(working.filesDir, key), 'other');
    const read = () => call(working, ['GET', `/api/v2/download_pdf_proxy/${id}/`], { token: account.token });
    expect(await read()).toMatchObject(DAMAGED);
    expect(await until(async () => ((await read()).status === 200 ? true : null))).toBe(true);
    await working.close();
  });
});

describe('the nightly verification', () => {
  const place = () => app.database.db.selectFrom('scrub').selectAll().executeTakeFirstOrThrow();

  it('stopped at its time limit → resumes there; a whole pass reads every file', async () => {
    const documents = [await issue(), await issue(), await issue(), await issue(), await issue()];
    for (const { path } of documents) writeFileSync(path, 'other');
    await app.database.db.updateTable('scrub').set({ kind: 'statement_edition', after: '0' }).execute();
    await scrub(app.deps, neverAborted, { ...BOUNDS, ms: 0 });
    expect(await place()).toMatchObject({ after: '0', pass_ended_at: null });
    // One page a night, without repeating pages.
    const seen = new Set<string>();
    for (let nights = 0; (await place()).pass_ended_at === null; nights += 1) {
      const { kind, after } = await place();
      expect(seen.has(`${kind} ${after}`)).toBe(false);
      seen.add(`${kind} ${after}`);
      const stop = new AbortController();
      const saved = app.deps.clock;
      // The clock is read once per page, when the position is saved.
      app.deps.clock = () => {
        stop.abort();
        return saved();
      };
      await scrub(app.deps, stop.signal, BOUNDS).finally(() => (app.deps.clock = saved));
      expect(nights).toBeLessThan(100);
    }
    for (const { key } of documents) expect(await reported(key)).toMatchObject({ restored_at: null });
  });

  it('the next night begins again', async () => {
    const issued = await issue();
    writeFileSync(issued.path, 'other');
    const before = await place();
    await scrub(app.deps, neverAborted, BOUNDS);
    expect(await reported(issued.key)).toMatchObject({ restored_at: null });
    const after = await place();
    expect(after.pass_began_at.getTime()).toBeGreaterThan(before.pass_began_at.getTime());
    expect(after.pass_ended_at).not.toBe(null);
  });
});
