import { sample } from 'fast-check';
import { anyCall, nested } from '../../server/test/any-call.ts';
import type { Random } from '../harness/seeded-random.ts';
import { hostileFiles } from '../../server/test/hostile-files.ts';
import { called, COSTLY, credentials, encoded, targetOf, textOf } from './fuzz.fields.ts';
import { authorizationOf, honestBody } from '../../server/test/honest-calls.ts';
import type { Made, World } from './fuzz.environment.ts';

/** The inputs of `fuzz.test.ts`, for all of the contract. */
export function anyOfContract(random: Random, world: World): Made {
  const routes = world.targets.map(({ route }) => route).filter(({ url }) => !COSTLY.test(url));
  const call = anyCall(random.percent(50) ? [random.of(routes)!] : routes, world);
  const [drawn] = sample(call, { seed: random.below(2 ** 31), numRuns: 1 });
  if (drawn === undefined) throw new Error('nothing drawn');
  return {
    method: drawn.method,
    path: drawn.path,
    headers: drawn.sent.headers ?? {},
    ...(drawn.sent.body !== undefined && { body: drawn.sent.body }),
  };
}

export function foreignObject(random: Random, world: World): Made {
  const { method, path, body } = random.of(world.foreign)!;
  const suffix = random.of(['', '', '?account_id=1', '?edition=1', '?is_staff=true'] as const) ?? '';
  const headers: Record<string, string> = {
    authorization: authorizationOf(
      { config: { access: 'required', ...(path.startsWith('/api/v3/') && { scope: 'read' }) } },
      credentials(random, world),
    ),
    ...(random.percent(30) && { 'x-original-url': path, 'x-rewrite-url': path, 'x-http-method-override': 'GET' }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return {
    method,
    path: path + suffix,
    headers,
    refused: true,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

const RANGES = [
  'bytes=0-',
  'items=0-99999999999',
  'items=5-1',
  'items=-1',
  'items=0-0,1-1',
  'items=',
  'bytes=0-0,-1',
  `items=${'9'.repeat(400)}-`,
];
const HOSTS = ['pirate.example', '127.0.0.1:5432', 'localhost@pirate.example', 'a'.repeat(300), '[::1]', 'a b', ''];
const ODD: readonly (readonly [string, readonly string[]])[] = [
  ['range', RANGES],
  ['if-none-match', ['*', '""', 'W/"a"', `"${'a'.repeat(4_000)}"`]],
  ['if-modified-since', ['jamais', 'Thu, 01 Jan 1970 00:00:00 GMT', '9'.repeat(300)]],
  ['if-range', ['"a"', 'W/"a"']],
  ['host', HOSTS],
  ['x-forwarded-host', HOSTS],
  [
    'x-forwarded-for',
    ['127.0.0.1', `${'1.1.1.1, '.repeat(500)}2.2.2.2`, "' or 1=1", '::ffff:127.0.0.1', 'a'.repeat(3_000), '1.2.3'],
  ],
  ['x-forwarded-proto', ['https', 'javascript', 'http, https']],
  ['forwarded', ['for=127.0.0.1;host=pirate.example']],
  ['accept', ['*', 'application/json;q=0', 'text/html', `${'a/b,'.repeat(2_000)}c/d`]],
  ['accept-encoding', ['identity;q=0', 'br;q=1.0, gzip;q=0', '*;q=0', 'x'.repeat(2_000)]],
  [
    'content-type',
    [
      'application/json;charset=utf-7',
      'application/x-www-form-urlencoded',
      'text/xml',
      'application/json\t',
      'a/b;'.repeat(500),
    ],
  ],
  ['content-encoding', ['gzip', 'deflate, gzip', 'br']],
  ['cookie', ['a=b; __Host-session=1', 'a=b; '.repeat(1_000)]],
  ['origin', ['null', 'https://pirate.example']],
  ['access-control-request-method', ['DELETE']],
  ['upgrade', ['websocket', 'h2c']],
  ['expect', ['100-continue', '200-ok']],
  ['stripe-signature', ['t=1,v1=a', `t=${'9'.repeat(300)},v1=${'a'.repeat(64)}`, "' or 1=1"]],
  [
    'authorization',
    ['Token', 'Bearer a', `Token ${'f'.repeat(40)}`, 'Basic YTpi', 'Token \u00e9', `Token ${'a'.repeat(8_000)}`],
  ],
];
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'SEARCH',
  'MKCOL',
  'LOCK',
  'PURGE',
  'LINK',
];

export function fuzzedHeaders(random: Random, world: World): Made {
  const target = targetOf(random, world, () => true);
  const { path, headers: honest } = called(random, world, { target });
  const headers: Record<string, string> = { ...honest, 'content-type': 'application/json' };
  for (let turn = random.below(3); turn >= 0; turn -= 1) {
    const [name, values] = random.of(ODD)!;
    headers[name] = random.of(values) ?? '';
  }
  const method = random.percent(30) ? random.of(METHODS)! : target.route.method;
  const body =
    target.fields.length > 0 && method !== 'GET' && method !== 'HEAD'
      ? { body: JSON.stringify(honestBody(target)) }
      : {};
  return { method, path, headers, ...body };
}

const BROKEN = [
  [
    '',
    '{',
    '[',
    '"',
    '{"a":',
    '{"a":1}x',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1e999}',
    '\ufeff{}',
    '{"a":1,}',
    'null',
    '1',
    '[]',
    '"a"',
    'true',
  ],
  [
    '{"email":"\\ud800"}',
    '{"email":"\\u0000"}',
    `{"email":"${'a'.repeat(60_000)}"}`,
    nested(200),
    nested(5_000),
    '['.repeat(50_000),
  ],
  [
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    'a=1&a=2&a[]=3',
    '%',
    'a=1&'.repeat(3_000),
  ],
  [
    '--x\r\nContent-Disposition: form-data; name="email"\r\n\r\na',
    '--x--',
    '--x\r\n\r\n',
    `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(9_000)}"\r\n\r\n1\r\n--x--`,
  ],
].flat();
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'application/xml',
  'image/png',
];

export function brokenBody(random: Random, world: World): Made {
  const target = targetOf(random, world, ({ route }) => route.method !== 'GET');
  const { path, headers } = called(random, world, { target });
  const text = random.of(BROKEN) ?? '';
  const bytes = Buffer.from(text);
  // An invalid UTF-8 byte, somewhere.
  if (random.percent(20) && bytes.length > 0) bytes[random.below(bytes.length)] = 0x80 + random.below(128);
  const type = random.percent(60) ? TYPES[0]! : random.of(TYPES)!;
  return { method: target.route.method, path, headers: { ...headers, 'content-type': type }, body: bytes };
}

const ELSEWHERE = [
  '/.env',
  '/.git/config',
  '/wp-admin/setup.php',
  '/metrics',
  '/debug/pprof',
  '/server-status',
  '/actuator/env',
  '/api/v2/admin/',
  '/api/v1/users/',
  '/console',
  '/assets/',
  '/pages/index.html',
  '/index.html',
  '/api/docs/json',
  '/healthz',
  '/readyz',
  '/sitemap.xml',
  '/robots.txt',
  '/sw.js',
  '/remise/',
  '/verification/',
];

export function unknownAddress(random: Random): Made {
  const long = random.percent(5) ? 'a'.repeat(random.below(14_000)) : '';
  const start = random.of(ELSEWHERE) ?? '/';
  const between = random.of(['', '/', '//', '%2f', '\\', ';', '/./', '/../'] as const) ?? '';
  return {
    method: random.percent(80) ? 'GET' : random.of(METHODS)!,
    path: start + between + encoded(random, textOf(random)) + long,
    headers: {},
  };
}

const FILES = hostileFiles();

export function fuzzedFile(random: Random, world: World): Made {
  const { name, type, bytes } = random.of(FILES)!;
  const field = random.percent(80) ? 'file' : textOf(random).replaceAll(/[\r\n"]/g, '');
  const head = `--limite\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(random.percent(80) ? '\r\n--limite--\r\n' : '')]);
  const headers = {
    authorization: `Token ${random.of(world.tokens)}`,
    'content-type': 'multipart/form-data; boundary=limite',
  };
  return { method: 'POST', path: '/api/v2/user/logo/upload/', headers, body };
}

/** Megabytes where a few bytes are expected. */
export function hugeBody(random: Random, world: World): Made {
  const target = targetOf(random, world, ({ fields }) => fields.length > 0);
  const { path, headers } = called(random, world, { target });
  const type = random.of(TYPES.slice(0, 3))!;
  const body = random.percent(50) ? `{"email":"${'a'.repeat(900_000)}"}` : 'a=1&'.repeat(400_000);
  return { method: target.route.method, path, headers: { ...headers, 'content-type': type }, body };
}
