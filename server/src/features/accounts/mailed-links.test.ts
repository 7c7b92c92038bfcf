import { afterAll, beforeAll, expect, it } from 'vitest';
import { SEND_MAIL } from '#platform/mails/outbox.ts';
import { createTestApp, mailsTo, type TestApp } from '#test/app.ts';
import { clientOf, createPerson, linkIn, OTHER_PASSWORD, PASSWORD, type Client } from '#test/people.ts';
import { decodeUid, encodeUid } from './mailed-links.service.ts';

let app: TestApp;
let client: Client;
beforeAll(async () => {
  app = await createTestApp({ worker: true, env: { PUBLIC_URL: 'https://clairisque.example' } });
  client = clientOf(app);
});
afterAll(() => app.close());

it('from the sign-up to a new password, by the mailed links', async () => {
  const email = 'nouvelle.venue@exemple.fr';
  const form = { email, username: email, password: PASSWORD, re_password: PASSWORD };
  expect((await client.post('users/', form)).status).toBe(201);
  const [welcome] = await mailsTo(app, email);
  expect(welcome?.text).toMatch(/https:\/\/clairisque\.example\/pas-moi\/[\w-]+\/[\w-]{43}(\s|$)/);
  expect(welcome?.text).toMatch(/https:\/\/clairisque\.example\/activate\/[\w-]+\/[\w-]{43}(\s|$)/);
  expect((await client.post('users/activation/', linkIn(welcome!))).status).toBe(204);
  expect((await client.login(email)).status).toBe(200);
  expect((await client.post('users/reset_password/', { email })).status).toBe(204);
  const [reset] = await mailsTo(app, email, 2);
  expect(reset?.text).toContain('https://clairisque.example/password-reset-confirmation/');
  expect(reset?.text).toContain(email);
  const answer = await client.post('users/reset_password_confirm/', {
    ...linkIn(reset!),
    new_password: OTHER_PASSWORD,
  });
  expect(answer.status).toBe(204);
  const [changed] = await mailsTo(app, email, 3);
  expect(changed?.subject).toContain('Mot de passe modifié');
  expect((await client.login(email, OTHER_PASSWORD)).status).toBe(200);
});

it('no token is stored in the database, and mails only go to the account’s own address', async () => {
  const person = await createPerson(app, { active: false });
  await client.post('users/resend_activation/', { email: person.email });
  const { token } = linkIn((await mailsTo(app, person.email))[0]!);
  await client.post('users/resend_activation/', { email: 'personne@exemple.fr' });
  const { db } = app.database;
  const held = JSON.stringify([
    await db.selectFrom('account_token').selectAll().execute(),
    await db.selectFrom('outgoing_mail').selectAll().execute(),
  ]);
  expect(held).not.toContain(token);
  expect(held).not.toContain('personne@exemple.fr');
});

it('a sign-up with another’s e-mail → the mailbox’s owner chooses the password; the stranger’s never works', async () => {
  const email = 'proprietaire@exemple.fr';
  const signUp = (password: string) =>
    client.post('users/', { email, username: email, password, re_password: password });
  expect((await signUp(OTHER_PASSWORD)).status).toBe(201);
  const first = linkIn((await mailsTo(app, email))[0]!);
  expect((await signUp(PASSWORD)).status).toBe(400);
  expect((await client.post('users/resend_activation/', { email })).status).toBe(204);
  const [again] = await mailsTo(app, email, 2);
  expect(again?.subject).toBe('Activation du compte sur Clairisque');
  expect(again?.text).toMatch(/https:\/\/clairisque\.example\/pas-moi\/[\w-]+\/[\w-]{43}(\s|$)/);
  expect(again?.text).toMatch(/https:\/\/clairisque\.example\/password-reset-confirmation\/[\w-]+\/[\w-]{43}(\s|$)/);
  expect((await client.post('users/activation/', first)).status).toBe(400);
  const chosen = { ...linkIn(again!), new_password: PASSWORD };
  expect((await client.post('users/activation/', linkIn(again!))).status).toBe(400);
  expect((await client.post('users/reset_password_confirm/', chosen)).status).toBe(204);
  expect((await client.login(email, OTHER_PASSWORD)).status).toBe(400);
  expect((await client.login(email)).status).toBe(200);
  expect((await client.post('users/reset_password_confirm/', chosen)).status).toBe(400);
});

it('a new link is requested, then « Ce n’est pas moi » → the account is erased', async () => {
  const { email, id } = await createPerson(app, { active: false });
  await client.post('users/resend_activation/', { email });
  const [again] = await mailsTo(app, email);
  const [, uid, token] = /\/pas-moi\/([\w-]+)\/([\w-]{43})/.exec(again?.text ?? '') ?? [];
  expect((await client.post('inscription/refus/', { uid, token })).status).toBe(204);
  expect(await app.database.db.selectFrom('account').select('id').where('id', '=', id).execute()).toEqual([]);
});

it('repeated link requests by strangers → five mails an hour, no refusal; each link works, and later others are mailed', async () => {
  const { db } = app.database;
  const settled = async (recipient: string, asked: number) => {
    const all = () =>
      db.selectFrom('outgoing_mail').select(['sent_at', 'dropped_at']).where('recipient', '=', recipient).execute();
    const isDone = (mail: Awaited<ReturnType<typeof all>>[number]) => mail.sent_at !== null || mail.dropped_at !== null;
    await expect.poll(async () => (await all()).filter(isDone).length).toBe(asked);
    return (await all()).filter((mail) => mail.sent_at !== null).length;
  };
  const { email } = await createPerson(app);
  const waiting = await createPerson(app, { active: false });
  for (let n = 1; n <= 8; n += 1) {
    expect((await client.post('users/reset_password/', { email })).status).toBe(204);
    expect((await client.post('users/resend_activation/', { email: waiting.email })).status).toBe(204);
    await settled(email, n);
    await settled(waiting.email, n);
  }
  expect([await settled(email, 8), await settled(waiting.email, 8)]).toEqual([5, 5]);
  const oldest = (await mailsTo(app, email, 5)).at(-1);
  const reset = { ...linkIn(oldest!), new_password: OTHER_PASSWORD };
  expect((await client.post('users/reset_password_confirm/', reset)).status).toBe(204);
  expect((await client.post('users/reset_password/', { email })).status).toBe(204);
  // « Mot de passe modifié », then the new link.
  expect(await settled(email, 10)).toBe(7);
});

it('the mail of an account activated meanwhile is dropped', async () => {
  const person = await createPerson(app);
  const { db } = app.database;
  const { id } = await db
    .insertInto('outgoing_mail')
    .values({ kind: 'activation', recipient: person.email, account_id: person.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.deps.jobs.enqueue(db, SEND_MAIL, { mailId: id });
  await expect
    .poll(() =>
      db.selectFrom('outgoing_mail').select(['sent_at', 'dropped_at']).where('id', '=', id).executeTakeFirst(),
    )
    .toMatchObject({ sent_at: null, dropped_at: expect.any(Date) });
});

it('uid is Django’s', () => {
  expect(encodeUid(1)).toBe('MQ');
  expect(decodeUid('MQ==')).toBe(1);
  for (const id of [1, 12, 123, 9_007_199_254_740_991]) expect(decodeUid(encodeUid(id))).toBe(id);
});
