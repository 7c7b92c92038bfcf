import { randomUUID } from 'node:crypto';
import type { Handover } from '@clairisque/contract/handovers.ts';
import { expect, it } from 'vitest';
import { block } from '#features/accounts/blocking.service.ts';
import { call, createAccount, mailsTo, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued, keepFile } from '#test/issued.ts';
import { callV3, createKey } from '#test/keys.ts';
import { until } from '#test/shop.ts';
import { mailNamed } from '#wiring/mails.ts';

const app = sharedApp({ worker: true });

type Owner = { account: TestAccount; statement: number };

async function createOwner(issuedAt = new Date()): Promise<Owner> {
  const account = await createAccount(app);
  const files = [await keepFile(app.deps, `statements/${account.id}/mailed.pdf`, Buffer.from('%PDF-1.7'))];
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt, files });
  return { account, statement: id };
}

type Sending = { envoi?: string; destinataires: unknown; message?: unknown; forme?: string };
const send = ({ account, statement }: Owner, { envoi = randomUUID(), ...body }: Sending) =>
  call(app, ['POST', `/api/v2/erp/${statement}/remises/envois/`], { token: account.token, body: { envoi, ...body } });
const linksOf = async ({ account, statement }: Owner): Promise<Handover[]> =>
  (await call(app, ['GET', `/api/v2/erp/${statement}/remises/`], { token: account.token })).body as Handover[];
const someone = (start = 'visiteur'): string => `${start}-${randomUUID()}@exemple.fr`;
const people = (...addresses: string[]) => addresses.map((email) => ({ email }));
const mailing = (owner: Owner, email: string): Promise<NonNullable<Handover['envoi']>> =>
  until(async () => {
    const link = (await linksOf(owner)).find((one) => one.email === email);
    return link?.envoi && link.envoi.etat !== 'en_cours' ? link.envoi : null;
  });
const mailsOf = async ({ account }: Owner): Promise<number> =>
  (await app.database.db.selectFrom('outgoing_mail').select('id').where('account_id', '=', account.id).execute())
    .length;

async function expectMailed(owner: Owner, { email, url, reference }: Handover): Promise<void> {
  const [mail, ...others] = await mailsTo(app, email ?? '');
  expect(others).toEqual([]);
  expect([mail?.to, mail?.headers['reply-to']]).toEqual([[email], owner.account.email]);
  expect(mail?.text).toContain(`${url}\n`);
  expect(mail?.text).toMatch(/> Voici le document\.\n\n> À samedi\s!\n/u);
  expect(mail?.text.replaceAll('\u200B', '')).toContain(`${owner.account.email} vous remet l’état des risques`);
  expect(await mailing(owner, email ?? '')).toMatchObject({ etat: 'envoye', reference });
}

it('three people → one mail each with a link of their own, in the owner’s name; each is seen sent, opened, acknowledged', async () => {
  const owner = await createOwner();
  const [first, second, third] = [someone(), someone(), someone()];
  const message = 'Voici le document.\nÀ samedi ! ';
  const answer = await send(owner, {
    destinataires: [{ email: first, nom: 'Mme Durand' }, ...people(second, third)],
    message,
  });
  expect(answer.status).toBe(201);
  const links = answer.body as Handover[];
  expect(links.map(({ email, libelle }) => [email, libelle])).toEqual([
    [first, 'Mme Durand'],
    [second, ''],
    [third, ''],
  ]);
  expect(new Set(links.map(({ url }) => url)).size).toBe(3);
  for (const link of links) await expectMailed(owner, link);
  const path = `/api/v2/remise/${links[0]?.url.split('/').at(-1)}/`;
  await call(app, ['GET', path]);
  await call(app, ['POST', `${path}recu/`], { body: { nom: 'Mme Durand', email: first, recu: true } });
  const seen = (await linksOf(owner)).find(({ email }) => email === first);
  expect([seen?.ouvertures.length, seen?.recus.length]).toEqual([1, 1]);
  expect((await linksOf(owner)).filter(({ ouvertures }) => ouvertures.length > 0)).toHaveLength(1);
});

