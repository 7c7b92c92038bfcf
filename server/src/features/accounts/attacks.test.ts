import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, mailsTo, type TestApp } from '#test/app.ts';
import { clientOf, createPerson, PASSWORD } from '#test/people.ts';
import { JSON_TYPE, send } from '#test/raw-request.ts';
import { releaseUsernames } from './sign-up.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ worker: true, env: { PUBLIC_URL: 'https://clairisque.example', TRUSTED_PROXIES: '1' } });
});
afterAll(() => app.close());

/**
 * Processor time of all threads. The minimum of several runs, alternated: other load on the machine only adds to it.
 */
async function leastMs(attempts: Record<'known' | 'unknown', () => Promise<unknown>>): Promise<Record<string, number>> {
  const least = { known: Infinity, unknown: Infinity };
  for (let turn = 0; turn < 5; turn += 1) {
    for (const kind of ['known', 'unknown'] as const) {
      const before = process.cpuUsage();
      await attempts[kind]();
      const { user, system } = process.cpuUsage(before);
      least[kind] = Math.min(least[kind], (user + system) / 1000);
    }
  }
  return least;
}

it('a wrong password takes as long for an unknown name as for a known one: no timing leak', async () => {
  const { username } = await createPerson(app);
  const client = clientOf(app);
  const { known = 0, unknown = 0 } = await leastMs({
    known: () => client.login(username, 'Mauvais-mot-1'),
    unknown: () => client.login('personne@exemple.fr', 'Mauvais-mot-1'),
  });
  expect(unknown / known).toBeGreaterThan(0.6);
  expect(unknown / known).toBeLessThan(1.6);
});

it('whatever the Host header, mailed links lead to the site', async () => {
  const { email } = await createPerson(app);
  const headers = {
    ...JSON_TYPE,
    host: 'pirate.example',
    'x-forwarded-host': 'pirate.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=pirate.example',
    origin: 'https://pirate.example',
  };
  const body = JSON.stringify({ email });
  const { status } = await send(app, ['POST', '/api/v2/users/reset_password/'], { headers, body });
  expect(status).toBe(204);
  const [mail] = await mailsTo(app, email);
  const links = `${mail?.text} ${mail?.html}`.match(/https?:\/\/[^\s"'<>)]+/g) ?? [];
  expect(links.length).toBeGreaterThan(1);
  expect(links.filter((link) => !link.startsWith('https://clairisque.example'))).toEqual([]);
});

it('session fixation: a token sent by the caller, in a header, a cookie or the body, is never adopted', async () => {
  const { username } = await createPerson(app);
  const chosen = 'a'.repeat(40);
  const sign = (headers: Record<string, string>) =>
    send(app, ['POST', '/api/v2/token/login/'], {
      headers: { ...JSON_TYPE, ...headers },
      body: JSON.stringify({ username, password: PASSWORD, auth_token: chosen, token: chosen }),
    });
  expect((await sign({ authorization: `Token ${chosen}` })).status).toBe(401);
  const answers = [await sign({ cookie: `token=${chosen}` }), await sign({})];
  const tokens = answers.map(({ json }) => (json as { auth_token: string }).auth_token);
  expect(new Set([...tokens, chosen]).size).toBe(3);
  expect(await clientOf(app).statusOf(chosen)).toBe(401);
  // A cookie authenticates nothing: another site cannot call for its user.
  const { status } = await send(app, ['GET', '/api/v2/users/me/'], { headers: { cookie: `token=${tokens[0]}` } });
  expect(status).toBe(401);
});

/** An account of before decision 0009, whose username is another person's e-mail. */
async function squatter(username: string): Promise<{ id: number; email: string }> {
  const person = await createPerson(app);
  await app.database.db.updateTable('account').set({ username }).where('id', '=', person.id).execute();
  return person;
}
const usernameOf = async ({ id }: { id: number }): Promise<string | undefined> =>
  (await app.database.db.selectFrom('account').select('username').where('id', '=', id).executeTakeFirst())?.username;

it('an e-mail once taken as a username by another person → its owner signs up; the other account keeps its own e-mail', async () => {
  const email = `Victime-${randomUUID()}@exemple.fr`;
  const former = await squatter(email.toLowerCase());
  const body = { email, username: email, password: PASSWORD, re_password: PASSWORD };
  expect(await clientOf(app).post('users/', body)).toMatchObject({ status: 201, body: { username: email } });
  expect(await usernameOf(former)).toBe(former.email);
  expect((await clientOf(app).login(former.email)).status).toBe(200);
});

it('all of them, each night; a username that merely resembles an e-mail stays', async () => {
  const [one, other] = [await squatter(`${randomUUID()}@exemple.fr`), await squatter('jean@dupont')];
  // Its own e-mail is taken by another such account.
  const taken = await squatter(one.email);
  await releaseUsernames(app.deps);
  expect(await usernameOf(other)).toBe('jean@dupont');
  expect([one.email, `compte-${one.id}`]).toContain(await usernameOf(one));
  expect([taken.email, `compte-${taken.id}`]).toContain(await usernameOf(taken));
});
