import { MOST_KEYS } from '@clairisque/contract/api-keys.ts';
import { rowOf } from '@clairisque/contract/common/v3.ts';
import { describe, expect, it } from 'vitest';
import { call, createAccount, mailsTo, sharedApp } from '#test/app.ts';
import { callV3, createKey } from '#test/keys.ts';
import { clientOf, createPerson, PASSWORD, type Person } from '#test/people.ts';
import { forgetOldKeys } from './api-keys.ts';
import { isKey, newKey } from './secret.rules.ts';

const KEYS = '/api/v3/api_keys';
const ASKED = { name: 'Logiciel de l’agence', scopes: ['read', 'issue'], days: 90, current_password: PASSWORD };

const app = sharedApp({ worker: true });

type Made = { id: string; key: string; prefix: string; status: string };
type Owner = Person & { token: string };

async function createOwner(): Promise<Owner> {
  const person = await createPerson(app);
  return { ...person, token: await clientOf(app).sessionOf(person) };
}
const make = async ({ token }: Owner, asked: object = {}): Promise<Made> =>
  (await call(app, ['POST', KEYS], { token, body: { ...ASKED, ...asked } })).body as Made;
const list = async ({ token }: Owner): Promise<Made[]> =>
  ((await call(app, ['GET', KEYS], { token })).body as { data: Made[] }).data;
const statusOf = async (key: string) => {
  const { status, json } = await callV3(app, ['GET', '/balance'], { key });
  return [status, json['code']];
};
const eventsOf = ({ id }: Owner) =>
  app.database.db.selectFrom('security_event').select('kind').where('account_id', '=', id).orderBy('id').execute();

it('a key has a prefix, 32 random bytes and a checksum', () => {
  const key = newKey();
  expect(key).toMatch(/^crt_live_[0-9A-Za-z]{49}$/);
  expect(new Set(Array.from({ length: 100 }, () => newKey())).size).toBe(100);
  const other = key.at(20) === 'a' ? 'b' : 'a';
  expect([isKey(key), isKey(key.slice(0, 20) + other + key.slice(21)), isKey(key.slice(0, -1))]).toEqual([
    true,
    false,
    false,
  ]);
});

it('POST /api_keys → the key once, of which only a digest is stored; it opens API v3 and its use is recorded', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  expect(made).toMatchObject({ name: ASKED.name, scopes: ASKED.scopes, status: 'active', last_used_at: null });
  expect(made.key.startsWith(made.prefix)).toBe(true);
  const stored = await app.database.db.selectFrom('api_key').selectAll().where('id', '=', rowOf(made.id)).execute();
  expect(JSON.stringify(stored)).not.toContain(made.key.slice(-40));
  expect(await statusOf(made.key)).toEqual([200, undefined]);
  await expect
    .poll(() => list(owner))
    .toEqual([expect.objectContaining({ id: made.id, last_used_at: expect.any(String) })]);
  expect(JSON.stringify(await list(owner))).not.toContain(made.key);
});

it('POST /api_keys, or its replacement → a mail that says how to revoke it; none for a test key', async () => {
  const owner = await createOwner();
  const test = await make(owner, { mode: 'test' });
  expect(test).toMatchObject({ mode: 'test', key: expect.stringMatching(/^crt_test_[0-9A-Za-z]{49}$/) });
  const { id } = await make(owner);
  const body = { overlap_hours: 0, current_password: PASSWORD };
  await call(app, ['POST', `${KEYS}/${id}/rotations`], { token: owner.token, body });
  const mails = (await mailsTo(app, owner.email, 2)).filter(({ subject }) => subject.includes('clé d’API'));
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Nouvelle clé d’API sur Clairisque'));
  expect(mails[0]?.text).toContain(ASKED.name);
  expect(mails[0]?.text).toContain('/developpeurs/cles');
  expect((await call(app, ['POST', `${KEYS}/${test.id}/rotations`], { token: owner.token, body })).body).toMatchObject({
    mode: 'test',
  });
});

it('POST /api_keys with a wrong password, no right, a hidden character, beyond the most keys → refused', async () => {
  const owner = await createOwner();
  const refusalOf = async (asked: object) => {
    const { status, body } = await call(app, ['POST', KEYS], { token: owner.token, body: { ...ASKED, ...asked } });
    const { code, errors = [] } = body as { code: string; errors?: { pointer: string }[] };
    return [status, code, ...errors.map(({ pointer }) => pointer)];
  };
  expect(await refusalOf({ current_password: 'Autre-Chose-9' })).toEqual([400, 'invalid_input', '/current_password']);
  expect(await refusalOf({ scopes: [] })).toEqual([400, 'invalid_input', '/scopes']);
  expect(await refusalOf({ name: 'a\u202Eb' })).toEqual([400, 'invalid_input', '/name']);
  expect(await refusalOf({ days: 4_000 })).toEqual([400, 'invalid_input', '/days']);
  for (let made = 0; made < MOST_KEYS; made += 1) await createKey(app, owner);
  expect(await refusalOf({})).toEqual([409, 'conflict']);
});

