import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createAccount, type TestAccount } from '#test/app.ts';
import { insertIssued, issueEdition, keepFile } from '#test/issued.ts';
import { buy, createShop, type Shop } from '#test/shop.ts';
import { unzip } from '#test/zip-reader.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

let app: Shop;
beforeAll(async () => {
  app = await createShop({ worker: false });
});
afterAll(() => app.close());

type Issued = { id: number; key: string; pdf: Buffer };

async function issue(account: TestAccount, adresse: string, size = 2000): Promise<Issued> {
  const pdf = randomBytes(size);
  const key = `statements/${account.id}/${randomBytes(6).toString('hex')}.pdf`;
  const files = [await keepFile(app.deps, key, pdf)];
  const issuedAt = new Date('2026-03-31T22:30:00Z');
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt, adresse, files });
  await app.database.db
    .updateTable('statement')
    .set({ vendeur_nom: '=HYPERLINK("http://a")' })
    .where('id', '=', id)
    .execute();
  return { id, key, pdf };
}

const FOLDER = 'États des risques';

const download = ({ token }: TestAccount, init: RequestInit = {}, query = '') =>
  fetch(`${app.url}/api/v2/erps/export/${query}`, { ...init, headers: { authorization: `Token ${token}` } });

/** What a browser receives, with a known length for its progress bar. */
async function received(account: TestAccount, query = ''): Promise<Map<string, Buffer>> {
  const answer = await download(account, {}, query);
  expect(answer.status).toBe(200);
  const zip = Buffer.from(await answer.arrayBuffer());
  expect(Number(answer.headers.get('content-length'))).toBe(zip.length);
  return unzip(zip);
}

async function handOver(account: TestAccount, statementId: number): Promise<Buffer> {
  const [receipt, fileKey] = [randomBytes(500), `receipts/${randomBytes(6).toString('hex')}.pdf`];
  const { sha256 } = await keepFile(app.deps, fileKey, receipt);
  await sql`
    with link as (
      insert into handover (account_id, statement_id, edition, label, created_at)
      values (${account.id}, ${statementId}, 1, '', now()) returning id)
    insert into handover_receipt (handover_id, name, email, acknowledged_at, document_sha256, file_key, file_sha256)
    select id, 'Zoé', 'z@exemple.fr', now(), '0', ${fileKey}, ${sha256} from link`.execute(app.database.db);
  return receipt;
}

it('contains every edition, invoice and receipt under its name, French tables, logo and profile; announces its length', async () => {
  const account = await createAccount(app, 4);
  const other = await createAccount(app, 1);
  const first = await issue(account, '4 Rue des Lilas 95190 Goussainville');
  const second = await issue(account, '../12/14 Allée de l’Été\\2A "bis"');
  const renewal = randomBytes(900);
  const file = await keepFile(app.deps, 'statements/renewal.pdf', renewal);
  const date = new Date('2026-10-01T08:00:00Z');
  await issueEdition(app.database.db, { id: second.id, edition: 2, date, file });
  await issue(other, 'Chez un autre');
  const receipt = await handOver(account, first.id);
  await buy(app, account, 'UN');

  const answer = await download(account, { method: 'GET' });
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toMatch(/filename="Clairisque - mes documents - [\d-]{10}\.zip"/);
  await answer.body?.cancel();
  const files = await received(account);
  const names = [...files.keys()];
  const text = (name: string | undefined): string => String(files.get(name ?? ''));
  const secondName = `ERP ${second.id} .. 12 14 Allée de l’Été 2A bis`;
  expect(names.slice(0, 3)).toEqual([
    `${FOLDER}/ERP ${first.id} 4 Rue des Lilas 95190 Goussainville.pdf`,
    `${FOLDER}/${secondName} - édition remplacée.pdf`,
    `${FOLDER}/${secondName}.pdf`,
  ]);
  expect(names.slice(3)).toEqual([
    expect.stringMatching(/^Factures\/F-\d{4}-\d+\.pdf$/),
    expect.stringMatching(/^Récépissés\/.+\.pdf$/),
    'etats-des-risques.csv',
    'factures.csv',
    'appareils-connectes.csv',
    'profil.json',
  ]);
  expect([...files.values()].slice(0, 3)).toEqual([first.pdf, second.pdf, renewal]);
  expect(text(names[3]).slice(0, 5)).toBe('%PDF-');
  expect([...files.values()][4]).toEqual(receipt);
  const lines = text('etats-des-risques.csv').split('\r\n');
  expect(lines[0]).toMatch(/^\uFEFF"Numéro";"Référence";"Adresse"/);
  expect(lines[1]).toContain('"Vente";"\'=HYPERLINK(""http://a"")";"-";"01/04/2026";"28/09/2026";"non"');
  expect(lines[2]).toContain('"28/09/2026";"oui"');
  expect(lines).toHaveLength(5);
  expect(text('factures.csv')).toMatch(/"F-\d{4}-\d+";".+";"\d\d\/\d\d\/\d{4}";"6,58";"1,32";"7,90";"Factures\//);
  expect(text('appareils-connectes.csv').split('\r\n')[1]).toMatch(
    /^"Appareil inconnu";"\d\d\/\d\d\/\d{4} \d\d:\d\d";/,
  );
  expect(JSON.parse(text('profil.json'))).toMatchObject({ statut: 'PAR', credits_restants: 5 });
});

it('an address whose 120th code unit is half of a character → its PDF and the archive are served all the same', async () => {
  const account = await createAccount(app, 1);
  const { id, pdf } = await issue(account, `${'a'.repeat(119)}🏠 Mende`);
  const document = await fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/`, {
    headers: { authorization: `Token ${account.token}` },
  });
  expect(document.status).toBe(200);
  expect(Buffer.from(await document.arrayBuffer())).toEqual(pdf);
  const name = `ERP ${id} ${'a'.repeat(119)}🏠 Mende.pdf`;
  expect(document.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent(name)}`);
  expect((await received(account)).get(`${FOLDER}/${name}`)).toEqual(pdf);
});

