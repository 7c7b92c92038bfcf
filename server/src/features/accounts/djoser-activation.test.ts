import { beforeAll, describe, expect, it } from 'vitest';
import { call, sharedApp } from '#test/app.ts';
import { clientOf, createPerson, mailedLink, type Client } from '#test/people.ts';

const app = sharedApp();
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const UID = { uid: ["L'id de l'utilisateur est invalide ou cet utilisateur n'existe pas."] };
const TOKEN = { token: ["Le jeton d'authentification est invalide pour cet utilisateur."] };
const STALE = { detail: 'Le jeton pour cet utilisateur est expiré.' };
const activate = (link: unknown) => client.post('users/activation/', link);
const waiting = () => createPerson(app, { active: false });

it('a mailed link opens the account, without a session; its second click → 403, after a login → 400', async () => {
  const person = await waiting();
  const link = await mailedLink(app, person, 'activation');
  expect((await client.login(person.username)).status).toBe(400);
  expect(await activate(link)).toMatchObject({ status: 204, body: '' });
  expect(await activate(link)).toMatchObject({ status: 403, body: STALE });
  expect((await client.login(person.username)).status).toBe(200);
  expect(await activate(link)).toMatchObject({ status: 400, body: TOKEN });
});

it('padding of the uid is tolerated, spaces around it are ignored', async () => {
  const person = await waiting();
  const { uid, token } = await mailedLink(app, person, 'activation');
  const padded = uid + '='.repeat((4 - (uid.length % 4)) % 4);
  expect((await activate({ uid: ` ${padded} `, token: `${token}\n` })).status).toBe(204);
});

const encoded = (text: string): string => Buffer.from(text).toString('base64url');

describe('an invalid uid', () => {
  it.each<[string, unknown]>([
    ['no base64url', 'é'],
    ['a fifth of a byte', 'M'],
    ['no number', encoded('abc')],
    ['bytes that are no text', Buffer.from([0xff, 0xfe]).toString('base64url')],
    ['a negative number', encoded('-1')],
    ['a fraction', encoded('1.5')],
    ['nobody', encoded('999999999')],
    ['zero', encoded('0')],
    ['2^53', encoded('9007199254740992')],
    ['more than a bigint', encoded('9223372036854775808')],
    ['a hundred digits', encoded('9'.repeat(100))],
    ['NUL inside', encoded('1\0')],
    ['a number of JSON', 12],
  ])('%s → 400 uid', async (_case, uid) => {
    expect(await activate({ uid, token: 'x' })).toMatchObject({ status: 400, body: UID });
  });
});

describe('an invalid token', () => {
  it('wrong, tampered, a number of JSON, immense', async () => {
    const { uid, token } = await mailedLink(app, await waiting(), 'activation');
    for (const wrong of ['abc', `${token}x`, token.slice(1), token.toLowerCase(), 12, 'x'.repeat(4096)]) {
      expect(await activate({ uid, token: wrong })).toMatchObject({ status: 400, body: TOKEN });
    }
    expect((await activate({ uid, token })).status).toBe(204);
  });

  it('of another account, of another purpose, expired', async () => {
    const [person, other] = [await waiting(), await waiting()];
    const { uid } = await mailedLink(app, person, 'activation');
    const { token: others } = await mailedLink(app, other, 'activation');
    const { token: reset } = await mailedLink(app, person, 'password_reset');
    const { token: old } = await mailedLink(app, person, 'activation');
    const live = await mailedLink(app, person, 'activation');
    await app.database.db
      .updateTable('account_token')
      .set({ expires_at: new Date() })
      .where('account_id', '=', person.id)
      .where('purpose', '=', 'activation')
      .execute();
    for (const token of [others, reset, old, live.token]) {
      expect(await activate({ uid, token })).toMatchObject({ status: 400, body: TOKEN });
    }
  });

  it('mailed to a former address of the account', async () => {
    const person = await waiting();
    const link = await mailedLink(app, { ...person, email: 'ancienne@exemple.fr' }, 'activation');
    expect(await activate(link)).toMatchObject({ status: 400, body: TOKEN });
  });

  it('is valid for three days', async () => {
    const person = await waiting();
    await mailedLink(app, person, 'activation');
    const { expires_at: expires } = await app.database.db
      .selectFrom('account_token')
      .select('expires_at')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect((expires.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 1);
  });
});

it('uid is checked before the token, the token before « active already »', async () => {
  const person = await createPerson(app);
  const { uid, token } = await mailedLink(app, person, 'activation');
  expect(await activate({})).toMatchObject({
    status: 400,
    body: { uid: ['Ce champ est obligatoire.'], token: ['Ce champ est obligatoire.'] },
  });
  expect(await activate({ uid: 'é', token: 'x' })).toMatchObject({ status: 400, body: UID });
  expect(await activate({ uid, token: 'x' })).toMatchObject({ status: 400, body: TOKEN });
  expect(await activate({ uid, token })).toMatchObject({ status: 403, body: STALE });
});

it('an account disabled before its first login is not opened by its old mail', async () => {
  const person = await createPerson(app, { active: false, disabled: true });
  const link = await mailedLink(app, person, 'activation');
  await activate(link);
  expect((await client.login(person.username)).status).toBe(400);
});

it('several links are valid together; ten concurrent clicks → one 204, nine 403', async () => {
  const person = await waiting();
  const first = await mailedLink(app, person, 'activation');
  const second = await mailedLink(app, person, 'activation');
  const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => activate(index % 2 ? first : second)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 403)).toHaveLength(9);
});

