import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { eraseAccount } from '#features/accounts/deletion.service.ts';
import { call, createAccount, mailsTo, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { createPerson } from '#test/people.ts';
import { until } from '#test/shop.ts';
import { readingFaults, structureOf } from '#test/pdf-structure.ts';
import { composeAcknowledged } from './handovers.mails.ts';
import { notifyOwners } from './notices.service.ts';
import { printReceipt } from './receipt.service.ts';
import { listReceipts } from './handovers.ts';

const app = sharedApp({ worker: true });

const at = (instant: string): void => void (app.deps.clock = () => new Date(instant));
/** Issued that day, a document is valid until 2026-03-30. */
const ISSUED = '2025-10-01T08:00:00Z';
beforeEach(() => at('2026-03-01T09:00:00Z'));

type Owner = { account: TestAccount; statement: number; pdf: Buffer };

async function createOwner(): Promise<Owner> {
  const account = await createAccount(app);
  const pdf = randomBytes(3_000);
  const key = `statements/${account.id}/original.pdf`;
  const files = [await keepFile(app.deps, key, pdf)];
  const issuedAt = new Date(ISSUED);
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt, files });
  return { account, statement: id, pdf };
}

const post = ({ account, statement }: Owner, libelle = '', id = statement) =>
  call(app, ['POST', `/api/v2/erp/${id}/remises/`], { token: account.token, body: { libelle } });
const createLink = async (owner: Owner, libelle = ''): Promise<Handover> =>
  (await post(owner, libelle)).body as Handover;
const linksOf = async ({ account, statement }: Owner): Promise<Handover[]> =>
  (await call(app, ['GET', `/api/v2/erp/${statement}/remises/`], { token: account.token })).body as Handover[];
const revoke = ({ account }: Owner, link: Handover) =>
  call(app, ['DELETE', `/api/v2/remises/${link.id}/`], { token: account.token });

const tokenOf = (link: Handover): string => link.url.split('/').at(-1) ?? '';
const open = (link: Handover) => call(app, ['GET', `/api/v2/remise/${tokenOf(link)}/`]);
const VISITOR = { nom: ' Camille Nuñez ', email: 'camille@exemple.fr', recu: true };
const acknowledge = (link: Handover, body: object = VISITOR) =>
  call(app, ['POST', `/api/v2/remise/${tokenOf(link)}/recu/`], { body });
const download = (link: Handover, recu: string) =>
  fetch(`${app.url}/api/v2/remise/${tokenOf(link)}/document/?recu=${recu}`);
async function receive(link: Handover): Promise<string> {
  return ((await acknowledge(link)).body as { recu: string }).recu;
}

const GONE = { status: 404, body: { detail: 'Ce lien n’existe pas, ou il n’est plus valable.' } };