it('the same call again, or twice at once → the same links, and one mail for each person', async () => {
  const owner = await createOwner();
  const [first, second] = [someone(), someone()];
  const sending = { envoi: randomUUID(), destinataires: people(first, second) };
  const answers = await Promise.all([send(owner, sending), send(owner, sending)]);
  answers.push(await send(owner, sending));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const urls = answers.map(({ body }) => (body as Handover[]).map(({ url }) => url));
  expect(urls).toEqual([urls[0], urls[0], urls[0]]);
  expect(await linksOf(owner)).toHaveLength(2);
  for (const address of [first, second]) await mailing(owner, address);
  expect(await mailsTo(app, first)).toHaveLength(1);
  expect(await mailsOf(owner)).toBe(2);
});

it('one address in two spellings → one mail, with the first name', async () => {
  const owner = await createOwner();
  const address = someone();
  const destinataires = [
    { email: address, nom: 'Mme Durand' },
    { email: ` ${address.toUpperCase()} `, nom: 'Autre' },
  ];
  expect((await send(owner, { destinataires })).body).toMatchObject([{ email: address, libelle: 'Mme Durand' }]);
});

it.each([
  ['nobody', { destinataires: [] }, { destinataires: ['Indiquez au moins une adresse e-mail.'] }],
  [
    'eleven people',
    { destinataires: people(...Array.from({ length: 11 }, () => someone())) },
    { destinataires: ['10\u00A0personnes au plus par envoi.'] },
  ],
  [
    'two wrong addresses beside a right one',
    { destinataires: people(someone(), 'durand@', 'a\u202Eb@exemple.fr') },
    { destinataires: [expect.stringContaining('adresse e-mail valide'), expect.any(String)] },
  ],
  [
    'a list in one address',
    { destinataires: people('a@exemple.fr, b@exemple.fr') },
    { destinataires: [expect.any(String)] },
  ],
  [
    'a link in the message',
    { destinataires: people(someone()), message: 'Cliquez sur HTTPS://pirate.example' },
    { message: [expect.stringContaining('ne contient pas de lien')] },
  ],
  [
    'a link without its scheme',
    { destinataires: people(someone()), message: 'voyez www.pirate.example' },
    { message: [expect.stringContaining('ne contient pas de lien')] },
  ],
  [
    'a long message',
    { destinataires: people(someone()), message: 'a'.repeat(1_001) },
    { message: [expect.stringContaining('au plus 1000')] },
  ],
  [
    'a hidden character in the message',
    { destinataires: people(someone()), message: 'Bon\u202Ejour' },
    { message: [expect.stringContaining('U+202E')] },
  ],
  ['no list', { destinataires: {} }, { destinataires: [expect.any(String)] }],
])('%s → 400 with a sentence, and nobody is written to', async (_name, sending, body) => {
  const owner = await createOwner();
  expect(await send(owner, sending)).toMatchObject({ status: 400, body });
  expect([await linksOf(owner), await mailsOf(owner)]).toEqual([[], 0]);
});

it('a host in the message without a scheme → no mail program makes a link of it', async () => {
  const owner = await createOwner();
  const address = someone();
  await send(owner, { destinataires: people(address), message: 'Payez sur pirate.example/iban' });
  const [mail] = await mailsTo(app, address);
  expect(mail?.text).toContain('pirate.\u200Bexample/\u200Biban');
  expect(mail?.html).not.toContain('pirate.example');
});

it('an address that refuses, then one whose link is revoked before its mail leaves → the owner reads what became of each', async () => {
  const owner = await createOwner();
  const refusing = someone('refus');
  await send(owner, { destinataires: people(refusing) });
  expect((await mailing(owner, refusing)).etat).toBe('non_remis');
  const { db } = app.database;
  const { id: handoverId } = await db
    .selectFrom('handover')
    .select('id')
    .where('account_id', '=', owner.account.id)
    .executeTakeFirstOrThrow();
  const params = { handoverId, message: '' };
  const queued = { id: 1, kind: 'handover-mailed', recipient: refusing, accountId: owner.account.id, params };
  const compose = () => mailNamed('handover-mailed').compose(app.deps, queued);
  expect(await compose()).not.toBeNull();
  await block(app.deps, owner.account.id);
  expect(await compose()).toBeNull();
  await db.updateTable('account').set({ disabled_at: null }).where('id', '=', owner.account.id).execute();
  await db.updateTable('handover').set({ revoked_at: new Date() }).where('id', '=', handoverId).execute();
  expect(await compose()).toBeNull();
  await db.deleteFrom('account').where('id', '=', owner.account.id).execute();
  expect(await compose()).toBeNull();
});

