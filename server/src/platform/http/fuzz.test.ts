import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { array, assert, asyncProperty } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import * as accounts from '@clairisque/contract/accounts.ts';
import * as profile from '@clairisque/contract/profile.ts';
import * as reminders from '@clairisque/contract/reminders.ts';
import type { Route } from '@clairisque/contract/common/route.ts';
import { Problem } from '@clairisque/contract/common/problems.ts';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { createKey } from '#test/keys.ts';
import { anyCall, nested, type Call } from '#test/any-call.ts';
import { contractRoutes } from '#test/contract-routes.ts';
import { createAccount, createTestApp, type TestApp } from '#test/app.ts';
import { isV3 } from './problems.ts';
import { processorMs } from '#test/processor.ts';
import { JSON_TYPE, send, withToken, type Answered } from '#test/raw-request.ts';

/** Before `propertyRuns`. `FUZZ_CALLS=100000` for a long run. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 2_000);
const AT_ONCE = 16;
const TOKENS = 1_000;
/** Far above the slowest answer of a busy machine: what is meant is none at all. */
const HANG_MS = 60_000;

let app: TestApp;
const keys: string[] = [];
const tokens = Array.from({ length: TOKENS }, () => randomBytes(20).toString('hex'));
beforeAll(async () => {
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1000000' } });
  const { id, email } = await createAccount(app, 3);
  keys.push(await createKey(app, { email }));
  // Many sessions, since a call may end its own.
  const rows = tokens.map((token) => ({
    account_id: id,
    token_hash: createHash('sha256').update(token).digest(),
    expires_at: new Date(Date.now() + 3_600_000),
  }));
  await app.database.db.insertInto('api_token').values(rows).execute();
});
afterAll(() => app.close());

const ofSite = Object.values<unknown>({ ...accounts, ...profile, ...reminders }).filter(
  (value): value is Route => typeof value === 'object' && value !== null && 'config' in value && 'url' in value,
);
const byKey = (await contractRoutes()).filter(({ url }) => isV3(url));

it.each([
  ['the site', ofSite],
  ['API v3 and of assistants', byKey],
])(
  'random calls of %s → no 5xx, always a shape of the contract, in French',
  { timeout: 600_000 },
  async (_, routes) => {
    const bunch = array(anyCall(routes, { tokens, keys }), { minLength: AT_ONCE, maxLength: AT_ONCE });
    const holds = asyncProperty(bunch, async (calls) => {
      const faults = await Promise.all(calls.map(tryCall));
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
    });
    await assert(holds, propertyRuns(Math.ceil(CALLS / AT_ONCE), { seed: 20_261_121 }));
  },
);

/** The fault of a response, or null. */
async function tryCall({ method, path, sent }: Call): Promise<string | null> {
  const hung = sleep(HANG_MS, null, { ref: false });
  const answer = await Promise.race([send(app, [method, path], sent), hung]);
  const fault = answer === null ? 'no answer' : faultOf(answer, { method, hasProblems: isV3(path) });
  return (
    fault && `${fault}: ${method} ${path} ${JSON.stringify(sent)} → ${answer?.status} ${answer?.text.slice(0, 300)}`
  );
}

function faultOf(
  { status, headers, text, json }: Answered,
  { method, hasProblems }: { method: string; hasProblems: boolean },
): string | null {
  if (status >= 500) return 'fault of ours';
  if (method === 'HEAD' || status === 204) return text === '' ? null : 'body where none is due';
  if (hasProblems && status >= 400) return problemFault(json, headers['content-type']);
  if (headers['content-type'] !== 'application/json') return 'no JSON';
  return status < 400 ? null : refusalFault(json);
}

function refusalFault(json: unknown): string | null {
  const messages = messagesOf(json);
  if (messages === null) return 'no shape of the contract';
  return messages.every(isFrench) ? null : 'no French';
}

/** RFC 9457. */
function problemFault(json: unknown, type: string | undefined): string | null {
  if (type !== 'application/problem+json') return 'no problem';
  const problem = Problem.safeParse(json);
  if (!problem.success) return 'no shape of the contract';
  const sentences = [problem.data.detail, ...(problem.data.errors ?? []).map(({ detail }) => detail)];
  return sentences.every(isFrench) ? null : 'no French';
}

