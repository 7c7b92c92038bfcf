import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedApp } from '#test/app.ts';
import { clientOf, createPerson, mailedLink, PASSWORD, type Client } from '#test/people.ts';
import { processorMs } from '#test/processor.ts';

const app = sharedApp();
let client: Client;
beforeAll(async () => {
  client = clientOf(app);
});

const REQUIRED = ['Ce champ est obligatoire.'];
const BLANK = ['Ce champ ne peut être vide.'];
const NULL = ['Ce champ ne peut être nul.'];
const NOT_STRING = ['Chaîne de caractère invalide.'];
const EMAIL = ['Saisissez une adresse e-mail valide.'];
const EMAIL_TAKEN = ['Un objet utilisateur avec ce champ adresse électronique existe déjà.'];
const NOT_YOURS = ['Un nom d’utilisateur en forme d’adresse électronique doit être l’adresse de ce compte.'];
const NAME_TAKEN = ['Un utilisateur avec ce nom existe déjà.'];
const CHARSET = [
  'Saisissez un nom d’utilisateur valide. Il ne peut contenir que des lettres, des nombres ou les caractères «\u00A0@\u00A0», «\u00A0.\u00A0», «\u00A0+\u00A0», «\u00A0-\u00A0» et «\u00A0_\u00A0».',
];
const MISMATCH = { non_field_errors: ['Le contenu des deux champs mot de passe est différent.'] };
const LONG_150 = ['Assurez-vous que ce champ comporte au plus 150\u00A0caractères.'];
const LONG_254 = ['Assurez-vous que ce champ comporte au plus 254\u00A0caractères.'];
const LONG_4096 = ['Assurez-vous que ce champ comporte au plus 4096\u00A0caractères.'];
const NUL = ['Le caractère nul n’est pas autorisé.'];

const fields = (changed: Record<string, unknown> = {}): Record<string, unknown> => {
  const email = `${randomUUID()}@exemple.fr`;
  return { email, username: email, password: PASSWORD, re_password: PASSWORD, ...changed };
};
const signUp = (changed: Record<string, unknown> = {}) => client.post('users/', fields(changed));
const accountOf = (email: string) =>
  app.database.db.selectFrom('account').selectAll().where('email', '=', email).executeTakeFirst();

it('a valid form → 201 without password or token, an inactive account, one mail queued without its link', async () => {
  const email = `Ann.${randomUUID()}@Example.TEST`;
  const { status, body } = await signUp({ email, username: 'ann', is_staff: true, activated_at: '2020-01-01' });
  const stored = email.replace('Example.TEST', 'example.test');
  expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(Number), email: stored, username: 'ann' } });
  expect(await accountOf(stored)).toMatchObject({
    activated_at: null,
    password_hash: expect.stringMatching(/^\$argon2id/),
  });
  const mails = await app.database.db.selectFrom('outgoing_mail').selectAll().where('recipient', '=', stored).execute();
  expect(mails).toMatchObject([{ kind: 'activation', account_id: (body as { id: number }).id, params: {} }]);
  expect((await client.login('ann')).status).toBe(400);
});

