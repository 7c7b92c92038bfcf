import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, sharedApp, type TestApp } from '#test/app.ts';
import { clientOf, createPerson, mailedLink, OTHER_PASSWORD, type Client } from '#test/people.ts';

const app = sharedApp();
let discreet: TestApp;
let client: Client;
beforeAll(async () => {
  discreet = await createTestApp({ database: app.database, env: { ACCOUNTS_REVEAL_UNKNOWN_EMAIL: 'false' } });
  client = clientOf(app);
});
afterAll(async () => {
  await discreet.close();
});

const UID = { uid: ["L'id de l'utilisateur est invalide ou cet utilisateur n'existe pas."] };
const TOKEN = { token: ["Le jeton d'authentification est invalide pour cet utilisateur."] };
const SHORT = 'Ce mot de passe est trop court. Il doit contenir au minimum 8 caractères.';
const confirm = (body: unknown) => client.post('users/reset_password_confirm/', body);
const queuedTo = (recipient: string) =>
  app.database.db
    .selectFrom('outgoing_mail')
    .select(['kind', 'account_id'])
    .where('recipient', '=', recipient)
    .execute();

describe('POST users/reset_password', () => {
  it('an active account, in any case → 204 and one mail to its own address', async () => {
    const person = await createPerson(app);
    expect(await client.post('users/reset_password/', { email: person.email.toUpperCase() })).toMatchObject({
      status: 204,
      body: '',
    });
    expect(await queuedTo(person.email)).toEqual([{ kind: 'password-reset', account_id: person.id }]);
    expect(await queuedTo(person.email.toUpperCase())).toEqual([]);
  });

  it('unknown, inactive, disabled → 404 {detail}, or 204 when the server must not reveal it; no mail', async () => {
    const people = [await createPerson(app, { active: false }), await createPerson(app, { disabled: true })];
    for (const email of [`${randomUUID()}@exemple.fr`, ...people.map((person) => person.email)]) {
      expect(await client.post('users/reset_password/', { email })).toMatchObject({
        status: 404,
        body: { detail: 'Cette adresse email ne correspond à aucun utilisateur enregistré.' },
      });
      expect(await clientOf(discreet).post('users/reset_password/', { email })).toMatchObject({
        status: 204,
        body: '',
      });
      expect(await queuedTo(email)).toEqual([]);
    }
  });

  it.each<[unknown, string]>([
    [undefined, 'Ce champ est obligatoire.'],
    ['', 'Ce champ ne peut être vide.'],
    ['jean', 'Saisissez une adresse e-mail valide.'],
    [['a@b.fr'], 'Saisissez une adresse e-mail valide.'],
  ])('%j → 400', async (email, message) => {
    expect(await client.post('users/reset_password/', { email })).toMatchObject({
      status: 400,
      body: { email: [message] },
    });
  });
});