it('a mail scanner that opens the URL changes nothing', async () => {
  const person = await waiting();
  const link = await mailedLink(app, person, 'activation');
  for (const method of ['GET', 'HEAD']) await call(app, [method, `/activate/${link.uid}/${link.token}`]);
  expect((await activate(link)).status).toBe(204);
});

describe('« Ce n’est pas moi »', () => {
  const disown = (body: unknown) => call(app, ['POST', '/api/v2/inscription/refus/'], { body });
  const named = (email: string) =>
    app.database.db.selectFrom('account').select('id').where('email', '=', email).execute();

  it('the link of the activation mail erases the pending account by POST, once; GET changes nothing', async () => {
    const person = await waiting();
    const link = await mailedLink(app, person, 'activation');
    for (const method of ['GET', 'HEAD']) await call(app, [method, `/pas-moi/${link.uid}/${link.token}`]);
    expect(await named(person.email)).toHaveLength(1);
    expect(await disown(link)).toMatchObject({ status: 204, body: '' });
    expect(await named(person.email)).toEqual([]);
    expect(await disown(link)).toMatchObject({ status: 400, body: UID });
    expect((await activate(link)).status).toBe(400);
  });

  it('an account that is active → 403, whatever the link; no right link → 400', async () => {
    const person = await waiting();
    const link = await mailedLink(app, person, 'activation');
    const other = await mailedLink(app, await waiting(), 'activation');
    expect(await disown({ ...link, token: other.token })).toMatchObject({ status: 400, body: TOKEN });
    expect((await activate(link)).status).toBe(204);
    expect((await disown(link)).status).toBe(403);
    expect(await named(person.email)).toHaveLength(1);
  });
});

describe('POST users/resend_activation', () => {
  const queued = (recipient: string) =>
    app.database.db
      .selectFrom('outgoing_mail')
      .select(['kind', 'account_id'])
      .where('recipient', '=', recipient)
      .execute();

  it('a pending account → 204 and one more mail, whatever the case of the address', async () => {
    const person = await waiting();
    expect((await client.post('users/resend_activation/', { email: person.email.toUpperCase() })).status).toBe(204);
    expect(await queued(person.email)).toEqual([{ kind: 'activation', account_id: person.id }]);
  });

  it('an active account, an unknown one → 204 as well, and no mail', async () => {
    const person = await createPerson(app);
    for (const email of [person.email, 'personne@exemple.fr']) {
      expect(await client.post('users/resend_activation/', { email })).toMatchObject({ status: 204, body: '' });
      expect(await queued(email)).toEqual([]);
    }
  });

  it('no e-mail → 400', async () => {
    expect(await client.post('users/resend_activation/', { email: 'x' })).toMatchObject({
      status: 400,
      body: { email: ['Saisissez une adresse e-mail valide.'] },
    });
  });
});
