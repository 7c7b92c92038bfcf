import { describe, expect, it } from 'vitest';
import { sharedApp } from '#test/app.ts';
import { JSON_TYPE, send } from '#test/raw-request.ts';

const app = sharedApp();

const signUp = (fields: object) =>
  send(app, ['POST', '/api/v2/users/'], { headers: JSON_TYPE, body: JSON.stringify(fields) });
const REQUIRED = 'Ce champ est obligatoire.';
const BLANK = 'Ce champ ne peut être vide.';
const NULL = 'Ce champ ne peut être nul.';
const NOT_STRING = 'Chaîne de caractère invalide.';
const EMAIL = 'Saisissez une adresse e-mail valide.';
const NUL = 'Le caractère nul n’est pas autorisé.';
const tooLong = (max: number) => `Assurez-vous que ce champ comporte au plus ${max}\u00A0caractères.`;

describe('a string field', () => {
  it.each<[unknown, string[]]>([
    [undefined, [REQUIRED]],
    [null, [NULL]],
    ['', [BLANK]],
    [' \t\n\u00A0 ', [BLANK]],
    [true, [NOT_STRING]],
    [false, [NOT_STRING]],
    [[], [NOT_STRING]],
    [['a'], [NOT_STRING]],
    [{}, [NOT_STRING]],
    ['a\u0000b', [NUL]],
    ['\u0000', [NUL]],
    ['a\ud800', ['Les caractères de substitution ne sont pas autorisés\u00A0: U+D800.']],
    ['\udc00\u0000', [NUL, 'Les caractères de substitution ne sont pas autorisés\u00A0: U+DC00.']],
  ])('%j → 400 %j', async (value, messages) => {
    const answer = await send(app, ['POST', '/api/v2/users/activation/'], {
      headers: JSON_TYPE,
      body: JSON.stringify({ uid: value, token: 'x' }),
    });
    expect(answer).toMatchObject({ status: 400, json: { uid: messages } });
    expect(Object.keys(answer.json as object)).toEqual(['uid']);
  });

  it.each<[unknown]>([['a'], [12], [-1.5], [0], ['  a  '], ['👩🏽‍🚒']])('%j is good', async (value) => {
    const answer = await send(app, ['POST', '/api/v2/users/activation/'], {
      headers: JSON_TYPE,
      body: JSON.stringify({ uid: value }),
    });
    expect(answer.json).toEqual({ token: [REQUIRED] });
  });

  it('is measured in characters once trimmed, not in UTF-16 units', async () => {
    const username = (name: string) => signUp({ username: name });
    expect((await username('a'.repeat(151))).json).toMatchObject({ username: [tooLong(150)] });
    expect((await username('😀'.repeat(151))).json).toMatchObject({ username: [tooLong(150)] });
    expect((await username(`${' '.repeat(9)}${'a'.repeat(150)}`)).json).not.toHaveProperty('username');
  });

  it('a password of 10 000 characters is too long', async () => {
    expect((await signUp({ password: 'x'.repeat(10_000) })).json).toMatchObject({ password: [tooLong(4096)] });
  });

  it('of a form is the same, and a file is no string', async () => {
    const body =
      '--b\r\nContent-Disposition: form-data; name="uid"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nMQ\r\n' +
      '--b\r\nContent-Disposition: form-data; name="token"\r\n\r\n  \r\n--b--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    expect((await send(app, ['POST', '/api/v2/users/activation/'], { headers, body })).json).toEqual({
      uid: [NOT_STRING],
      token: [BLANK],
    });
  });
});

describe('an e-mail', () => {
  it.each<[unknown, string[]]>([
    ['', [BLANK]],
    [null, [NULL]],
    [[], [EMAIL]],
    [{}, [EMAIL]],
    [true, [EMAIL]],
    [12, [EMAIL]],
    ['ann', [EMAIL]],
    ['ann@', [EMAIL]],
    ['@exemple.fr', [EMAIL]],
    ['ann@exemple', [EMAIL]],
    ['é@exemple.fr', [EMAIL]],
    ['ann@-exemple.fr', [EMAIL]],
    ['ann@exemple..fr', [EMAIL]],
    ['a nn@exemple.fr', [EMAIL]],
    ['ann@exemple.fr\nBcc: x@y.fr', [EMAIL]],
    ['ann@exemple.fr, bob@exemple.fr', [EMAIL]],
    // Invoices print it.
    ['ann@例え.テスト', ['La lettre « 例 » ne peut pas être imprimée.']],
    ['a\u0000@exemple.fr', [NUL, EMAIL]],
    [`${'a'.repeat(250)}@exemple.fr`, [tooLong(254)]],
  ])('%j → 400 %j', async (email, messages) => {
    expect((await signUp({ email })).json).toMatchObject({ email: messages });
  });

  it('of 10 000 characters → 400', async () => {
    expect((await signUp({ email: 'a'.repeat(10_000) })).json).toMatchObject({ email: [tooLong(254), EMAIL] });
  });

  it.each(['ann@exemple.fr', " Ann.O'Neil@x.fr", 'a+b_c@sub.exemple.museum', 'ann@exémple.fr', 'ann@δοκιμή.ελ'])(
    '%j is good',
    async (email) => {
      expect((await signUp({ email })).json).not.toHaveProperty('email');
    },
  );
});

it('all fields are reported together, one list each', async () => {
  expect(await signUp({ email: 'x', username: null, password: [] })).toMatchObject({
    status: 400,
    json: { email: [EMAIL], username: [NULL], password: [NOT_STRING], re_password: [REQUIRED] },
  });
});
