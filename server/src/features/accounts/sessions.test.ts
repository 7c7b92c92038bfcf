import type { Session } from '@clairisque/contract/accounts.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, createTestApp, sharedApp, type TestApp } from '#test/app.ts';
import { clientOf, createPerson, OTHER_PASSWORD, PASSWORD, type Client, type Person } from '#test/people.ts';
import { deviceOf } from './device.rules.ts';

const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0';
const HOUR_MS = 3_600_000;
const NOW = Date.now();
const THIS_HOUR = Math.floor(NOW / HOUR_MS) * HOUR_MS;
const LIST = '/api/v2/user/sessions/';
const OTHERS = `${LIST}autres/`;
const PROOF = { current_password: PASSWORD };

const app = sharedApp();
/** Another machine of the same service. */
let elsewhere: TestApp;
let client: Client;
beforeAll(async () => {
  app.deps.clock = () => new Date(NOW);
  elsewhere = await createTestApp({ database: app.database });
  client = clientOf(app);
});
afterAll(async () => {
  await elsewhere.close();
});

async function listOf(token: string): Promise<Session[]> {
  return (await call(app, ['GET', LIST], { token })).body as Session[];
}
const statusesOf = (tokens: string[]) => Promise.all(tokens.map((token) => client.statusOf(token)));
const end = (token: string, path: string, body: object = PROOF) => call(app, ['DELETE', path], { token, body });

async function signInFrom(person: Person, userAgent: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'user-agent': userAgent };
  const body = JSON.stringify({ username: person.username, password: person.password });
  const answer = await fetch(`${app.url}/api/v2/token/login/`, { method: 'POST', headers, body });
  return ((await answer.json()) as { auth_token: string }).auth_token;
}

/** The rows as last written; `version` changes with each write. */
async function rowsOf(person: Person) {
  return app.database.db
    .selectFrom('api_token')
    .select(['id', 'device', 'last_used_at', sql<string>`ctid::text`.as('version')])
    .where('account_id', '=', person.id)
    .orderBy('id')
    .execute();
}

it.each([
  ['Edge sur Windows', EDGE],
  ['Firefox sur Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari sur Mac',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  ],
  [
    'Chrome sur iPhone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1',
  ],
  [
    'Samsung Internet sur Android',
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
  ],
  ['Navigateur inconnu sur Windows', 'Mozilla/5.0 (Windows NT 10.0) <b>Dupont</b>/3.0 (jean@exemple.fr) '],
  [null, 'python-requests/2.31.0'],
  [null, '('.repeat(16_000)],
  [null, undefined],
])('a User-Agent → %s, and none of its own words', (device, userAgent) => {
  expect(deviceOf(userAgent)).toBe(device);
});

it('the list has this session first, then the last used; no expired ones, no other account’s', async () => {
  const [person, stranger] = [await createPerson(app), await createPerson(app)];
  const [old, expired] = [await client.sessionOf(person), await client.sessionOf(person)];
  const [atHome, here] = [await signInFrom(person, EDGE), await signInFrom(person, 'curl/8.5.0')];
  await client.sessionOf(stranger);
  const [first, second] = await rowsOf(person);
  const ofBefore = { device: null, last_used_at: null };
  await app.database.db.updateTable('api_token').set(ofBefore).where('id', '=', Number(first?.id)).execute();
  const past = { expires_at: new Date(NOW - 1_000) };
  await app.database.db.updateTable('api_token').set(past).where('id', '=', Number(second?.id)).execute();
  const { status, body } = await call(app, ['GET', LIST], { token: here });
  const opened = {
    id: expect.any(Number),
    ouverte_le: new Date(NOW).toISOString(),
    en_cours: false,
    derniere_activite: new Date(THIS_HOUR).toISOString(),
  };
  expect([status, body]).toEqual([
    200,
    [
      { ...opened, appareil: null, en_cours: true },
      { ...opened, appareil: 'Edge sur Windows' },
      { ...opened, appareil: null, derniere_activite: null },
    ],
  ]);
  expect(await statusesOf([old, expired, atHome])).toEqual([200, 401, 200]);
});

