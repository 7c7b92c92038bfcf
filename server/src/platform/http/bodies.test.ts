import { describe, expect, it } from 'vitest';
import { createAccount, sharedApp } from '#test/app.ts';
import { JSON_TYPE, send, withToken, type Sent } from '#test/raw-request.ts';

const app = sharedApp();

/** An endpoint with two required fields, whose refusal shows which it has read. */
const activate = (sent: Sent) => send(app, ['POST', '/api/v2/users/activation/'], sent);
const MISSING = ['Ce champ est obligatoire.'];
const UID_READ = { status: 400, json: { token: MISSING } };

const multipart = (parts: string) =>
  `--limite\r\n${parts}--limite--\r\n`.replace(/^--limite\r\n--limite--/, '--limite--');
const part = (name: string, value: string) => `Content-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describe('media types', () => {
  it.each<[string, string, string | Buffer]>([
    ['JSON', 'application/json', '{"uid":"MQ"}'],
    ['JSON with a charset', 'application/json; charset=utf-8', '{"uid":"MQ"}'],
    ['JSON in capitals', 'Application/JSON', '{"uid":"MQ"}'],
    ['a form', 'application/x-www-form-urlencoded', 'uid=MQ'],
    ['a form with a charset', 'application/x-www-form-urlencoded; charset=UTF-8', 'uid=a&uid=MQ'],
    ['multipart', 'multipart/form-data; boundary=limite', multipart(part('uid', 'MQ'))],
    ['multipart, quoted boundary', 'multipart/form-data; boundary="limite"', multipart(part('uid', 'MQ')).trimEnd()],
  ])('%s is read', async (_name, type, body) => {
    expect(await activate({ headers: { 'content-type': type }, body })).toMatchObject(UID_READ);
  });

  it.each([
    'text/plain',
    'application/xml; charset=utf-8',
    'application/vnd.api+json',
    'application/jsonx',
    'nonsense',
    ';',
    'application / json',
  ])('%s → 415 with the whole header', async (type) => {
    expect(await activate({ headers: { 'content-type': type }, body: '{"uid":"MQ"}' })).toMatchObject({
      status: 415,
      json: { detail: `Type de média «\u00A0${type}\u00A0» non supporté.` },
    });
  });

  it('a body without a media type → 415', async () => {
    expect(await activate({ body: '{}' })).toMatchObject({
      status: 415,
      json: { detail: 'Type de média «\u00A0\u00A0» non supporté.' },
    });
  });

  it.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense', ';', '', undefined])(
    'an empty body of type %s is an empty object',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': type };
      for (const sent of [
        { headers, body: '' },
        { headers: { ...headers, 'transfer-encoding': 'chunked' } },
        { headers },
      ]) {
        expect(await activate(sent)).toMatchObject({ status: 400, json: { uid: MISSING, token: MISSING } });
      }
    },
  );

  it.each([
    [{ 'content-type': 'text/plain' }, 'bonjour'],
    [{ 'content-type': 'nonsense' }, 'bonjour'],
    [{ 'content-type': 'application/x-www-form-urlencoded' }, ''],
    [JSON_TYPE, '{'],
    [{}, undefined],
  ])('a route that reads no body ignores it (%o)', async (headers, body) => {
    const { token } = await createAccount(app);
    const sent = { headers: { ...headers, ...withToken(token) }, ...(body !== undefined && { body }) };
    expect((await send(app, ['POST', '/api/v2/token/logout/'], sent)).status).toBe(204);
  });

  it('DELETE has a body', async () => {
    const { token } = await createAccount(app);
    const headers = { ...JSON_TYPE, ...withToken(token) };
    expect(
      await send(app, ['DELETE', '/api/v2/users/me/'], { headers, body: '{"current_password":""}' }),
    ).toMatchObject({
      status: 400,
      json: { current_password: ['Ce champ ne peut être vide.'] },
    });
  });

  it('the query string is not read, unknown keys are ignored', async () => {
    const sent = { headers: JSON_TYPE, body: '{"token":"x","is_active":true,"__proto__":{"uid":"MQ"}}' };
    expect(await send(app, ['POST', '/api/v2/users/activation/?uid=MQ'], sent)).toMatchObject({
      status: 400,
      json: { uid: MISSING },
    });
  });
});

describe('bodies that cannot be read', () => {
  it.each<[string, string | Buffer, string]>([
    ['{bad', '{bad', 'Expecting property name enclosed in double quotes: line 1 column 2 (char 1)'],
    ['words', 'pas du json', 'Expecting value: line 1 column 1 (char 0)'],
    ['NaN', '{"uid": NaN}', "Out of range float values are not JSON compliant: 'NaN'"],
    ['Infinity', '{"uid": -Infinity}', "Out of range float values are not JSON compliant: '-Infinity'"],
    [
      'bad UTF-8',
      Buffer.from('{"uid": "\xff"}', 'latin1'),
      "'utf-8' codec can't decode byte 0xff in position 9: invalid start byte",
    ],
    [
      'half a sequence',
      Buffer.from('{"é\xc3"', 'latin1'),
      "'utf-8' codec can't decode byte 0xe9 in position 2: invalid continuation byte",
    ],
    ['U+FFFD is no fault', Buffer.from('"\u{FFFD}"\u00e9'), 'Extra data: line 1 column 4 (char 3)'],
  ])('JSON: %s → 400 detail', async (_name, body, message) => {
    expect(await activate({ headers: JSON_TYPE, body })).toMatchObject({
      status: 400,
      json: { detail: `JSON parse error - ${message}` },
    });
  });

  it('deeply nested brackets → 400', async () => {
    const answer = await activate({ headers: JSON_TYPE, body: '['.repeat(4_000) });
    expect(answer).toMatchObject({
      status: 400,
      json: { detail: 'La requête a plus de 12 niveaux.' },
    });
  });

  it.each(['multipart/form-data', 'multipart/form-data; boundary=autre'])(
    '%s without its boundary → 400',
    async (type) => {
      const answer = await activate({ headers: { 'content-type': type }, body: multipart(part('uid', 'MQ')) });
      expect(answer.status).toBe(400);
      expect((answer.json as { detail: string }).detail).toMatch(/^Multipart form parse error - /);
    },
  );

  it.each([
    ['[]', 'Donnée non valide. Attendait un dictionnaire, a reçu list.'],
    ['"x"', 'Donnée non valide. Attendait un dictionnaire, a reçu str.'],
    ['12', 'Donnée non valide. Attendait un dictionnaire, a reçu int.'],
    ['1.5', 'Donnée non valide. Attendait un dictionnaire, a reçu float.'],
    ['true', 'Donnée non valide. Attendait un dictionnaire, a reçu bool.'],
    ['null', 'No data provided'],
  ])('%s is no object → 400', async (body, message) => {
    expect(await activate({ headers: JSON_TYPE, body })).toMatchObject({
      status: 400,
      json: { non_field_errors: [message] },
    });
  });

  it('the maximum number of fields does not block the process', async () => {
    const signUp = (type: string, body: string) =>
      send(app, ['POST', '/api/v2/users/'], { headers: { 'content-type': type }, body });
    const started = process.cpuUsage();
    expect((await signUp('application/x-www-form-urlencoded', 'a&'.repeat(32_000))).status).toBe(400);
    const parts = `--b\r\n${part('a', '')}`.repeat(1_000);
    expect((await signUp('multipart/form-data; boundary=b', parts)).status).toBe(400);
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });

  it('over its limit → 413 in French, even when the whole body is sent first', async () => {
    for (const headers of [JSON_TYPE, { ...JSON_TYPE, 'transfer-encoding': 'chunked' }]) {
      expect(await activate({ headers, body: `{"uid":"${'x'.repeat(5_000_000)}"}` })).toMatchObject({
        status: 413,
        json: { detail: 'La requête est trop volumineuse.' },
      });
    }
  });
});