it('a mail whose outcome was never told → in progress, then unknown', async () => {
  const owner = await createOwner();
  const address = someone();
  await send(owner, { destinataires: people(address) });
  await mailing(owner, address);
  const { db } = app.database;
  const ofOwner = () => db.updateTable('handover').where('account_id', '=', owner.account.id);
  await ofOwner().set({ mailed_at: null }).execute();
  expect((await linksOf(owner))[0]?.envoi?.etat).toBe('en_cours');
  await ofOwner()
    .set({ created_at: new Date(Date.now() - 4 * 86_400_000) })
    .execute();
  expect((await linksOf(owner))[0]?.envoi?.etat).toBe('inconnu');
});

it('the fifty-first mail of a day, calls at once included, and the fourth to one person → 409 with a sentence, nothing sent', async () => {
  const owner = await createOwner();
  const tens = Array.from({ length: 7 }, () => people(...Array.from({ length: 10 }, () => someone('refus'))));
  const other = { account: owner.account, statement: (await createOther(owner)).statement };
  const answers = await Promise.all(
    tens.map((destinataires, index) => send(index % 2 === 0 ? owner : other, { destinataires })),
  );
  const refused = answers.filter(({ status }) => status === 409);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(refused).toHaveLength(2);
  expect(refused[0]?.body).toMatchObject({ detail: expect.stringContaining('50\u00A0personnes par jour') });
  expect((await linksOf(owner)).length + (await linksOf(other)).length).toBe(50);

  const often = await createOwner();
  const address = someone();
  for (let time = 0; time < 3; time += 1) {
    expect((await send(often, { destinataires: people(address) })).status).toBe(201);
  }
  const destinataires = people(someone(), address.toUpperCase());
  expect(await send(often, { destinataires })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('3\u00A0fois aujourd’hui') },
  });
  expect(await linksOf(often)).toHaveLength(3);
});

async function createOther({ account }: Owner): Promise<Owner> {
  const files = [await keepFile(app.deps, `statements/${account.id}/other.pdf`, Buffer.from('%PDF-1.7 other'))];
  const { id } = await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date(), files });
  return { account, statement: id };
}

it('an expired document, a statement of another → refused, nothing sent', async () => {
  const expired = await createOwner(new Date('2020-01-01T10:00:00Z'));
  const destinataires = people(someone());
  expect(await send(expired, { destinataires })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining('Ce document a expiré le') },
  });
  const owner = await createOwner();
  expect((await send({ ...owner, statement: expired.statement }, { destinataires })).status).toBe(404);
  expect([await mailsOf(expired), await mailsOf(owner)]).toEqual([0, 0]);
});

it('API v3: an address and a message, the same call twice → mailed once, its delivery in the handover', async () => {
  const owner = await createOwner();
  const key = await createKey(app, owner.account);
  const address = someone();
  const path = `/statements/stm_${owner.statement}/handovers`;
  const body = { label: 'M. Martin', email: address, message: 'Bonne lecture.' };
  const headers = { 'idempotency-key': randomUUID() };
  const made = await callV3(app, ['POST', path], { key, body, headers });
  expect(made).toMatchObject({ status: 201, json: { email: address, label: 'M. Martin' } });
  const again = await callV3(app, ['POST', path], { key, body, headers });
  expect(again.json['id']).toBe(made.json['id']);
  await mailing(owner, address);
  expect(await mailsTo(app, address)).toHaveLength(1);
  expect((await callV3(app, ['GET', path], { key })).json).toMatchObject({
    data: [{ email: address, delivery: { status: 'sent' } }],
  });
});