/** Messages of the four shapes: `{detail}`, `{field: [..]}`, `{non_field_errors: [..]}`, `[..]`; null for another. */
function messagesOf(json: unknown): string[] | null {
  const Messages = z.array(z.string()).min(1);
  const Shapes = z.union([
    z.strictObject({ detail: z.string() }).transform(({ detail }) => [detail]),
    z.record(z.string(), Messages).transform((fields) => Object.values(fields).flat()),
    Messages,
  ]);
  const messages = Shapes.safeParse(json).data ?? [];
  return messages.length > 0 ? messages : null;
}

/**
 * True for what Django REST never translates, or for text with French words and no English one. Echoed input is inside
 * « ».
 */
function isFrench(message: string): boolean {
  if (/^(JSON|Multipart form) parse error - |^No data provided$/.test(message)) return true;
  const own = message.replace(/«.*»/s, '');
  const french =
    /\b(ce|cet|cette|le|la|les|un|une|l['’]\p{L}+|d['’]\p{L}+|non|de|impossible|requête|chaîne|assurez)\b/iu;
  return french.test(own) && !/\b(the|this|is|not|must|expected|received|invalid|required|too)\b/i.test(own);
}

it('a password of 10 000 characters → refused without being hashed', async () => {
  const password = 'x'.repeat(10_000);
  const took = await processorMs(async () => {
    const login = await send(app, ['POST', '/api/v2/token/login/'], {
      headers: JSON_TYPE,
      body: JSON.stringify({ username: 'a', password }),
    });
    expect(login).toMatchObject({ status: 400, json: { password: [expect.stringContaining('au plus')] } });
    expect(
      await send(app, ['POST', '/api/v2/users/'], { headers: JSON_TYPE, body: `"${password.repeat(12)}"` }),
    ).toMatchObject({
      status: 413,
      json: { detail: expect.any(String) },
    });
  });
  expect(took).toBeLessThan(1_000);
});

it.each([
  ['nested thousands of times', nested(4_500)],
  ['never closed', '['.repeat(60_000)],
  ['a number of 60 000 digits', `{"username":${'9'.repeat(60_000)},"password":"x"}`],
])('JSON %s → 400', async (_, body) => {
  expect(await send(app, ['POST', '/api/v2/token/login/'], { headers: JSON_TYPE, body })).toMatchObject({
    status: 400,
  });
});

it('an e-mail that targets a regular expression (ReDoS) → answered at once', async () => {
  for (const email of [
    `${'a.'.repeat(150)}!`,
    `a@${'a.'.repeat(150)}`,
    `a@${'é-'.repeat(150)}`,
    `${'a'.repeat(319)}@`,
  ]) {
    const body = JSON.stringify({ email });
    const ask = () => send(app, ['POST', '/api/v2/users/reset_password/'], { headers: JSON_TYPE, body });
    expect(await processorMs(ask)).toBeLessThan(500);
  }
});

it('headers of 16 KB, or bytes that are not HTTP → 4xx in JSON, and the connection ends', async () => {
  const big = await send(app, ['GET', '/api/v2/users/me/'], { headers: withToken('a'.repeat(17_000)) });
  expect(big).toMatchObject({ status: 431, json: { detail: expect.any(String) } });
  for (const bytes of [
    '\0\0\0\0',
    'GET / HTTP/9.9\r\n\r\n',
    'POST /api/v2/users/ HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  ]) {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d .*\r\n\r\n\{"detail":"[^"]+"\}$/s);
  }
  // Without a body, which a HEAD response must not have; the last bytes do not show whether it was a HEAD.
  expect(await raw('HEAD / HTTP/1.1\r\nHost: a\r\nX: ', 'a'.repeat(9_000), 'a'.repeat(9_000))).toMatch(
    /^HTTP\/1\.1 431 .*Content-Length: 0\r\n.*\r\n\r\n$/s,
  );
});

/** Chunks that arrive one by one. */
async function raw(...pieces: string[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  const answer = textOf(socket);
  for (const piece of pieces) {
    await new Promise((written) => socket.write(piece, written));
    await sleep(50);
  }
  return answer;
}
