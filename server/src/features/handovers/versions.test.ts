import { createHash } from 'node:crypto';
import type { ReadableDocument } from '@clairisque/contract/common/printed-document.ts';
import type { HandedForm, Handover } from '@clairisque/contract/handovers.ts';
import { beforeAll, expect, it } from 'vitest';
import { call, createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { openPdfReader } from '#test/pdf-reader.ts';
import { issueAt } from '#test/wizard.ts';

const app = sharedApp();
let owner: TestAccount;
let id: number;
beforeAll(async () => {
  owner = await createAccount(app, 1);
  id = await issueAt(app, owner);
});

const post = (body: object, statement = id, { token } = owner) =>
  call(app, ['POST', `/api/v2/erp/${statement}/remises/`], { token, body });
const createLink = async (forme?: HandedForm): Promise<Handover> => (await post({ forme })).body as Handover;
const seen = async ({ id: link }: Handover): Promise<Handover | undefined> => {
  const { body } = await call(app, ['GET', `/api/v2/erp/${id}/remises/`], { token: owner.token });
  return (body as Handover[]).find((one) => one.id === link);
};
const pathOf = ({ url }: Handover): string => `/api/v2/remise/${url.split('/').at(-1)}`;
const open = async (link: Handover) => (await call(app, ['GET', `${pathOf(link)}/`])).body;
async function acknowledge(link: Handover): Promise<string> {
  const body = { nom: 'Camille Nuñez', email: 'camille@exemple.fr', recu: true };
  return ((await call(app, ['POST', `${pathOf(link)}/recu/`], { body })).body as { recu: string }).recu;
}
const download = (link: Handover, recu: string, forme?: string) =>
  fetch(`${app.url}${pathOf(link)}/document/?recu=${recu}${forme === undefined ? '' : `&forme=${forme}`}`);
const hashOf = async (answer: Response | Promise<Response>): Promise<string> =>
  createHash('sha256')
    .update(Buffer.from(await (await answer).arrayBuffer()))
    .digest('hex');
const own = (query: string) =>
  hashOf(
    fetch(`${app.url}/api/v2/download_pdf_proxy/${id}/${query}`, {
      headers: { authorization: `Token ${owner.token}` },
    }),
  );
/** The words of the receipt that the owner keeps. */
async function receiptOf(link: Handover): Promise<string> {
  const [receipt] = (await seen(link))?.recus ?? [];
  const answer = await fetch(`${app.url}/api/v2/remises/recepisse/${receipt?.id}/`, {
    headers: { authorization: `Token ${owner.token}` },
  });
  const reader = await openPdfReader();
  const pages = await reader.texts(Buffer.from(await answer.arrayBuffer()));
  reader.close();
  return pages.join('\n').replaceAll(/\s+/gu, ' ');
}
const read = async (link: Handover, recu: string): Promise<ReadableDocument> =>
  (await call(app, ['GET', `${pathOf(link)}/etat/?recu=${recu}`])).body as ReadableDocument;
const TIME = expect.stringMatching(/^\d{4}-/);

it('nothing chosen → the whole document, as before: its hash, its receipt, its pages on a screen', async () => {
  const whole = await own('');
  const link = await createLink();
  expect(link.forme).toBe('complete');
  expect(await open(link)).toMatchObject({ sha256: whole, fichiers: [{ forme: 'complete', sha256: whole }] });
  const recu = await acknowledge(link);
  expect((await download(link, recu, 'courte')).status).toBe(404);
  expect(await hashOf(download(link, recu))).toBe(whole);
  expect((await seen(link))?.recus).toMatchObject([
    { telecharge_le: TIME, fichiers: [{ forme: 'complete', sha256: whole, telecharge_le: TIME }] },
  ]);
  expect(await receiptOf(link)).not.toContain('version courte');
  const { est_courte, document } = await read(link, recu);
  expect([est_courte, document.maps.length > 0]).toEqual([undefined, true]);
});

it('the short version → it alone: its hash is acknowledged, the whole one is refused, its pages without the maps', async () => {
  const link = await createLink('courte');
  const short = await own('?forme=courte');
  expect(link.forme).toBe('courte');
  const opened = (await open(link)) as { taille: number };
  expect(opened).toMatchObject({
    sha256: short,
    fichiers: [{ forme: 'courte', sha256: short, taille: opened.taille }],
  });
  const recu = await acknowledge(link);
  expect((await download(link, recu, 'complete')).status).toBe(404);
  expect((await seen(link))?.recus).toMatchObject([{ telecharge_le: null }]);
  const file = await download(link, recu);
  expect(file.headers.get('content-disposition')).toContain(`${link.reference}-version-courte.pdf`);
  expect(Number(file.headers.get('content-length'))).toBe(opened.taille);
  expect(await hashOf(file)).toBe(short);
  expect((await seen(link))?.recus).toMatchObject([
    { telecharge_le: TIME, fichiers: [{ forme: 'courte', sha256: short, telecharge_le: TIME }] },
  ]);
  const receipt = await receiptOf(link);
  expect(receipt).toContain('La version courte, sans annexes');
  expect(receipt).toContain(short.slice(0, 8));
  const screen = await read(link, recu);
  expect(screen).toMatchObject({ est_courte: true, sha256: short, document: { maps: [], bound: null } });
});

it('both → each file, each with its own time of download; the receipt has both hashes', async () => {
  const [whole, short] = [await own(''), await own('?forme=courte')];
  const link = await createLink('les_deux');
  expect(await open(link)).toMatchObject({
    sha256: whole,
    fichiers: [
      { forme: 'complete', sha256: whole },
      { forme: 'courte', sha256: short },
    ],
  });
  const recu = await acknowledge(link);
  expect(await hashOf(download(link, recu, 'courte'))).toBe(short);
  expect((await seen(link))?.recus).toMatchObject([
    {
      telecharge_le: TIME,
      fichiers: [
        { forme: 'complete', sha256: whole, telecharge_le: null },
        { forme: 'courte', sha256: short, telecharge_le: TIME },
      ],
    },
  ]);
  expect(await hashOf(download(link, recu))).toBe(whole);
  expect(await hashOf(download(link, recu, 'complete'))).toBe(whole);
  expect((await seen(link))?.recus[0]?.fichiers).toMatchObject([{ telecharge_le: TIME }, { telecharge_le: TIME }]);
  const receipt = await receiptOf(link);
  expect(receipt).toContain(whole.slice(0, 8));
  expect(receipt).toContain(short.slice(0, 8));
  expect((await read(link, recu)).est_courte).toBeUndefined();
});

it('a link of the former version, which names no form → the whole document', async () => {
  const link = await createLink('courte');
  const { db } = app.database;
  const { form: _form, ...row } = await db
    .selectFrom('handover')
    .selectAll()
    .where('id', '=', link.id)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('handover').where('id', '=', link.id).execute();
  await db.insertInto('handover').values(row).execute();
  expect(await hashOf(download(link, await acknowledge(link)))).toBe(await own(''));
});

it('an edition without a short version → the owner is told to hand over the whole one, and no link is made', async () => {
  const account = await createAccount(app);
  const files = [await keepFile(app.deps, `statements/${account.id}/old.pdf`, Buffer.from('%PDF-1.7 old'))];
  const issued = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(), files });
  for (const forme of ['courte', 'les_deux']) {
    expect(await post({ forme }, issued.id, account)).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('remettez le PDF complet') },
    });
  }
  const links = await call(app, ['GET', `/api/v2/erp/${issued.id}/remises/`], { token: account.token });
  expect(links.body).toEqual([]);
});

it('four links at once of an edition whose short version was never printed → one version, given by all', async () => {
  const account = await createAccount(app, 1);
  const statement = await issueAt(app, account);
  const answers = await Promise.all([1, 2, 3, 4].map(() => post({ forme: 'courte' }, statement, account)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const given = await Promise.all(answers.map(({ body }) => open(body as Handover)));
  expect(new Set(given.map((one) => (one as { sha256: string }).sha256)).size).toBe(1);
});

it.each(['autre', '', null, ['courte'], 1])('forme %j → 400', async (forme) => {
  expect(await post({ forme })).toMatchObject({ status: 400, body: { forme: [expect.any(String)] } });
});

it('another account → 404, and nothing is printed for it', async () => {
  const account = await createAccount(app, 1);
  const statement = await issueAt(app, account);
  expect((await post({ forme: 'courte' }, statement)).status).toBe(404);
  const printed = await app.database.db
    .selectFrom('edition_short_file')
    .select('edition')
    .where('statement_id', '=', statement)
    .execute();
  expect(printed).toEqual([]);
});
