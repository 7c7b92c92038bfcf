import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { crc32, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

type Issued = { id: number; key: string; pdf: Buffer };

async function issue(account: TestAccount, adresse: string, size = 2000): Promise<Issued> {
  const pdf = randomBytes(size);
  const key = `statements/${account.id}/${randomBytes(6).toString('hex')}.pdf`;
  await app.deps.files.put(key, pdf);
  const issuedAt = new Date('2026-03-31T22:30:00Z');
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt, adresse, fileKeys: [key] });
  await app.database.db
    .updateTable('statement')
    .set({ vendeur_nom: '=HYPERLINK("http://a")' })
    .where('id', '=', id)
    .execute();
  return { id, key, pdf };
}

/** Files of a ZIP by name, read from its central directory as an unzip program does; sums checked. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let at = zip.readUInt32LE(end + 16);
  for (let count = zip.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const raw = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    const content = zip.readUInt16LE(at + 10) === 8 ? inflateRawSync(raw) : raw;
    expect(crc32(content)).toBe(zip.readUInt32LE(at + 16));
    files.set(name, content);
    at += 46 + nameLength + extraLength + zip.readUInt16LE(at + 32);
  }
  return files;
}

const download = ({ token }: TestAccount, init: RequestInit = {}) =>
  fetch(`${app.url}/api/v2/erps/export/`, { ...init, headers: { authorization: `Token ${token}` } });

it('holds every issued document under its name, a French table and the profile', async () => {
  const account = await createAccount(app, 4);
  const other = await createAccount(app, 1);
  const first = await issue(account, '4 Rue des Lilas 95190 Goussainville');
  const second = await issue(account, '../12/14 Allée de l’Été\\2A "bis"');
  await issue(other, 'Chez un autre');
  const answer = await download(account);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/filename="Clairisque - mes documents - [\d-]{10}\.zip"/);
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()]).toEqual([
    `ERP ${first.id} 4 Rue des Lilas 95190 Goussainville.pdf`,
    `ERP ${second.id} .. 12 14 Allée de l’Été 2A bis.pdf`,
    'etats-des-risques.csv',
    'profil.json',
  ]);
  expect([...files.values()].slice(0, 2)).toEqual([first.pdf, second.pdf]);
  const lines = files.get('etats-des-risques.csv')?.toString().split('\r\n');
  expect(lines?.[0]).toMatch(/^\uFEFF"Numéro";"Référence";"Adresse"/);
  expect(lines?.[1]).toContain('"Vente";"\'=HYPERLINK(""http://a"")";"-";"01/04/2026";"28/09/2026"');
  expect(lines).toHaveLength(4);
  expect(JSON.parse(files.get('profil.json')?.toString() ?? '')).toMatchObject({ statut: 'PAR', credits_restants: 4 });
});

it('a document that is lost → said in the table, the archive is whole', async () => {
  const account = await createAccount(app);
  const [lost, kept] = [await issue(account, 'Perdu'), await issue(account, 'Gardé')];
  rmSync(join(app.filesDir, lost.key));
  const files = unzip(Buffer.from(await (await download(account)).arrayBuffer()));
  expect([...files.keys()]).toEqual([`ERP ${kept.id} Gardé.pdf`, 'etats-des-risques.csv', 'profil.json']);
  expect(files.get('etats-des-risques.csv')?.toString()).toContain('"Fichier indisponible : écrivez-nous"');
});

it('nothing issued → 404 that says so; nobody → 401', async () => {
  const account = await createAccount(app);
  expect(await call(app, ['GET', '/api/v2/erps/export/'], { token: account.token })).toMatchObject({
    status: 404,
    body: { detail: 'Vous n’avez aucun document à télécharger.' },
  });
  expect((await call(app, ['GET', '/api/v2/erps/export/'])).status).toBe(401);
});

it('a slow client holds one document in memory, not forty; one that leaves stops the work', async () => {
  const account = await createAccount(app);
  const size = 4_000_000;
  for (let count = 0; count < 40; count += 1) await issue(account, 'Grand', size);
  const leave = new AbortController();
  let read = 0;
  const { files } = app.deps;
  app.deps.files = {
    ...files,
    get: (key) => {
      read += 1;
      return files.get(key);
    },
  };
  const answer = await download(account, { signal: leave.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  await sleep(500);
  // What the socket buffers hold beside the document at hand.
  expect(read).toBeLessThan(6);
  leave.abort();
  const readBefore = read;
  await sleep(200);
  expect(read).toBeLessThanOrEqual(readBefore + 1);
  app.deps.files = files;
});

it('a long archive keeps no document that it has sent', async () => {
  const account = await createAccount(app);
  for (let count = 0; count < 40; count += 1) await issue(account, 'Long', 500_000);
  const read: WeakRef<Buffer>[] = [];
  let kept = 0;
  const { files } = app.deps;
  app.deps.files = {
    ...files,
    get: async (key) => {
      const pdf = await files.get(key);
      read.push(new WeakRef(pdf));
      if (read.length === 40) {
        collectGarbage();
        kept = read.filter((one) => one.deref() !== undefined).length;
      }
      return pdf;
    },
  };
  await (await download(account)).arrayBuffer();
  app.deps.files = files;
  expect(read).toHaveLength(40);
  expect(kept).toBeLessThan(10);
});
