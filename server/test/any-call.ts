import type { Route } from '@clairisque/contract/common/route.ts';
import {
  array,
  boolean,
  constant,
  constantFrom,
  dictionary,
  integer,
  json,
  jsonValue,
  oneof,
  record,
  string,
  tuple,
  uint8Array,
  uuid,
  webPath,
  type Arbitrary,
} from 'fast-check';
import { authorizationOf } from './honest-calls.ts';
import { ALL_HOSTILE_TEXTS } from './hostile-texts.ts';
import type { Sent } from './raw-request.ts';

export type Call = { method: string; path: string; sent: Sent };

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH'];
const SUFFIXES = ['?email=a', '?%00', '?a=%ff', '1/', '%2e%2e/', '%00/', '%ff/', '../', '//', '.json', '%C3%A9/'];

/** Calls to `routes` with one of `tokens`, or of `keys` for API v3, or none, valid enough in most respects to reach the next check. */
export function anyCall(routes: Route[], { tokens, keys }: { tokens: string[]; keys: string[] }): Arbitrary<Call> {
  return constantFrom(...routes).chain((route) =>
    record({
      method: mostly(route.method, constantFrom(...METHODS)),
      suffix: mostly('', oneof(constantFrom(...SUFFIXES), webPath())),
      content: anyContent(fieldsOf(route)),
      authorization: anyAuthorization(
        (route.config.scope === undefined ? tokens : keys).map((secret) =>
          authorizationOf(route, { token: secret, key: secret }),
        ),
      ),
      accept: mostly(undefined, oneof(constantFrom('*/*', 'application/json', 'text/html', ''), anyHeader)),
      forwarded: mostly(undefined, anyHeader),
      encoding: mostly(undefined, constantFrom('gzip', 'x')),
      idempotency: oneof({ weight: 6, arbitrary: uuid() }, constant(undefined), anyHeader),
    }).map(({ method, suffix, content, ...headers }) => ({
      method,
      path: route.url + suffix,
      sent: {
        headers: given({
          authorization: headers.authorization,
          accept: headers.accept,
          'content-type': content.type,
          'x-forwarded-for': headers.forwarded,
          'content-encoding': headers.encoding,
          // Without one, API v3 refuses every POST before it reads more.
          'idempotency-key': headers.idempotency,
        }),
        ...(content.body !== undefined && { body: content.body }),
      },
    })),
  );
}

/** `[{"email":[{"email": … 1 … }]}]` */
export const nested = (depth: number) => '[{"email":'.repeat(depth) + '1' + '}]'.repeat(depth);

function mostly<T, U>(usual: T, other: Arbitrary<U>): Arbitrary<T | U> {
  return oneof({ weight: 9, arbitrary: constant(usual) }, { weight: 1, arbitrary: other });
}

