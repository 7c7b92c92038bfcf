import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { S3_BUCKET, S3_CREDENTIALS, startS3 } from '#test/s3.ts';
import { freePort } from '../../../../scripts/postgres.ts';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-handover-s3-'));
let store: Awaited<ReturnType<typeof startS3>>;
let app: TestApp;
beforeAll(async () => {
  Object.assign(process.env, S3_CREDENTIALS);
  store = await startS3({ folder, port: await freePort() });
  app = await createTestApp({
    env: {
      FILES_DIR: undefined,
      S3_BUCKET,
      S3_ENDPOINT: store.url,
      S3_REGION: 'eu-west-3',
      S3_PATH_STYLE: 'true',
      S3_ENCRYPTION: 'none',
    },
  });
});
afterAll(async () => {
  await app.close();
  await store.stop();
  for (const name of Object.keys(S3_CREDENTIALS)) delete process.env[name];
  rmSync(folder, { recursive: true, force: true });
});

it('the store fails during a hand-over → 503 with a sentence, neither marked as damaged nor as downloaded; back → delivered', async () => {
  const account = await createAccount(app);
  const pdf = Buffer.from('%PDF-1.7 of a hand-over');
  const files = [await keepFile(app.deps, `statements/${account.id}/original.pdf`, pdf)];
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(), files });
  const link = await call(app, ['POST', `/api/v2/erp/${id}/remises/`], { token: account.token, body: { libelle: '' } });
  const visit = `/api/v2/remise/${(link.body as Handover).url.split('/').at(-1)}`;
  const visitor = { nom: 'Zoé', email: 'zoe@exemple.fr', recu: true };
  const away = { status: 503, body: { detail: expect.stringContaining('Le stockage des documents ne répond pas') } };

  await store.stop();
  expect(await call(app, ['GET', `${visit}/`])).toMatchObject(away);
  // The acknowledgement does not need the document; the receipt waits for its job.
  const { recu } = (await call(app, ['POST', `${visit}/recu/`], { body: visitor })).body as { recu: string };
  const download = () => call(app, ['GET', `${visit}/document/?recu=${recu}`]);
  expect(await download()).toMatchObject(away);
  expect(await app.database.db.selectFrom('damaged_file').selectAll().execute()).toEqual([]);
  const downloadedAt = async (): Promise<Date | null | undefined> =>
    (await app.database.db.selectFrom('handover_receipt').select('downloaded_at').executeTakeFirst())?.downloaded_at;
  expect(await downloadedAt()).toBe(null);

  store = await startS3({ folder, port: store.port });
  expect((await call(app, ['GET', `${visit}/`])).status).toBe(200);
  expect(await download()).toMatchObject({ status: 200, body: String(pdf) });
  expect(await downloadedAt()).toBeInstanceOf(Date);
});
