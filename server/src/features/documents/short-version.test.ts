import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification } from '@clairisque/contract/verification.ts';
import { beforeAll, expect, it } from 'vitest';
import { restoreFile } from '#features/kept-files/kept-files.ts';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { issueAt } from '#test/wizard.ts';
import { packInputs } from './printer-inputs.rules.ts';

const app = sharedApp();
let owner: TestAccount;
let id: number;
beforeAll(async () => {
  owner = await createAccount(app, 1);
  id = await issueAt(app, owner);
});

const get = (query: string, { token }: Pick<TestAccount, 'token'> = owner, headers = {}) =>
  fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/${query}`, {
    headers: { authorization: `Token ${token}`, ...headers },
  });
const bytesOf = async (answer: Response | Promise<Response>): Promise<Buffer> =>
  Buffer.from(await (await answer).arrayBuffer());
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const shortFile = () =>
  app.database.db.selectFrom('edition_short_file').selectAll().where('statement_id', '=', id).executeTakeFirstOrThrow();

it('asked for several times at once → one file, the same bytes, named by the row, page 1 to the noise', async () => {
  const answers = await Promise.all([1, 2, 3].map(() => get('?forme=courte')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const files = await Promise.all(answers.map(bytesOf));
  const [first = Buffer.alloc(0)] = files;
  expect(files.map(sha256)).toEqual(files.map(() => sha256(first)));
  const row = await shortFile();
  expect(row.file_sha256).toBe(sha256(first));
  const folder = join(app.filesDir, `statements/${owner.id}/${id}`);
  expect(readdirSync(folder).filter((name) => name.endsWith('.remise.pdf'))).toHaveLength(1);
  const unnamed = app.database.db.selectFrom('unnamed_file').select('key');
  expect(await unnamed.where('key', 'like', `statements/${owner.id}/%`).execute()).toEqual([]);
  const reader = await openPdfReader();
  const [short, whole] = await Promise.all([first, await bytesOf(get(''))].map((pdf) => reader.texts(pdf)));
  reader.close();
  expect(short?.length).toBeLessThan(whole?.length ?? 0);
  const said = short?.join('\n') ?? '';
  for (const part of ['Résumé', '1 État des risques', 'L. Signatures', 'État des nuisances sonores']) {
    expect(said).toContain(part);
  }
  expect(said).toContain('Version courte');
  expect(said).not.toMatch(/^\s*\d\s*(?:Cartes|Annexes|Sources et méthode)/mu);
});

it('a part of it → 206; without the parameter, the whole; for another account, 404', async () => {
  const short = await bytesOf(get('?forme=courte'));
  const part = await get('?forme=courte', owner, { range: 'bytes=0-4' });
  expect([part.status, await part.text()]).toEqual([
    (await get('', owner, { range: 'bytes=0-4' })).status,
    expect.any(String),
  ]);
  expect(sha256(await bytesOf(get('')))).not.toBe(sha256(short));
  expect((await get('?forme=courte', await createAccount(app))).status).toBe(404);
  expect((await get('?forme=longue')).status).toBe(400);
});

it('the verification knows both files', async () => {
  const short = sha256(await bytesOf(get('?forme=courte')));
  const { reference } = await app.database.db
    .selectFrom('statement_edition')
    .select('reference')
    .where('statement_id', '=', id)
    .executeTakeFirstOrThrow();
  const { body } = await call(app, ['GET', `/api/v2/verification/${reference}/`]);
  expect((body as Verification).sha256_remise).toBe(short);
  expect((body as Verification).sha256).toBe(sha256(await bytesOf(get(''))));
});

it('damaged → 503, then printed again with the same bytes', async () => {
  await bytesOf(get('?forme=courte'));
  const row = await shortFile();
  const path = join(app.filesDir, row.file_key);
  writeFileSync(path, 'other');
  expect((await get('?forme=courte')).status).toBe(503);
  await restoreFile(app.deps, row.file_key);
  expect(sha256(readFileSync(path))).toBe(row.file_sha256);
});

it('an edition whose template has no short version → 404 that says so', async () => {
  const account = await createAccount(app);
  const inputs = await packInputs({ template: 'statement', data: {} as never, files: {} });
  const files = [await keepFile(app.deps, `statements/${account.id}/old.pdf`, Buffer.from('%PDF-1.7 old'))];
  const issued = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(), files });
  const kept = await keepFile(app.deps, `statements/${account.id}/old.inputs.gz`, inputs);
  await app.database.db
    .updateTable('statement_edition')
    .set({ inputs_key: kept.key, inputs_sha256: kept.sha256 })
    .where('statement_id', '=', issued.id)
    .execute();
  const answer = await call(app, ['GET', `/api/v2/download_pdf_proxy/${issued.id}/?forme=courte`], {
    token: account.token,
  });
  expect(answer).toMatchObject({ status: 404, body: { detail: expect.stringContaining('remettez le PDF complet') } });
});
