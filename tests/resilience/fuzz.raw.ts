import type { Random } from '../harness/seeded-random.ts';
import type { Made } from './fuzz.environment.ts';

/** Request smuggling: a second request hidden in the first lets one client act for another behind a shared proxy. */
const HIDDEN = 'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n\r\n';
const POST = 'POST /api/v2/incidents/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** Bytes that a client library would not send; all must be refused, and the connection closed. */
const SMUGGLING = [
  `${POST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked('{}')}${HIDDEN}`,
  `${POST}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n${chunked('{}')}${HIDDEN}`,
  `${POST}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}${HIDDEN}`,
  `${POST}Transfer-Encoding: xchunked\r\n\r\n${chunked('{}')}${HIDDEN}`,
  `${POST}Transfer-Encoding : chunked\r\n\r\n${chunked('{}')}${HIDDEN}`,
  `${POST}Transfer-Encoding: chunked, identity\r\n\r\n${chunked('{}')}${HIDDEN}`,
  `${POST}Transfer-Encoding: \x0bchunked\r\n\r\n${chunked('{}')}`,
  `${POST}Content-Length: +2\r\n\r\n{}`,
  `${POST}Content-Length: 2a\r\n\r\n{}`,
  `${POST}Content-Length: -1\r\n\r\n`,
  `${POST}Content-Length: ${'9'.repeat(40)}\r\n\r\n{}`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${POST}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}\r\n`,
  'GET /api/v2/users/me/\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET  /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'get /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://169.254.169.254/latest/ HTTP/1.1\r\nHost: 169.254.169.254\r\n\r\n',
  'CONNECT 169.254.169.254:80 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\nX: a\rY: b\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n: empty\r\n\r\n',
  'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /é HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\0\0\0\0',
  `GET /${'a'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /api/v2/users/me/ HTTP/1.1\r\nHost: a\r\n${'X: a\r\n'.repeat(3_000)}\r\n`,
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
] as const;

/** One of them, sometimes with a byte changed. */
export function rawInput(random: Random): Made {
  const chosen: string = random.of(SMUGGLING) ?? '';
  const at = random.below(Math.min(chosen.length, 200));
  const isChanged = random.percent(40);
  const raw = isChanged ? chosen.slice(0, at) + String.fromCharCode(random.below(256)) + chosen.slice(at + 1) : chosen;
  return { method: '', path: '', headers: {}, raw, alone: !isChanged };
}
