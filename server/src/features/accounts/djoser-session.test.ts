import { beforeAll, describe, expect, it, vi } from 'vitest';
import { call, sharedApp } from '#test/app.ts';
import { clientOf, createPerson, mailedLink, OTHER_PASSWORD, PASSWORD, type Client } from '#test/people.ts';

const app = sharedApp();
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const REFUSED = {
  status: 400,
  body: { non_field_errors: ["Impossible de se connecter avec les informations d'identification fournies."] },
};
const me = (token?: string) => call(app, ['GET', '/api/v2/users/me/'], token === undefined ? {} : { token });

describe('POST token/login', () => {
  it('each login opens a separate session, 40 hexadecimal characters, stored as a hash', async () => {
    const person = await createPerson(app);
    const tokens = [await client.sessionOf(person), await client.sessionOf(person)];
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) {
      expect(token).toMatch(/^[0-9a-f]{40}$/);
      expect(await me(token)).toMatchObject({
        status: 200,
        body: { id: person.id, email: person.email, username: person.username },
      });
    }
    const { rows } = await app.database.db
      .selectFrom('api_token')
      .selectAll()
      .where('account_id', '=', person.id)
      .execute()
      .then((rows) => ({ rows: JSON.stringify(rows) }));
    for (const token of tokens) expect(rows).not.toContain(token);
  });

  it('the username in another case, with spaces around, is the same', async () => {
    const person = await createPerson(app);
    expect((await client.login(`  ${person.username.toUpperCase()} `, ` ${PASSWORD}`)).status).toBe(200);
  });

  it('the password in another case is another', async () => {
    const person = await createPerson(app);
    expect(await client.login(person.username, PASSWORD.toLowerCase())).toMatchObject(REFUSED);
  });

  it('wrong password, unknown, inactive, disabled, unusable password, absent field → the same', async () => {
    const person = await createPerson(app);
    const inactive = await createPerson(app, { active: false });
    const disabled = await createPerson(app, { disabled: true });
    const unusable = await createPerson(app);
    await app.database.db
      .updateTable('account')
      .set({ password_hash: '!none' })
      .where('id', '=', unusable.id)
      .execute();
    const credentials = [
      { username: person.username, password: OTHER_PASSWORD },
      { username: 'personne@exemple.fr', password: PASSWORD },
      ...[inactive, disabled, unusable].map(({ username }) => ({ username, password: PASSWORD })),
      { username: person.username },
      { password: PASSWORD },
      {},
      undefined,
    ];
    for (const body of credentials) expect(await client.post('token/login/', body)).toMatchObject(REFUSED);
  });

  it('blank, null and wrong types are reported by field', async () => {
    expect(await client.post('token/login', { username: '', password: ' ' })).toMatchObject({
      status: 400,
      body: { username: ['Ce champ ne peut être vide.'], password: ['Ce champ ne peut être vide.'] },
    });
    expect(await client.post('token/login', { username: null, password: [] })).toMatchObject({
      status: 400,
      body: { username: ['Ce champ ne peut être nul.'], password: ['Chaîne de caractère invalide.'] },
    });
  });

  it('a hash is computed for an unknown user as for a known one', async () => {
    const person = await createPerson(app);
    const verify = vi.spyOn(app.deps.passwords, 'verify');
    await client.login('personne@exemple.fr');
    await client.login(person.username, OTHER_PASSWORD);
    expect(verify.mock.calls).toEqual([
      [PASSWORD, null, 'address:127.0.0.1'],
      [OTHER_PASSWORD, expect.stringMatching(/^\$argon2id/), 'address:127.0.0.1'],
    ]);
    verify.mockRestore();
  });

  it('an intruder’s login leaves the owner’s reset link, which ends the intruder’s sessions and every other link', async () => {
    const person = await createPerson(app);
    const [link, other] = [
      await mailedLink(app, person, 'password_reset'),
      await mailedLink(app, person, 'password_reset'),
    ];
    const intruder = await client.sessionOf(person);
    const confirm = (chosen: object) =>
      client.post('users/reset_password_confirm/', { ...chosen, new_password: OTHER_PASSWORD });
    expect((await confirm(link)).status).toBe(204);
    expect(await client.statusOf(intruder)).toBe(401);
    expect((await confirm(other)).status).toBe(400);
  });

  it('a password changed during its verification opens no session', async () => {
    const person = await createPerson(app);
    const { verify } = app.deps.passwords;
    app.deps.passwords.verify = async (...attempt) => {
      const matches = await verify(...attempt);
      await app.database.db
        .updateTable('account')
        .set({ password_hash: 'changed' })
        .where('id', '=', person.id)
        .execute();
      return matches;
    };
    const answer = await client.login(person.username);
    app.deps.passwords.verify = verify;
    expect(answer).toMatchObject(REFUSED);
  });
});

describe('POST token/logout', () => {
  it('closes this session only; again → 401', async () => {
    const person = await createPerson(app);
    const [one, other] = [await client.sessionOf(person), await client.sessionOf(person)];
    expect(await client.post('token/logout/', undefined, one)).toMatchObject({ status: 204, body: '' });
    expect(await client.post('token/logout/', undefined, one)).toMatchObject({
      status: 401,
      body: { detail: 'Token non valide.' },
    });
    expect(await client.statusOf(other)).toBe(200);
  });
});

describe('GET users/me', () => {
  it('without a token, with an unknown one, of a disabled account → 401 in Djoser’s words', async () => {
    const person = await createPerson(app);
    const token = await client.sessionOf(person);
    await app.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', person.id).execute();
    expect(await me()).toMatchObject({
      status: 401,
      body: { detail: "Informations d'authentification non fournies." },
    });
    expect(await me('0'.repeat(40))).toMatchObject({ status: 401, body: { detail: 'Token non valide.' } });
    const answer = await me(token);
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Utilisateur inactif ou supprimé.' } });
    expect(answer.headers.get('www-authenticate')).toBe('Token');
  });

  it('has exactly Djoser’s three fields', async () => {
    const person = await createPerson(app);
    const { body } = await me(await client.sessionOf(person));
    expect(Object.keys(body as object).sort()).toEqual(['email', 'id', 'username']);
  });
});
