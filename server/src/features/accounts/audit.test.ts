import { afterAll, beforeAll, expect, it } from 'vitest';
import { forgetExpiredTokens } from '#features/accounts/accounts.ts';
import { call, createTestApp, type TestApp } from '#test/app.ts';
import { clientOf, createPerson, mailedLink, OTHER_PASSWORD, PASSWORD } from '#test/people.ts';

/** Its own database: the production limits also count the attempts of one network. */
let app: TestApp;
/** With production limits. */
let strict: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  strict = await createTestApp({ database: app.database, env: { RATE_LIMIT_FACTOR: '1' } });
});
afterAll(async () => {
  await strict.close();
  await app.close();
});

const eventsOf = (accountId: number) =>
  app.database.db.selectFrom('security_event').selectAll().where('account_id', '=', accountId).orderBy('id').execute();

/** The audit trail is written in parallel with the calls. */
async function expectKinds(accountId: number, kinds: string[]): Promise<void> {
  await expect.poll(async () => (await eventsOf(accountId)).map(({ kind }) => kind).sort()).toEqual(kinds.toSorted());
}

it('each event of an account’s life leaves a line with its caller, and no e-mail; it outlives the account', async () => {
  const client = clientOf(app);
  const email = 'trace@exemple.fr';
  const form = { email, username: email, password: PASSWORD, re_password: PASSWORD };
  const { id } = (await client.post('users/', form)).body as { id: number };
  await client.post('users/resend_activation/', { email });
  await client.post('users/activation/', await mailedLink(app, { id, email }, 'activation'));
  await client.login(email, OTHER_PASSWORD);
  const person = { id, email, username: email, password: PASSWORD };
  await client.post('token/logout/', undefined, await client.sessionOf(person));
  await client.post('users/reset_password/', { email });
  const link = await mailedLink(app, person, 'password_reset');
  await client.post('users/reset_password_confirm/', { ...link, new_password: OTHER_PASSWORD });
  const token = await client.sessionOf({ ...person, password: OTHER_PASSWORD });
  await client.post('users/set_password/', { current_password: PASSWORD, new_password: PASSWORD }, token);
  await client.post('users/set_password/', { current_password: OTHER_PASSWORD, new_password: PASSWORD }, token);
  await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
  await expectKinds(id, [
    'sign_up',
    'activation_resent',
    'activation',
    'login_failed',
    'login',
    'logout',
    'password_reset_requested',
    'password_reset',
    'login',
    'password_refused',
    'password_changed',
    'account_deleted',
  ]);
  const events = await eventsOf(id);
  for (const event of events) expect(event).toMatchObject({ ip: '127.0.0.1', request_id: expect.stringMatching(/./) });
  expect(JSON.stringify(events)).not.toContain(email);
});

it('the eleventh attempt on one account from one network within a quarter of an hour → 429 with Retry-After, even with the right password', async () => {
  const person = await createPerson(app);
  const client = clientOf(strict);
  for (let attempt = 0; attempt < 10; attempt++) {
    // Another case is the same account.
    const typed = attempt % 2 ? person.username.toUpperCase() : person.username;
    expect((await client.login(typed, OTHER_PASSWORD)).status).toBe(400);
  }
  const answer = await client.login(person.username);
  expect(answer).toMatchObject({
    status: 429,
    body: { detail: expect.stringMatching(/^Requête ralentie\. Disponible/) },
  });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(60);
  await expect.poll(async () => (await eventsOf(person.id)).filter(({ kind }) => kind === 'throttled')).toHaveLength(1);
});

it('in a session, a right password clears the wrong ones before it', async () => {
  const person = await createPerson(app);
  const token = await clientOf(app).sessionOf(person);
  const prove = (current_password: string) =>
    clientOf(strict).post('users/set_password/', { current_password, new_password: 'court' }, token);
  for (const password of [...Array.from({ length: 6 }, () => OTHER_PASSWORD), PASSWORD]) await prove(password);
  for (let attempt = 0; attempt < 5; attempt++) expect((await prove(OTHER_PASSWORD)).status).toBe(400);
  expect(await prove(PASSWORD)).toMatchObject({ status: 400, body: { new_password: expect.anything() } });
});

it('the fourth reset of one address within the hour → 429, known or not', async () => {
  const client = clientOf(strict);
  const { email } = await createPerson(app);
  for (const [address, usual] of [
    [email, 204],
    ['inconnu@exemple.fr', 404],
  ] as const) {
    const statuses = [];
    for (let call = 0; call < 4; call++)
      statuses.push((await client.post('users/reset_password/', { email: address })).status);
    expect(statuses).toEqual([usual, usual, usual, 429]);
  }
});

it('the daily cleaning drops expired tokens and the events of more than a year ago, nothing else', async () => {
  const person = await createPerson(app);
  const client = clientOf(app);
  const token = await client.sessionOf(person);
  await mailedLink(app, person, 'password_reset');
  const { db } = app.database;
  const now = Date.now();
  await db
    .insertInto('account_token')
    .values({
      account_id: person.id,
      purpose: 'activation',
      token_hash: Buffer.from('old'),
      email: '',
      expires_at: new Date(now - 8 * 86_400_000),
    })
    .execute();
  for (const days of [366, 364])
    await db
      .insertInto('security_event')
      .values({ account_id: person.id, kind: `${days} days ago`, created_at: new Date(now - days * 86_400_000) })
      .execute();
  await forgetExpiredTokens(app.deps);
  await expectKinds(person.id, ['364 days ago', 'login']);
  const links = await db.selectFrom('account_token').select('purpose').where('account_id', '=', person.id).execute();
  expect(links).toEqual([{ purpose: 'password_reset' }]);
  expect(await client.statusOf(token)).toBe(200);
});

it('an account never activated → its names are free a week after its last link has expired', async () => {
  const { db } = app.database;
  const [waiting, forgotten] = [await createPerson(app), await createPerson(app)];
  const made = { activated_at: null, created_at: new Date(Date.now() - 12 * 86_400_000) };
  await db.updateTable('account').set(made).where('id', 'in', [waiting.id, forgotten.id]).execute();
  const link = { purpose: 'activation', email: '', token_hash: Buffer.from('six days'), account_id: waiting.id };
  await db
    .insertInto('account_token')
    .values({ ...link, expires_at: new Date(Date.now() - 6 * 86_400_000) })
    .execute();
  await forgetExpiredTokens(app.deps);
  const left = await db.selectFrom('account').select('id').where('id', 'in', [waiting.id, forgotten.id]).execute();
  expect(left).toEqual([{ id: waiting.id }]);
});

it('a failure to write the audit trail fails no call', async () => {
  const person = await createPerson(app);
  const { db } = app.database;
  await db.schema.alterTable('security_event').renameTo('security_event_away').execute();
  const { status } = await clientOf(app).login(person.username);
  await db.schema.alterTable('security_event_away').renameTo('security_event').execute();
  expect(status).toBe(200);
});