describe('POST users/reset_password_confirm', () => {
  it('a valid link → 204 without a session; every session and link ends; only the new password logs in', async () => {
    const person = await createPerson(app);
    const sessions = [await client.sessionOf(person), await client.sessionOf(person)];
    const [link, sibling] = [
      await mailedLink(app, person, 'password_reset'),
      await mailedLink(app, person, 'password_reset'),
    ];
    expect(await confirm({ ...link, new_password: OTHER_PASSWORD, re_new_password: 'x' })).toMatchObject({
      status: 204,
      body: '',
    });
    for (const token of sessions) expect(await client.statusOf(token)).toBe(401);
    for (const used of [link, sibling]) {
      expect(await confirm({ ...used, new_password: OTHER_PASSWORD })).toMatchObject({ status: 400, body: TOKEN });
    }
    expect((await client.login(person.username)).status).toBe(400);
    expect((await client.login(person.username, OTHER_PASSWORD)).status).toBe(200);
    expect(await queuedTo(person.email)).toEqual([{ kind: 'password-changed', account_id: person.id }]);
  });

  it('in order: fields, password errors, user, token', async () => {
    const person = await createPerson(app);
    const { uid, token } = await mailedLink(app, person, 'password_reset');
    const required = ['Ce champ est obligatoire.'];
    expect((await confirm({})).body).toEqual({ uid: required, token: required, new_password: required });
    const weak = await confirm({ uid: 'é', token: 'x', new_password: 'Aa1!' });
    expect({ status: weak.status, body: weak.body }).toEqual({ status: 400, body: { new_password: [SHORT] } });
    expect((await confirm({ uid: 'é', token: 'x', new_password: OTHER_PASSWORD })).body).toEqual(UID);
    expect((await confirm({ uid, token: 'x', new_password: OTHER_PASSWORD })).body).toEqual(TOKEN);
    // A refused password leaves the link usable.
    expect((await confirm({ uid, token, new_password: 'Aa1!' })).body).toEqual({ new_password: [SHORT] });
    expect((await confirm({ uid, token, new_password: OTHER_PASSWORD })).status).toBe(204);
  });

  it('similar to the user’s names → 400 with a valid link, not mentioned with an invalid one', async () => {
    const person = await createPerson(app, { email: 'hildegarde.zimmermann@exemple.fr' });
    const { uid, token } = await mailedLink(app, person, 'password_reset');
    const similar = 'Hildegarde-Zimmermann7';
    expect((await confirm({ uid, token: 'x', new_password: similar })).body).toEqual(TOKEN);
    expect((await confirm({ uid, token, new_password: similar })).body).toEqual({
      new_password: ['Le mot de passe est trop semblable au champ «\u00A0nom d’utilisateur\u00A0».'],
    });
  });

  it('a link of another purpose, of another account, expired, of an erased account → 400', async () => {
    const [person, other, erased] = [await createPerson(app), await createPerson(app), await createPerson(app)];
    const { uid, token } = await mailedLink(app, person, 'password_reset');
    const activation = await mailedLink(app, person, 'activation');
    const others = await mailedLink(app, other, 'password_reset');
    const gone = await mailedLink(app, erased, 'password_reset');
    await app.database.db.deleteFrom('account').where('id', '=', erased.id).execute();
    for (const wrong of [activation.token, others.token]) {
      expect((await confirm({ uid, token: wrong, new_password: OTHER_PASSWORD })).body).toEqual(TOKEN);
    }
    expect((await confirm({ ...gone, new_password: OTHER_PASSWORD })).body).toEqual(UID);
    await app.database.db
      .updateTable('account_token')
      .set({ expires_at: new Date() })
      .where('account_id', '=', person.id)
      .execute();
    expect((await confirm({ uid, token, new_password: OTHER_PASSWORD })).body).toEqual(TOKEN);
    expect((await client.login(person.username)).status).toBe(200);
  });

  it('numbers of JSON in uid and token → 400', async () => {
    expect((await confirm({ uid: 1, token: 2, new_password: OTHER_PASSWORD })).body).toEqual(UID);
  });

  it('is valid for one hour', async () => {
    const person = await createPerson(app);
    await mailedLink(app, person, 'password_reset');
    const { expires_at: expires } = await app.database.db
      .selectFrom('account_token')
      .select('expires_at')
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow();
    expect((expires.getTime() - Date.now()) / 60_000).toBeCloseTo(60, 0);
  });

  it('two resets at once with one link → one password, the winner’s', async () => {
    const person = await createPerson(app);
    const link = await mailedLink(app, person, 'password_reset');
    const wanted = Array.from({ length: 5 }, (_, index) => `Choix-Numero-${index}`);
    const answers = await Promise.all(wanted.map((new_password) => confirm({ ...link, new_password })));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
    const winner = answers.findIndex(({ status }) => status === 204);
    expect((await client.login(person.username, wanted[winner])).status).toBe(200);
  });
});