it('only an invoice → the invoice', async () => {
  const account = await createAccount(app);
  await buy(app, account, 'UN');
  expect([...(await received(account)).keys()]).toEqual([
    expect.stringMatching(/^Factures\//),
    'etats-des-risques.csv',
    'factures.csv',
    'appareils-connectes.csv',
    'profil.json',
  ]);
});

it('a lost document → listed in the table, the archive is complete', async () => {
  const account = await createAccount(app);
  const [lost, kept] = [await issue(account, 'Perdu'), await issue(account, 'Gardé')];
  rmSync(join(app.filesDir, lost.key));
  const files = await received(account);
  expect([...files.keys()][0]).toBe(`${FOLDER}/ERP ${kept.id} Gardé.pdf`);
  expect(files.size).toBe(5);
  expect(files.get('etats-des-risques.csv')?.toString()).toContain('"Fichier indisponible : écrivez-nous"');
});

it('some statements → their current editions and their table; one of another account, or unknown → 404; too many → 400', async () => {
  const account = await createAccount(app);
  const [first, renewed] = [await issue(account, 'Premier'), await issue(account, 'Renouvelé')];
  await issue(account, 'Laissé');
  const other = await issue(await createAccount(app), 'Chez un autre');
  const renewal = randomBytes(700);
  const file = await keepFile(app.deps, `statements/${account.id}/renewal.pdf`, renewal);
  await issueEdition(app.database.db, {
    id: renewed.id,
    edition: 2,
    date: new Date('2026-10-01T08:00:00Z'),
    file,
  });
  const files = await received(account, `?etats=${renewed.id},${first.id},${first.id}`);
  expect([...files]).toEqual([
    [`${FOLDER}/ERP ${first.id} Premier.pdf`, first.pdf],
    [`${FOLDER}/ERP ${renewed.id} Renouvelé.pdf`, renewal],
    ['etats-des-risques.csv', expect.anything()],
  ]);
  const statusOf = async (etats: string) =>
    (await call(app, ['GET', `/api/v2/erps/export/?etats=${etats}`], { token: account.token })).status;
  expect(await statusOf(`${first.id},${other.id}`)).toBe(404);
  expect(await statusOf('999999999999999')).toBe(404);
  const wrong = ['', '1,', 'a', '-1', '1'.repeat(16), Array.from({ length: 51 }, (_, id) => id + 1).join(',')];
  for (const etats of wrong) expect([etats, await statusOf(etats)]).toEqual([etats, 400]);
});

it('nothing issued → 404 that says so; no session → 401', async () => {
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
  // What the socket buffers hold besides the current document.
  expect(read).toBeLessThan(6);
  leave.abort();
  const readBefore = read;
  await sleep(200);
  expect(read).toBeLessThanOrEqual(readBefore + 1);
  app.deps.files = files;
});

it('a long archive keeps no document that it has sent, and its length is right beyond the short format', async () => {
  const account = await createAccount(app);
  for (let count = 0; count < 120; count += 1) await issue(account, `Long ${'é'.repeat(100)}`, 200_000);
  const read: WeakRef<Buffer>[] = [];
  let kept = 0;
  const { files } = app.deps;
  app.deps.files = {
    ...files,
    get: async (key) => {
      const pdf = await files.get(key);
      read.push(new WeakRef(pdf));
      if (read.length === 120) {
        collectGarbage();
        kept = read.filter((one) => one.deref() !== undefined).length;
      }
      return pdf;
    },
  };
  await received(account);
  app.deps.files = files;
  expect(read).toHaveLength(120);
  expect(kept).toBeLessThan(10);
});