describe('fields that are refused, with their messages', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'all absent',
      { email: undefined, username: undefined, password: undefined, re_password: undefined },
      { email: REQUIRED, username: REQUIRED, password: REQUIRED, re_password: REQUIRED },
    ],
    [
      'blank',
      { email: '', username: '   ', password: '\t', re_password: '' },
      { email: BLANK, username: BLANK, password: BLANK, re_password: BLANK },
    ],
    [
      'null',
      { email: null, username: null, password: null, re_password: null },
      { email: NULL, username: NULL, password: NULL, re_password: NULL },
    ],
    [
      'of a wrong type',
      { email: [], username: {}, password: true, re_password: ['a'] },
      { email: EMAIL, username: NOT_STRING, password: NOT_STRING, re_password: NOT_STRING },
    ],
    ['no e-mail', { email: 'ann' }, { email: EMAIL }],
    ['an e-mail too long', { email: `a@${'b.'.repeat(127)}fr` }, { email: LONG_254 }],
    ['a username with a space', { username: 'ann smith' }, { username: CHARSET }],
    ['a username with an accent apart', { username: 'ann#1' }, { username: CHARSET }],
    ['a username too long', { username: 'a'.repeat(151) }, { username: LONG_150 }],
    ['a username that its normal form lengthens', { username: '㋿'.repeat(150) }, { username: LONG_150 }],
    ['U+0000', { password: `${PASSWORD}\0`, re_password: `${PASSWORD}\0` }, { password: NUL, re_password: NUL }],
    ['a password of 4097 characters', { password: 'aA1!'.repeat(1025) }, { password: LONG_4096 }],
  ])('%s', async (_case, changed, errors) => {
    expect(await signUp(changed)).toMatchObject({ status: 400, body: errors });
    const { body } = await signUp(changed);
    expect(body).toEqual(errors);
  });

  it('passwords of 10 000 characters → 400, fast', async () => {
    const password = 'x'.repeat(10_000);
    const took = await processorMs(async () => {
      expect(await signUp({ password, re_password: password })).toMatchObject({
        status: 400,
        body: { password: LONG_4096, re_password: LONG_4096 },
      });
    });
    expect(took).toBeLessThan(1000);
  });
});

describe('passwords, after the fields', () => {
  it.each<[string, string[]]>([
    ['666', ['trop court', 'trop courant', 'entièrement numérique', 'minuscule', 'majuscule', 'spécial']],
    ['password123', ['trop courant', 'majuscule', 'spécial']],
    [`aA1!${'x'.repeat(147)}`, ['trop long']],
  ])('%s', async (password, words) => {
    const { status, body } = await signUp({ password, re_password: 'autre' });
    const messages = (body as { password: string[] }).password;
    expect(status).toBe(400);
    expect(Object.keys(body as object)).toEqual(['password']);
    expect(messages.map((message) => words.find((word) => message.includes(word)))).toEqual(words);
  });

  it('too similar to the username, reported first and once', async () => {
    const form = {
      username: 'camille.durand',
      email: `camille.durand@exemple.fr`,
      password: 'Camille-durand7',
      re_password: 'x',
    };
    expect(await signUp(form)).toMatchObject({
      status: 400,
      body: { password: ['Le mot de passe est trop semblable au champ «\u00A0nom d’utilisateur\u00A0».'] },
    });
  });

  it('different passwords → reported last, without a field', async () => {
    expect(await signUp({ re_password: `${PASSWORD}!` })).toMatchObject({ status: 400, body: MISMATCH });
  });

  it('spaces around a password are ignored', async () => {
    const form = fields({ password: ` ${PASSWORD} ` });
    expect((await client.post('users/', form)).status).toBe(201);
    await app.database.db
      .updateTable('account')
      .set({ activated_at: new Date() })
      .where('email', '=', String(form['email']))
      .execute();
    expect((await client.login(String(form['username']))).status).toBe(200);
  });
});

describe('names already taken', () => {
  it('an e-mail in another case → reported with the username, without the password errors', async () => {
    const taken = await createPerson(app, { email: `Jean.${randomUUID()}@exemple.fr` });
    const email = taken.email.toUpperCase();
    expect(await signUp({ email, username: email, password: '666' })).toMatchObject({
      status: 400,
      body: { email: EMAIL_TAKEN, username: NAME_TAKEN },
    });
  });

  it('is reported with the errors of the other fields', async () => {
    const { email } = await createPerson(app);
    expect((await signUp({ email, username: 'ann smith', password: '' })).body).toEqual({
      email: EMAIL_TAKEN,
      username: CHARSET,
      password: BLANK,
    });
  });

  it('an account that was never activated keeps its names taken', async () => {
    const { email } = await createPerson(app, { active: false });
    expect((await signUp({ email, username: randomUUID() })).body).toEqual({ email: EMAIL_TAKEN });
  });

  it('a username of the same normal form, in any script and case', async () => {
    const name = `Élodie${randomUUID().slice(0, 8)}`;
    expect((await signUp({ username: name })).status).toBe(201);
    for (const same of [
      name.normalize('NFD').normalize('NFKC').toUpperCase(),
      name.replace('É', '\u00E9'),
      name.replace('E', '\uFF25'),
    ]) {
      expect((await signUp({ username: same })).body).toEqual({ username: NAME_TAKEN });
    }
  });
});

