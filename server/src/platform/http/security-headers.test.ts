import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, createTestApp, type TestAccount, type TestApp } from '#test/app.ts';
import { createPerson, PASSWORD } from '#test/people.ts';
import { send, withToken } from '#test/raw-request.ts';

/** The checks of Mozilla Observatory and OWASP, for one response of each kind. */
let app: TestApp;
let account: TestAccount;
const webDir = mkdtempSync(join(tmpdir(), 'clairisque-web-'));
beforeAll(async () => {
  for (const folder of ['pages', 'sketches', 'alone', 'assets']) mkdirSync(join(webDir, folder));
  for (const page of ['index.html', 'pages/index.html']) writeFileSync(join(webDir, page), '<!doctype html>');
  writeFileSync(join(webDir, 'addresses.json'), '["/"]');
  writeFileSync(join(webDir, 'assets/a-1234.js'), '');
  app = await createTestApp({ env: { WEB_DIR: webDir } });
  account = await createAccount(app);
});
afterAll(async () => {
  await app.close();
  rmSync(webDir, { recursive: true });
});

/** Caching rules for a caller's own data; `open`: a public file or page with a lifetime. */
const SORTS: [sort: string, call: `${string} ${string}`, cache: RegExp][] = [
  ['a page', 'GET /', /^no-cache$/],
  ['a page that is none', 'GET /rien', /^no-cache$/],
  ['a file of the site', 'GET /assets/a-1234.js', /^public, max-age=31536000, immutable$/],
  ['a file that is none', 'GET /assets/none.js', /no-store/],
  ['what is the caller’s', 'GET /api/v2/users/me/', /no-store/],
  ['what is open', 'GET /api/v2/admin/data/', /^no-cache$/],
  ['a public key', 'GET /.well-known/clairisque-keys.json', /^public, max-age=3600$/],
  ['a document that is none', 'GET /api/v2/download_pdf_proxy/1/', /no-store/],
  ['a link that is none', 'GET /api/v2/remise/a/', /no-store/],
  ['a refused method', 'PUT /api/v2/users/me/', /no-store/],
  ['a description, which asks for a token there', 'OPTIONS /api/v2/users/', /no-store/],
  ['a refused body', 'POST /api/v2/users/', /no-store/],
  ['an unknown call', 'GET /api/v2/rien/', /no-store/],
  ['an address that cannot be read', 'GET /api/v2/%zz', /no-store/],
];

describe.each(SORTS)('%s', (_, call, cache) => {
  it(`${call}: every header, and how long it may be cached`, async () => {
    const [method = '', path = ''] = call.split(' ');
    const { headers } = await send(app, [method, path], { headers: withToken(account.token) });
    expect(faultsOf(headers)).toEqual([]);
    expect(headers['cache-control']).toMatch(cache);
    expect(headers['content-type'] ?? headers['content-length']).toBeTruthy();
  });
});

it('a session’s token, and whatever a call without one makes → no copy stays', async () => {
  const person = await createPerson(app);
  const headers = { 'content-type': 'application/json' };
  const login = JSON.stringify({ username: person.email, password: PASSWORD });
  const made = await send(app, ['POST', '/api/v2/token/login/'], { headers, body: login });
  expect([made.status, made.headers['cache-control']]).toEqual([200, 'private, no-store']);
  const open = await send(app, ['POST', '/api/v2/solde/simulator/'], {
    headers,
    body: '{"quantité":5,"duree":"1 an"}',
  });
  expect(open.headers['cache-control']).toBe('private, no-store');
});

it('an expired document URL opened by a browser: its message is shown, not saved', async () => {
  const { status, headers, json } = await send(app, ['GET', '/api/v2/facture/pdf/a/?expire=1&signature=a'], {
    headers: { 'sec-fetch-mode': 'navigate' },
  });
  expect([status, headers['content-disposition']]).toEqual([404, undefined]);
  expect(json).toHaveProperty('detail');
  expect(faultsOf(headers)).toEqual(['JSON as a file']);
});

it('bytes that are not a request: the same', async () => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  socket.write('\0\0\0\0');
  const [head = ''] = (await textOf(socket)).split('\r\n\r\n');
  const lines = head.split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(': ', 1)[0]?.toLowerCase() ?? '', line.replace(/^[^:]*: /, '')]),
  );
  expect(faultsOf(headers)).toEqual([]);
  expect(headers['cache-control']).toMatch(/no-store/);
});

it('security.txt says where to write, and holds for months from now', async () => {
  const { status, headers, text } = await send(app, ['GET', '/.well-known/security.txt']);
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(text).toMatch(/^Contact: mailto:\S+@\S+\nExpires: \S+Z\nPreferred-Languages: fr, en\nCanonical: http\S+\n$/);
  const days = (Date.parse(/Expires: (\S+)/.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

it('the check itself fails for a response without them', () => {
  expect(faultsOf({}).length).toBeGreaterThan(15);
});

/** Missing headers of a response. */
function faultsOf(headers: Record<string, string | string[] | undefined>): string[] {
  const policy = String(headers['content-security-policy'] ?? '');
  const directives = new Map(
    policy.split(/;\s*/).map((one) => [one.split(' ', 1)[0], one.replace(/^\S+\s*/, '')] as const),
  );
  const strict = /max-age=(\d+)/.exec(String(headers['strict-transport-security'] ?? ''))?.[1];
  const rules: [string, boolean][] = [
    ['CSP: no unsafe-inline, unsafe-eval, unsafe-hashes', policy !== '' && !/unsafe-/.test(policy)],
    [
      'CSP: no foreign host, no scheme alone but pictures',
      !/https?:|\*|script-src[^;]*(?:data|blob):/.test(policy) && policy !== '',
    ],
    ...['default-src', 'script-src', 'style-src', 'connect-src', 'font-src', 'worker-src', 'form-action'].map(
      (name): [string, boolean] => [`CSP: ${name} 'self'`, directives.get(name) === "'self'"],
    ),
    ...['object-src', 'base-uri', 'frame-ancestors'].map((name): [string, boolean] => [
      `CSP: ${name} 'none'`,
      directives.get(name) === "'none'",
    ]),
    ['CSP: Trusted Types', directives.get('require-trusted-types-for') === "'script'"],
    ['CSP: one policy of Trusted Types', directives.get('trusted-types') === 'default'],
    ['HSTS: a year at least, names below too', Number(strict) >= 31_536_000],
    ['nosniff', headers['x-content-type-options'] === 'nosniff'],
    ['Referrer-Policy', headers['referrer-policy'] === 'no-referrer'],
    ['COOP', headers['cross-origin-opener-policy'] === 'same-origin'],
    ['CORP', headers['cross-origin-resource-policy'] === 'same-origin'],
    ['COEP', headers['cross-origin-embedder-policy'] === 'require-corp'],
    [
      'Permissions-Policy',
      /camera=\(\).*geolocation=\(\).*microphone=\(\)/.test(String(headers['permissions-policy'])),
    ],
    [
      'JSON as a file',
      !/json/.test(String(headers['content-type'] ?? 'json')) ||
        headers['content-disposition'] === 'attachment; filename="api.json"',
    ],
    ['no CORS', headers['access-control-allow-origin'] === undefined],
    ['no cookie', headers['set-cookie'] === undefined],
    ['no name of the software', headers['server'] === undefined && headers['x-powered-by'] === undefined],
  ];
  // The last three are true for any response: they do not prove that the list can fail.
  return rules.filter(([, holds]) => !holds).map(([name]) => name);
}