function given(headers: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

function fieldsOf({ schema: { body } }: Route): string[] {
  return body !== undefined && 'shape' in body ? Object.keys(body.shape as object) : ['email'];
}

/** UTF-16 units of any kind: lone surrogates, U+0000, controls, combining marks, bidirectional marks. */
const anyText = oneof(
  string({ unit: 'binary', maxLength: 40 }),
  array(integer({ min: 0, max: 0xffff }), { maxLength: 12 }).map((units) => String.fromCharCode(...units)),
  constantFrom('', ' ', '\0', '\ud800', '\udfff a', '\u202e', 'e\u0301', 'İ', 'ß@ß.de', 'a@b', '=?', '%00', 'NaN'),
  constantFrom('a@exemple.fr', 'É.a@exémple.fr', `${'a'.repeat(300)}@exemple.fr`, `a@${'b-'.repeat(120)}.fr`),
  constantFrom(...ALL_HOSTILE_TEXTS),
  constantFrom('MQ', 'MQ==', 'LTE', '_w', 'OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5', 'x'.repeat(5_000), '9'.repeat(400)),
);
const anyValue = oneof(
  { weight: 5, arbitrary: anyText },
  jsonValue({ maxDepth: 3 }),
  constantFrom(null, true, false, [], {}, [[]], { a: 'b' }, -0, 1e308, 5e-324, 2 ** 63, Number.MIN_SAFE_INTEGER),
);
/** Rarely one that passes the checks: it would be hashed, which is slow. */
const anyPassword = oneof(
  { weight: 9, arbitrary: constantFrom('', ' ', '\0a', '\ud800', 'x'.repeat(5_000), null, true, [], {}, ['a']) },
  anyValue,
);

const NO_JSON = ['', ' ', '{', '{"a":', '[', '"', '{"a":NaN}', '{"a":1e999}', '-', '\ufeff{}', '{"a":1}x', "{'a':1}"];
const NESTED = [nested(3), nested(5_000), '['.repeat(5_000), '{"email":"\\ud800"}', '{"email":"\\u0000"}'];

function anyContent(fields: string[]): Arbitrary<{ type: string | undefined; body?: string | Buffer }> {
  const whole = record(
    Object.fromEntries(fields.map((field) => [field, field.includes('password') ? anyPassword : anyValue])),
  );
  const others = dictionary(constantFrom(...fields, 'id', 'is_staff', '__proto__', 'constructor'), anyValue);
  const names = constantFrom(...fields, '__proto__', 'a"b', '');
  const objects = oneof({ weight: 3, arbitrary: whole }, others).map((value) => JSON.stringify(value));
  const anyJson = oneof({ weight: 6, arbitrary: objects }, json(), constantFrom(...NO_JSON), constantFrom(...NESTED));
  const anyForm = array(tuple(names, anyText), { maxLength: 5 }).map((pairs) => new URLSearchParams(pairs).toString());
  const bytes = uint8Array({ maxLength: 200 }).map((value) => Buffer.from(value));
  const anyOf = <B>(usual: string, body: Arbitrary<B>) => record({ type: mostly(usual, anyType), body });
  return oneof(
    { weight: 6, arbitrary: anyOf('application/json', anyJson) },
    anyOf('application/x-www-form-urlencoded', oneof(anyForm, anyForm, bytes)),
    anyOf('multipart/form-data; boundary=limite', oneof(anyMultipart(names), anyMultipart(names), bytes)),
    anyOf('application/json', bytes),
    record({ type: oneof(constant(undefined), anyType) }),
  );
}

function anyMultipart(names: Arbitrary<string>): Arbitrary<string> {
  return array(tuple(names, anyText, boolean()), { maxLength: 4 }).map((parts) => {
    const written = parts.map(([name, value, isFile]) => {
      const file = isFile ? '; filename="a.txt"\r\nContent-Type: text/plain' : '';
      return `--limite\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
    return `${written.join('')}--limite--\r\n`;
  });
}

/** Characters that Node allows in a header. */
const anyHeader = array(oneof(integer({ min: 0x20, max: 0x7e }), integer({ min: 0x80, max: 0xff })), {
  maxLength: 60,
}).map((codes) => String.fromCharCode(...codes));

const TYPES = ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/json; charset=utf-16', 'text/plain'];
const ODD_TYPES = [
  'multipart/form-data',
  'multipart/form-data; boundary=',
  ';',
  '/',
  'application/json;;;',
  'a'.repeat(2_000),
];
const anyType = oneof(constantFrom(...TYPES), constantFrom(...ODD_TYPES), anyHeader);

const BAD = ['Token', 'Token ', 'token a b', 'Bearer x', 'Basic eDp5', 'Token é', `Token ${'a'.repeat(4_000)}`];
const anyAuthorization = (good: string[]) =>
  oneof(
    { weight: 6, arbitrary: constantFrom(...good) },
    { weight: 2, arbitrary: constant(undefined) },
    oneof(
      constantFrom(...BAD),
      anyHeader,
      anyHeader.map((text) => `Token ${text}`),
      anyHeader.map((text) => `Bearer ${text}`),
    ),
  );