describe('a hand-over', () => {
  it('is opened, acknowledged, downloaded; the owner sees each and has a receipt, by mail too', async () => {
    const owner = await createOwner();
    const link = await createLink(owner, '  Mme Nuñez ');
    expect(link).toMatchObject({
      libelle: 'Mme Nuñez',
      expire_le: '2026-03-30',
      etat: 'ouvert',
      ouvertures: [],
      recus: [],
    });
    expect(link.url).toMatch(/^http:\/\/[^/]+\/remise\/[\w-]{40,64}$/);

    const opened = await open(link);
    expect(opened.body).toEqual({
      adresse: '4 Rue des Lilas 95190 Goussainville',
      adresse_confirmee: true,
      commune: 'Goussainville',
      type: 'Vente',
      reference: link.reference,
      emis_le: '2025-10-01',
      expire_le: '2026-03-30',
      sha256: createHash('sha256').update(owner.pdf).digest('hex'),
      specimen: true,
      // Only the PDF is stored.
      verdict: null,
      taille: 3_000,
      fichiers: [{ forme: 'complete', sha256: createHash('sha256').update(owner.pdf).digest('hex'), taille: 3_000 }],
    });
    await open(link);

    at('2026-03-01T09:05:00Z');
    const acknowledged = await acknowledge(link);
    expect(acknowledged).toMatchObject({ status: 201, body: { recu_le: '2026-03-01T09:05:00.000Z' } });
    const { recu } = acknowledged.body as { recu: string };
    at('2026-03-01T09:06:00Z');
    const file = await download(link, recu);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${link.reference}.pdf"`);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(owner.pdf);
    at('2026-03-02T09:00:00Z');
    await download(link, recu);

    const [seen] = await until(async () => {
      const links = await linksOf(owner);
      return links[0]?.recus[0]?.recepisse_pret ? links : null;
    });
    expect(seen).toMatchObject({
      ouvertures: ['2026-03-01T09:00:00.000Z', '2026-03-01T09:00:00.000Z'],
      recus: [
        {
          nom: 'Camille Nuñez',
          email: 'camille@exemple.fr',
          recu_le: '2026-03-01T09:05:00.000Z',
          telecharge_le: '2026-03-01T09:06:00.000Z',
        },
      ],
    });
    const [mail] = await mailsTo(app, owner.account.email);
    expect(mail?.subject).toBe('Reçu\u00A0: 4 Rue des Lilas 95190 Goussainville');
    expect(mail?.text).toContain('Camille Nuñez (camille@exemple.fr) a déclaré avoir reçu l’état des risques');
    expect(mail?.text).not.toContain(tokenOf(link));
    // Other files hand over to that address too.
    const copy = await until(async () => {
      const mails = await mailsTo(app, VISITOR.email);
      return mails.find(({ text }) => text.includes(tokenOf(link))) ?? null;
    });
    expect(copy.subject).toBe(`Votre copie\u00A0: état des risques ${link.reference}`);
    expect(copy.text).not.toContain('Nuñez');
  });

  it('a visitor’s name that looks like a URL → not a link in our mail', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    const nom = 'Zoé https://pirate.example/?a=1 www.pirate.example zoe@pirate.example';
    expect((await acknowledge(link, { ...VISITOR, nom })).status).toBe(201);
    const [mail] = await mailsTo(app, owner.account.email);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(
      /pirate\.example|https?:\/\/(?!localhost)|www\.\w|@pirate/,
    );
    expect(mail?.text.replaceAll('\u200B', '')).toContain(nom);
  });

  it('gives its receipt to its owner alone, the same bytes however often it is printed', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    await receive(link);
    const [seen] = await linksOf(owner);
    const id = seen?.recus[0]?.id ?? '';
    const read = (account: TestAccount) =>
      fetch(`${app.url}/api/v2/remises/recepisse/${id}/`, { headers: { authorization: `Token ${account.token}` } });
    const answer = await read(owner.account);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="recepisse-REC-2026-[\dA-F]{12}\.pdf"$/,
    );
    const first = Buffer.from(await answer.arrayBuffer());
    expect(readingFaults(await structureOf(first))).toEqual([]);
    expect((await read(await createAccount(app))).status).toBe(404);

    const params = { receiptId: id };
    const mail = { id: 1, kind: 'handover-acknowledged' as const, recipient: '', accountId: owner.account.id, params };
    const attached = (await composeAcknowledged(app.deps, mail))?.attachments;
    expect(attached).toEqual([{ name: expect.stringMatching(/^recepisse-REC/), bytes: first }]);

    // A running print of the worker would name the file that is removed here.
    const ofReceipt = sql<{ state: string }>`select state from pgboss.job
      where name = 'handovers.receipt' and data->>'receiptId' = ${id}`;
    const stateOfJob = async () => (await ofReceipt.execute(app.database.db)).rows[0]?.state;
    await expect.poll(stateOfJob).toBe('completed');

    // A worker killed before it recorded the file prints it again.
    await app.database.db.updateTable('handover_receipt').set({ file_key: null }).where('id', '=', id).execute();
    await app.deps.files.remove(`receipts/${id}.pdf`);
    await Promise.all([printReceipt(app.deps, id), printReceipt(app.deps, id)]);
    const [kept] = await listReceipts(app.deps, owner.account.id);
    expect(await app.deps.files.read(kept?.file.key ?? '')).toEqual(first);
    const row = await app.database.db
      .selectFrom('handover_receipt')
      .select('file_sha256')
      .where('id', '=', id)
      .executeTakeFirst();
    expect(row?.file_sha256).toBe(createHash('sha256').update(first).digest('hex'));
  });

  it.each([
    [{ ...VISITOR, nom: '  ' }, { nom: ['Le nom est requis.'] }],
    [{ ...VISITOR, email: 'camille' }, { email: ['Saisissez une adresse e-mail valide.'] }],
    [{ ...VISITOR, recu: false }, { recu: ['Cochez la case « reçu » pour continuer.'] }],
  ])('%j → 400, no receipt', async (body, fault) => {
    const owner = await createOwner();
    const link = await createLink(owner);
    expect(await acknowledge(link, body)).toMatchObject({ status: 400, body: fault });
    expect((await linksOf(owner))[0]?.recus).toEqual([]);
  });

  it('of another account: 404 to list, create or revoke', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    const other = await createOwner();
    const asOther = { ...other, statement: owner.statement };
    expect((await post(asOther)).status).toBe(404);
    expect((await revoke(other, link)).status).toBe(404);
    expect(await linksOf(asOther)).toEqual({ detail: 'Pas trouvé.' });
    expect((await open(link)).status).toBe(200);
  });

  it('is neither indexed nor cached, refused or not', async () => {
    const link = await createLink(await createOwner());
    for (const answer of [await open(link), await open({ ...link, url: '/x' }), await acknowledge(link, {})]) {
      expect(answer.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

describe('« reçu », said again and again', () => {
  const queued = (owner: Owner, kind = 'handover-acknowledged') =>
    app.database.db
      .selectFrom('outgoing_mail')
      .select(['params', 'sent_at'])
      .where('account_id', '=', owner.account.id)
      .where('kind', '=', kind)
      .execute();

  it('by the same visitor → the same receipt, one mail, even all at once', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    const spelled = { ...VISITOR, email: VISITOR.email.toUpperCase() };
    const answers = await Promise.all([VISITOR, VISITOR, spelled, VISITOR].map((body) => acknowledge(link, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const [recu = '', ...others] = new Set(answers.map(({ body }) => (body as { recu: string }).recu));
    expect(others).toEqual([]);
    expect((await linksOf(owner))[0]?.recus).toHaveLength(1);
    expect(await queued(owner)).toHaveLength(1);
    expect((await download(link, recu)).status).toBe(200);
  });

  it('by two hundred made-up visitors → one mail now, one an hour later with all of them', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    for (let n = 0; n < 25; n += 1) await acknowledge(link, { ...VISITOR, nom: `Visiteur ${n}` });
    expect(await queued(owner)).toHaveLength(1);
    // All under one address: its owner must not be flooded.
    expect(await queued(owner, 'handover-copy')).toHaveLength(1);
    await notifyOwners(app.deps);
    expect(await queued(owner)).toHaveLength(1);

    at('2026-03-01T10:01:00Z');
    await notifyOwners(app.deps);
    await notifyOwners(app.deps);
    expect(await queued(owner)).toHaveLength(2);
    const mails = await mailsTo(app, owner.account.email, 2);
    const grouped = mails.find(({ subject }) => subject === '24 nouveaux reçus');
    expect(grouped?.text).toContain('Visiteur 1 (camille@exemple.fr)');
    expect(grouped?.text).toContain('Votre espace montre 4\u00A0autres récépissés.');
  });
});

it('a blocked account → its links are suspended, and say so; open again with it', async () => {
  const owner = await createOwner();
  const link = await createLink(owner);
  const recu = await receive(link);
  const block = (disabled_at: Date | null) =>
    app.database.db.updateTable('account').set({ disabled_at }).where('id', '=', owner.account.id).execute();
  await block(new Date());
  const suspended = { status: 403, body: { detail: expect.stringContaining('Ce lien est suspendu') } };
  expect(await open(link)).toMatchObject(suspended);
  expect(await acknowledge(link)).toMatchObject(suspended);
  expect((await download(link, recu)).status).toBe(403);
  await block(null);
  expect((await download(link, recu)).status).toBe(200);
});

describe('the end of a link', () => {
  it('revoked, again too → 404 for the visitor, even one who acknowledged; its receipts stay', async () => {
    const owner = await createOwner();
    const [link, other] = [await createLink(owner), await createLink(owner)];
    const recu = await receive(link);
    const revoked = { etat: 'revoque', revoque_le: '2026-03-01T09:00:00.000Z', recus: [{ email: VISITOR.email }] };
    expect(await revoke(owner, link)).toMatchObject({ status: 200, body: revoked });
    at('2026-03-02T09:00:00Z');
    expect(await revoke(owner, link)).toMatchObject({ status: 200, body: revoked });
    expect(await open(link)).toMatchObject(GONE);
    expect(await acknowledge(link)).toMatchObject(GONE);
    expect((await download(link, recu)).status).toBe(404);
    expect((await download(other, recu)).status).toBe(404);
    expect((await open(other)).status).toBe(200);
  });

  it('at midnight in Paris, summer time or not, after the last day of its document', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    // The clocks went forward on the 29th: midnight of the 31st is 22:00 UTC.
    at('2026-03-30T21:59:59Z');
    const recu = await receive(link);
    expect((await download(link, recu)).status).toBe(200);
    at('2026-03-30T22:00:00Z');
    expect(await open(link)).toMatchObject(GONE);
    expect((await download(link, recu)).status).toBe(404);
    const owned = await call(app, ['POST', `/api/v2/erp/${owner.statement}/remises/`], {
      token: await lasting(owner),
      body: {},
    });
    expect(owned).toMatchObject({ status: 409, body: { detail: 'Ce document a expiré le 30\u00A0mars\u00A02026.' } });
    expect((await linksOf(owner))[0]).toMatchObject({ etat: 'expire' });
  });

  it('two acknowledgements and a revocation at once → each is answered, no partial state', async () => {
    const owner = await createOwner();
    const link = await createLink(owner);
    const [revoked, ...answers] = await Promise.all([
      revoke(owner, link),
      ...Array.from({ length: 6 }, () => acknowledge(link)),
    ]);
    expect(revoked.status).toBe(200);
    const received = answers.filter((answer) => answer.status === 201);
    expect(answers.every(({ status }) => status === 201 || status === 404)).toBe(true);
    // A visitor gets one receipt, however often they ask.
    const receipts = new Set(received.map(({ body }) => (body as { recu: string }).recu));
    expect((await linksOf(owner))[0]?.recus).toHaveLength(receipts.size);
    for (const recu of receipts) expect((await download(link, recu)).status).toBe(404);
  });

  it('with its account: receipts, their files and the link, even with a concurrent acknowledgement', async () => {
    const person = await createPerson(app);
    const owner = await createOwner();
    await app.database.db
      .updateTable('statement')
      .set({ account_id: person.id })
      .where('id', '=', owner.statement)
      .execute();
    const token = await lasting({ account: { id: person.id } });
    const asPerson = { ...owner, account: { ...owner.account, id: person.id, token } };
    const link = await createLink(asPerson);
    await receive(link);
    await until(async () => (await listReceipts(app.deps, person.id)).length === 1);
    const [printed] = await listReceipts(app.deps, person.id);
    const erasure = eraseAccount(
      app.deps,
      { caller: { accountId: person.id, tokenHash: Buffer.alloc(32) }, current_password: person.password },
      { ip: '127.0.0.1', requestId: 'test' },
    );
    const statuses = new Set<number>();
    for (let ended = false; !ended; ended = await Promise.race([erasure.then(() => true), sleep(20, false)])) {
      const answers = await Promise.all([acknowledge(link), open(link), acknowledge(link), post(asPerson)]);
      for (const { status } of answers) statuses.add(status);
    }
    // 409: fifty links in the meantime.
    expect([...statuses].filter((status) => ![200, 201, 401, 404, 409].includes(status))).toEqual([]);
    expect(await open(link)).toMatchObject(GONE);
    const files = async () =>
      app.deps.files.read(printed?.file.key ?? '').then(
        () => false,
        () => true,
      );
    expect(await until(files)).toBe(true);
    const left = await app.database.db.selectFrom('handover').select('id').where('id', '=', link.id).execute();
    expect(left).toEqual([]);
  });
});

it('fifty links a document, two hundred receipts a link', async () => {
  const owner = await createOwner();
  const link = await createLink(owner);
  const { db } = app.database;
  const row = await db.selectFrom('handover').selectAll().where('id', '=', link.id).executeTakeFirstOrThrow();
  const { id: _id, ...copy } = row;
  await db
    .insertInto('handover')
    .values(Array.from({ length: 49 }, () => copy))
    .execute();
  expect(await post(owner)).toMatchObject({
    status: 409,
    body: { detail: 'Ce document a déjà 50\u00A0liens de remise : c’est le maximum.' },
  });
  const receipt = {
    handover_id: link.id,
    name: 'N',
    email: 'n@exemple.fr',
    acknowledged_at: new Date(),
    document_sha256: '0',
  };
  await db
    .insertInto('handover_receipt')
    .values(Array.from({ length: 200 }, () => receipt))
    .execute();
  expect((await acknowledge(link)).status).toBe(409);
});

/** A session that none of these tests' clocks ends. */
async function lasting({ account }: { account: { id: number } }): Promise<string> {
  const token = randomBytes(20).toString('hex');
  await app.database.db
    .insertInto('api_token')
    .values({
      account_id: account.id,
      token_hash: createHash('sha256').update(token).digest(),
      expires_at: new Date('2100-01-01'),
    })
    .execute();
  return token;
}