it('DELETE /api_keys/ID → the next call is refused at once; the key stays listed', async () => {
  const owner = await createOwner();
  const made = await make(owner);
  const revoke = () => call(app, ['DELETE', `${KEYS}/${made.id}`], { token: owner.token });
  expect((await revoke()).status).toBe(204);
  expect(await statusOf(made.key)).toEqual([401, 'key_revoked']);
  expect(await list(owner)).toEqual([expect.objectContaining({ id: made.id, status: 'revoked' })]);
  expect((await revoke()).status).toBe(404);
  await expect
    .poll(async () => (await eventsOf(owner)).map(({ kind }) => kind))
    .toEqual(expect.arrayContaining(['api_key_created', 'api_key_revoked']));
});

describe('POST /api_keys/ID/rotations', () => {
  const rotate = (owner: Owner, id: string, overlap_hours: number) =>
    call(app, ['POST', `${KEYS}/${id}/rotations`], {
      token: owner.token,
      body: { overlap_hours, current_password: PASSWORD },
    });

  it('with an overlap → both keys work, the former until then', async () => {
    const owner = await createOwner();
    const former = await make(owner, { scopes: ['read'] });
    const { body } = await rotate(owner, former.id, 24);
    expect(body).toMatchObject({ name: ASKED.name, scopes: ['read'] });
    expect([await statusOf(former.key), await statusOf((body as Made).key)]).toEqual([
      [200, undefined],
      [200, undefined],
    ]);
    const [, row] = await app.database.db
      .selectFrom('api_key')
      .select('expires_at')
      .where('id', 'in', [former.id, (body as Made).id].map(rowOf))
      .orderBy('id', 'desc')
      .execute();
    const hoursLeft = (Number(row?.expires_at) - Date.now()) / 3_600_000;
    expect(hoursLeft).toBeGreaterThan(23);
    expect(hoursLeft).toBeLessThanOrEqual(24);
  });

  it('of a key that was replaced → a year again for the new one; the former keeps the end promised first', async () => {
    const owner = await createOwner();
    const former = await make(owner, { days: 365 });
    expect((await rotate(owner, former.id, 24)).status).toBe(201);
    const { body } = await rotate(owner, former.id, 0);
    const endsOf = async (id: string): Promise<number> => {
      const { expires_at: end } = await app.database.db
        .selectFrom('api_key')
        .select('expires_at')
        .where('id', '=', rowOf(id))
        .executeTakeFirstOrThrow();
      return Math.round((Number(end) - Date.now()) / 3_600_000);
    };
    expect([await endsOf((body as Made).id), await endsOf(former.id)]).toEqual([365 * 24, 24]);
  });

  it('without an overlap → the former is expired; another replacement of it is a 404', async () => {
    const owner = await createOwner();
    const former = await make(owner);
    expect((await rotate(owner, former.id, 0)).status).toBe(201);
    expect(await statusOf(former.key)).toEqual([401, 'key_expired']);
    expect((await rotate(owner, former.id, 0)).status).toBe(404);
  });
});

describe('a key is refused', () => {
  it('by v2, as a token and as a bearer; v3 refuses a session’s token', async () => {
    const account = await createAccount(app, 1);
    const key = await createKey(app, account);
    expect((await call(app, ['GET', '/api/v2/users/me/'], { token: key })).status).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${app.url}/api/v2/users/me/`, { headers })).status).toBe(401);
    expect(await statusOf(account.token)).toEqual([401, 'key_invalid']);
    const withToken = await callV3(app, ['GET', '/balance'], { headers: { authorization: `Token ${account.token}` } });
    expect([withToken.status, withToken.json['code']]).toEqual([401, 'not_authenticated']);
    expect(withToken.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('once it has expired, its account is disabled, or the account is erased', async () => {
    const { db } = app.database;
    const person = await createPerson(app);
    const key = await createKey(app, person);
    const expires = (at: Date) => db.updateTable('api_key').set({ expires_at: at }).execute();
    const disable = (at: Date | null) =>
      db.updateTable('account').set({ disabled_at: at }).where('id', '=', person.id).execute();
    await disable(new Date());
    expect(await statusOf(key)).toEqual([401, 'key_invalid']);
    await disable(null);
    expect(await statusOf(key)).toEqual([200, undefined]);
    await expires(new Date(Date.now() - 1));
    expect(await statusOf(key)).toEqual([401, 'key_expired']);
    const token = await clientOf(app).sessionOf(person);
    await call(app, ['DELETE', '/api/v2/users/me/'], { token, body: { current_password: PASSWORD } });
    expect(await statusOf(key)).toEqual([401, 'key_invalid']);
  });

  it('without the scope of the call', async () => {
    const key = await createKey(app, await createAccount(app), ['issue']);
    expect(await statusOf(key)).toEqual([403, 'scope_missing']);
  });
});

it('keys that ended half a year ago are forgotten; others stay', async () => {
  const owner = await createOwner();
  const old = await make(owner);
  const kept = await make(owner, { days: null });
  await forgetOldKeys({ ...app.deps, clock: () => new Date(Date.now() + 280 * 86_400_000) });
  const ids = (await list(owner)).map(({ id }) => id);
  expect([ids.includes(old.id), ids.includes(kept.id)]).toEqual([false, true]);
});