it.each(['Ünïcode_名前.٣', 'a+b@c-d.e', '\u1E9B\u0323name'])('the username %s is allowed', async (username) => {
  expect(await signUp({ username })).toMatchObject({ status: 201, body: { username: username.normalize('NFKC') } });
});

it.each(["o'brien+erp@exemple.fr", 'jean@société-générale.fr', 'a_b-c@exemple.museum'])(
  'the pages sign up with the e-mail %s as username',
  async (email) => {
    expect(await signUp({ email, username: email })).toMatchObject({ status: 201, body: { email, username: email } });
  },
);

describe('a username in the form of an e-mail is the account’s own', () => {
  const squat = (username: string) => signUp({ username });
  const victim = (local = 'victime') => `${local}.${randomUUID().slice(0, 8)}@exemple.fr`;

  it('that of another person → 400; its owner signs up, activates and resets normally', async () => {
    const email = victim();
    expect(await squat(email)).toMatchObject({ status: 400, body: { username: NOT_YOURS } });
    const { status, body } = await signUp({ email, username: email });
    expect({ status, body }).toEqual({ status: 201, body: { id: expect.any(Number), email, username: email } });
    const person = { ...(body as { id: number }), email };
    expect((await client.post('users/activation/', await mailedLink(app, person, 'activation'))).status).toBe(204);
    expect((await client.post('users/reset_password/', { email })).status).toBe(204);
  });

  it.each([
    ['another case', (email: string) => email.toUpperCase()],
    ['full-width letters', (email: string) => email.replace('v', '\uFF56').replace('@', '\uFF20')],
    ['a capital that folds to a plain letter', (email: string) => email.replace('i', '\u0130')],
    ['spaces around', (email: string) => ` ${email}\t`],
  ])('in %s → the same', async (_, written) => {
    const email = victim();
    expect(await squat(written(email))).toMatchObject({ status: 400, body: { username: NOT_YOURS } });
    expect((await signUp({ email, username: email })).status).toBe(201);
  });

  it('is reported with the errors of the other fields, and with taken names', async () => {
    const { email } = await createPerson(app);
    expect((await signUp({ username: email, password: '' })).body).toEqual({ username: NOT_YOURS, password: BLANK });
    expect((await signUp({ email, username: victim() })).body).toEqual({ email: EMAIL_TAKEN, username: NOT_YOURS });
  });

  it('its own in another case or form → 201, its domain stored in one form', async () => {
    const email = victim();
    const typed = email.replace('exemple', '\uFF25xemple').replace('victime', 'Victime');
    const stored = email.replace('victime', 'Victime');
    expect(await signUp({ email: typed, username: typed })).toMatchObject({ status: 201, body: { email: stored } });
    expect((await signUp({ email, username: randomUUID() })).body).toEqual({ email: EMAIL_TAKEN });
  });
});

it('20 sign-ups at once with one address in different cases → one account, the others « taken »', async () => {
  const name = randomUUID().replaceAll(/\d/g, 'x');
  const inCase = (index: number): string =>
    `${Array.from(name, (char, at) => ((index >> (at % 5)) & 1 ? char.toUpperCase() : char)).join('')}@exemple.fr`;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => signUp({ email: inCase(index), username: `u${index}-${name}` })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = answers.filter(({ status }) => status !== 201);
  for (const { status, body } of refusals)
    expect({ status, body }).toEqual({ status: 400, body: { email: EMAIL_TAKEN } });
});
