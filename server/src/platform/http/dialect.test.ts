import { beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { JSON_TYPE, send, withToken } from '#test/raw-request.ts';

/** Rules of the contract common to all endpoints: order of checks, shapes and headers of refusals. */
const app = sharedApp();
let account: TestAccount;
let disabled: TestAccount;
beforeAll(async () => {
  account = await createAccount(app);
  disabled = await createAccount(app);
  await app.database.db.updateTable('account').set({ disabled_at: new Date() }).where('id', '=', disabled.id).execute();
});

const LOGIN = '/api/v2/token/login/';
const LOGOUT = '/api/v2/token/logout/';
const USERS = '/api/v2/users/';
const ACTIVATION = '/api/v2/users/activation/';
const ME = '/api/v2/users/me/';
const PROFILE = '/api/v2/user_data/me/';
const NOT_PROVIDED = "Informations d'authentification non fournies.";
const INVALID_TOKEN = 'Token non valide.';

describe('404 and 406', () => {
  it.each(['/api/v2/rien/', '/api/', '/api/v2/users/1/', '/api/v2/%zz', `/api/v2/${'a'.repeat(200)}`])(
    'GET %s → 404 in JSON, whatever the token',
    async (path) => {
      const answer = await send(app, ['GET', path], { headers: withToken('x') });
      expect(answer).toMatchObject({ status: 404, json: { detail: 'Non trouvé.' } });
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );

  it.each(['application/xml', 'text/html', 'text/html, image/png;q=0.9', 'application/jsonx'])(
    'Accept: %s → 406, before the token is looked at',
    async (accept) => {
      expect(await send(app, ['GET', ME], { headers: { accept, ...withToken('bad') } })).toMatchObject({
        status: 406,
        json: { detail: "L'en-tête « Accept » n'a pas pu être satisfaite." },
      });
    },
  );

  it.each([
    '*/*',
    'application/*',
    'application/json',
    'application/json; indent=4',
    'text/html,application/xml;q=0.9,*/*;q=0.8',
  ])('Accept: %s → accepted', async (accept) => {
    expect((await send(app, ['GET', ME], { headers: { accept, ...withToken(account.token) } })).status).toBe(200);
  });

  it('a PDF may be asked for as such', async () => {
    const headers = { accept: 'application/pdf', ...withToken(account.token) };
    expect((await send(app, ['GET', '/api/v2/download_pdf_proxy/999/'], { headers })).status).toBe(404);
  });
});

describe('401', () => {
  it.each<[string, string | null, string]>([
    ['no header', null, NOT_PROVIDED],
    ['another scheme', 'Bearer abc', NOT_PROVIDED],
    ['Basic', 'Basic YTpi', NOT_PROVIDED],
    ['an unknown token', 'Token 0123456789012345678901234567890123456789', INVALID_TOKEN],
    ['null, as an axios default', 'Token null', INVALID_TOKEN],
    ['no token', 'Token', "En-tête « token » non valide. Informations d'identification non fournies."],
    ['two words', 'Token a b', "En-tête « token » non valide. Un token ne doit pas contenir d'espaces."],
    [
      'bytes that are no UTF-8',
      'Token a\u00e9',
      'En-tête « token » non valide. Un token ne doit pas contenir de caractères invalides.',
    ],
    ['UTF-8', `Token ${Buffer.from('é').toString('latin1')}`, INVALID_TOKEN],
  ])('%s on a protected endpoint', async (_name, authorization, detail) => {
    const answer = await send(app, ['GET', ME], { headers: authorization === null ? {} : { authorization } });
    expect(answer).toMatchObject({ status: 401, json: { detail } });
    expect(answer.headers['www-authenticate']).toBe('Token');
  });

  it('the token of a disabled account', async () => {
    expect(await send(app, ['GET', ME], { headers: withToken(disabled.token) })).toMatchObject({
      status: 401,
      json: { detail: 'Utilisateur inactif ou supprimé.' },
    });
  });

  it('the keyword is read in any case, and several spaces are one', async () => {
    const headers = { authorization: `tOkEn   ${account.token}` };
    expect((await send(app, ['GET', ME], { headers })).status).toBe(200);
  });

  it.each([LOGIN, USERS, ACTIVATION, '/api/v2/users/reset_password/', '/api/v2/users/reset_password_confirm/'])(
    'a bad token on the public %s, before a bad body',
    async (path) => {
      const headers = { ...withToken('bad'), ...JSON_TYPE };
      expect(await send(app, ['POST', path], { headers, body: '{' })).toMatchObject({
        status: 401,
        json: { detail: INVALID_TOKEN },
      });
    },
  );

  it('another scheme on a public endpoint does not count as a credential', async () => {
    const headers = { authorization: 'Bearer abc', ...JSON_TYPE };
    expect((await send(app, ['POST', LOGIN], { headers, body: '{}' })).status).toBe(400);
  });

  it('our own public pages ignore the token', async () => {
    expect((await send(app, ['GET', '/api/v2/admin/data/'], { headers: withToken('bad') })).status).toBe(200);
  });

  it.each([
    ['malformed JSON', JSON_TYPE],
    ['another media type', { 'content-type': 'text/plain' }],
  ])('comes before %s', async (_name, headers) => {
    expect((await send(app, ['POST', '/api/v2/users/set_password/'], { headers, body: '{' })).status).toBe(401);
  });
});

describe('405', () => {
  it.each([
    ['GET', LOGIN, 'POST, OPTIONS'],
    ['PUT', LOGIN, 'POST, OPTIONS'],
    ['PATCH', '/api/v2/admin/data/', 'GET, HEAD, OPTIONS'],
  ])('anonymous %s %s', async (method, path, allow) => {
    const answer = await send(app, [method, path]);
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json).toEqual({ detail: `Méthode «\u00A0${method}\u00A0» non autorisée.` });
  });

  it.each([
    ['PUT', USERS],
    ['GET', ACTIVATION],
    ['POST', ME],
    ['GET', LOGOUT],
    ['DELETE', PROFILE],
    ['TRACE', ME],
  ])('%s %s is 401 without a token, 405 with one', async (method, path) => {
    expect(await send(app, [method, path])).toMatchObject({ status: 401, json: { detail: NOT_PROVIDED } });
    expect(await send(app, [method, path], { headers: withToken(account.token) })).toMatchObject({
      status: 405,
      json: { detail: `Méthode «\u00A0${method}\u00A0» non autorisée.` },
    });
  });

  it('HEAD where there is no GET', async () => {
    expect(await send(app, ['HEAD', LOGIN])).toMatchObject({ status: 405, text: '' });
  });

  it('comes before any error of the body', async () => {
    for (const body of ['{', 'x'.repeat(2_000_000)]) {
      expect((await send(app, ['PUT', LOGIN], { headers: JSON_TYPE, body })).status).toBe(405);
    }
  });

  it('also with an identifier in the path', async () => {
    const path = '/api/v2/erp/me/id/1/declarations/';
    const answer = await send(app, ['GET', path], { headers: withToken(account.token) });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('PUT, OPTIONS');
  });
});

it.each<{ status: number; code: string; headers: Record<string, string>; detail: string }>([
  {
    status: 431,
    code: 'too_large',
    headers: { 'x-long': 'a'.repeat(20_000) },
    detail: 'Les en-têtes de la requête sont trop volumineux.',
  },
  {
    status: 400,
    code: 'invalid_input',
    headers: { 'transfer-encoding': 'chunked', 'content-length': '3' },
    detail: 'Requête malformée.',
  },
])('what is no readable HTTP → $status in the same shape', async ({ status, code, headers, detail }) => {
  expect(await send(app, ['GET', ME], { headers })).toMatchObject({ status, json: { detail } });
  expect(await send(app, ['HEAD', ME], { headers })).toMatchObject({ status, text: '' });
  const inV3 = await send(app, ['GET', '/api/v3/balance'], { headers });
  expect(inV3).toMatchObject({ status, json: { code, detail, instance: '/api/v3/balance' } });
  expect(inV3.headers['content-type']).toBe('application/problem+json');
});

describe('HEAD and OPTIONS', () => {
  it('HEAD answers as GET, without a body', async () => {
    expect(await send(app, ['HEAD', ME], { headers: withToken(account.token) })).toMatchObject({
      status: 200,
      text: '',
    });
    expect(await send(app, ['HEAD', ME])).toMatchObject({ status: 401, text: '' });
  });

  it.each([ME, USERS, LOGOUT])('OPTIONS %s is 401 without a token, 200 with one', async (path) => {
    expect((await send(app, ['OPTIONS', path])).status).toBe(401);
    const answer = await send(app, ['OPTIONS', path], { headers: withToken(account.token) });
    expect(answer).toMatchObject({ status: 200, json: { renders: ['application/json'] } });
    expect(answer.headers.allow).toContain('OPTIONS');
  });

  it('OPTIONS of the login needs no token; no other origin is allowed', async () => {
    const headers = { origin: 'https://ailleurs.fr', 'access-control-request-method': 'POST' };
    const answer = await send(app, ['OPTIONS', LOGIN], { headers });
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('headers', () => {
  it('a success has Allow, Vary, JSON without charset, and no cookie', async () => {
    const headers = { ...withToken(account.token), 'x-xsrf-token': 'abc', cookie: 'XSRF-TOKEN=abc' };
    const answer = await send(app, ['GET', ME], { headers });
    expect(answer.headers).toMatchObject({
      allow: 'GET, DELETE, HEAD, OPTIONS',
      vary: 'Accept',
      'content-type': 'application/json',
    });
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('204 has neither body nor media type', async () => {
    const { token } = await createAccount(app);
    const answer = await send(app, ['POST', LOGOUT], { headers: withToken(token) });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect(answer.headers['content-type']).toBeUndefined();
    expect(answer.headers.allow).toBe('POST, OPTIONS');
  });

  it.each([
    ['401', ['GET', ME], {}],
    ['405', ['GET', LOGIN], {}],
    ['400', ['POST', LOGIN], JSON_TYPE],
  ] as const)('a %s has them too', async (_status, request, headers) => {
    const answer = await send(app, request, { headers, body: '' });
    expect(answer.headers).toMatchObject({ vary: 'Accept', 'content-type': 'application/json' });
    expect(answer.headers.allow).toContain('OPTIONS');
  });
});

describe('slashes', () => {
  it.each([ME, PROFILE])('%s with or without the last one', async (path) => {
    const headers = withToken(account.token);
    expect((await send(app, ['GET', path], { headers })).status).toBe(200);
    expect((await send(app, ['GET', path.slice(0, -1)], { headers })).status).toBe(200);
  });

  it.each([LOGIN, USERS, ACTIVATION])('a POST to %s is never redirected', async (path) => {
    expect((await send(app, ['POST', path.slice(0, -1)], { headers: JSON_TYPE, body: '{}' })).status).toBe(400);
  });
});