it('one is ended → refused at once on every machine, this one stays; again → 404', async () => {
  const person = await createPerson(app);
  const [here, lost] = [await client.sessionOf(person), await signInFrom(person, EDGE)];
  expect(await clientOf(elsewhere).statusOf(lost)).toBe(200);
  const path = `${LIST}${(await listOf(here)).find(({ en_cours: isCurrent }) => !isCurrent)?.id}/`;
  expect(await end(here, path)).toMatchObject({ status: 204, body: '' });
  expect([await client.statusOf(lost), await clientOf(elsewhere).statusOf(lost)]).toEqual([401, 401]);
  expect(await client.statusOf(here)).toBe(200);
  expect(await end(here, path)).toMatchObject({ status: 404, body: { detail: 'Cette session est déjà fermée.' } });
  const events = app.database.db.selectFrom('security_event').select('kind').where('account_id', '=', person.id);
  await expect.poll(() => events.execute()).toContainEqual({ kind: 'session_ended' });
});

it('of another account or unknown → 404 with any password; the session stays', async () => {
  const [person, stranger] = [await createPerson(app), await createPerson(app)];
  const [token, theirs] = [await client.sessionOf(person), await client.sessionOf(stranger)];
  const [row] = await rowsOf(stranger);
  for (const id of [row?.id, 999_999_999, '9'.repeat(15)])
    for (const body of [PROOF, { current_password: OTHER_PASSWORD }])
      expect([id, (await end(token, `${LIST}${id}/`, body)).status]).toEqual([id, 404]);
  expect(await client.statusOf(theirs)).toBe(200);
});

it('all the others → only this one stays, and those of other accounts', async () => {
  const [person, stranger] = [await createPerson(app), await createPerson(app)];
  const [here, ...others] = [
    await client.sessionOf(person),
    await client.sessionOf(person),
    await client.sessionOf(person),
  ];
  const theirs = await client.sessionOf(stranger);
  expect((await end(here, OTHERS)).status).toBe(204);
  expect(await statusesOf([here, theirs, ...others])).toEqual([200, 200, 401, 401]);
  expect(await listOf(here)).toHaveLength(1);
});

it('without or with a wrong password → 400, nothing is ended; with it, even this session', async () => {
  const person = await createPerson(app);
  const [here, other] = [await client.sessionOf(person), await client.sessionOf(person)];
  const [mine] = await listOf(here);
  for (const path of [OTHERS, `${LIST}${mine?.id}/`]) {
    expect(await end(here, path, {})).toMatchObject({
      status: 400,
      body: { current_password: ['Ce champ est obligatoire.'] },
    });
    expect(await end(here, path, { current_password: OTHER_PASSWORD })).toMatchObject({
      status: 400,
      body: { current_password: ['Mot de passe invalide.'] },
    });
  }
  expect(await statusesOf([here, other])).toEqual([200, 200]);
  expect((await end(here, `${LIST}${mine?.id}/`)).status).toBe(204);
  expect(await statusesOf([here, other])).toEqual([401, 200]);
});

it('its use is written once an hour, to the hour, whatever the number of calls', async () => {
  const person = await createPerson(app);
  const token = await client.sessionOf(person);
  const calls = () => Promise.all(Array.from({ length: 20 }, () => client.statusOf(token)));
  const [opened] = await rowsOf(person);
  await calls();
  expect(await rowsOf(person)).toEqual([opened]);

  app.deps.clock = () => new Date(NOW + HOUR_MS);
  await calls();
  await expect.poll(async () => (await rowsOf(person))[0]?.version).not.toBe(opened?.version);
  const [written] = await rowsOf(person);
  expect(written?.last_used_at).toEqual(new Date(THIS_HOUR + HOUR_MS));
  await calls();
  expect(await rowsOf(person)).toEqual([written]);
  app.deps.clock = () => new Date(NOW);
});

it('a failure to record the last use fails no call', async () => {
  const person = await createPerson(app);
  const token = await client.sessionOf(person);
  await sql`update api_token set last_used_at = null where account_id = ${person.id}`.execute(app.database.db);
  await sql`alter table api_token add constraint full_disk check (last_used_at is null) not valid`.execute(
    app.database.db,
  );
  const status = await client.statusOf(token);
  await sql`alter table api_token drop constraint full_disk`.execute(app.database.db);
  expect(status).toBe(200);
});

it('the list holds fifty; thousands of sessions end all the same', async () => {
  const person = await createPerson(app);
  const here = await client.sessionOf(person);
  await sql`insert into api_token (account_id, token_hash, expires_at)
    select ${person.id}, sha256(n::text::bytea), now() + interval '1 hour' from generate_series(1, 2000) n`.execute(
    app.database.db,
  );
  const listed = await listOf(here);
  expect([listed.length, listed[0]?.en_cours]).toEqual([50, true]);
  await end(here, OTHERS);
  expect(await rowsOf(person)).toHaveLength(1);
});
