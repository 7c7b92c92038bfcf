import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROBLEM, STATEMENT } from '@clairisque/contract/common/v3-examples.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { createKey } from '#test/keys.ts';
import { operationsOf, readDocument } from '#test/openapi.ts';
import { refusal, scriptedServer, success } from '#test/scripted-server.ts';
import { buildTypeScript, installTypeScript } from '../../../../clients/generator/typescript.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const EXAMPLE = join(ROOT, 'clients/typescript/example');
const run = promisify(execFile);

type Listed = { data: { id: string }[]; has_more: boolean; next_cursor: string | null };
type Answer<T> = Promise<{ data?: T; error?: { code: string; status: number; name: string; detail: string } }>;
/** What the tests use of the package; its real types are checked by a program below. */
type Client = {
  createClient: (given: { baseUrl: string; auth: string; retries?: number; timeoutMs?: number }) => object;
  createStatement: (given: {
    client: object;
    headers: object;
    body: object;
    signal?: AbortSignal;
  }) => Answer<{ id: string }>;
  listStatements: (given: { client: object; query: object }) => Answer<Listed>;
  readStatement: (given: { client: object; path: { statement_id: string } }) => Answer<{ id: string }>;
  iterate: <T>(list: (page: object) => Promise<unknown>) => AsyncIterable<T>;
  verifyWebhook: (given: object) => Promise<unknown>;
} & Record<string, unknown>;

const app = sharedApp();
let account: TestAccount;
let key: string;
let folder: string;
let client: Client;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-client-'));
  account = await createAccount(app, 4);
  key = await createKey(app, account);
  cpSync(EXAMPLE, join(folder, 'example'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  await installTypeScript(await buildTypeScript(join(folder, 'build')), join(folder, 'example'));
  client = (await import(join(folder, 'example/node_modules/@clairisque/client/dist/index.js'))) as Client;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
});

it('has every operation of the document, and no dependency', async () => {
  const operations = operationsOf(await readDocument(app)).map(({ operation }) => operation.operationId);
  expect(operations.filter((name) => typeof client[name] !== 'function')).toEqual([]);
  const { dependencies } = JSON.parse(
    readFileSync(join(folder, 'example/node_modules/@clairisque/client/package.json'), 'utf8'),
  ) as { dependencies?: object };
  expect(dependencies).toBeUndefined();
});

it('the example issues a statement, saves its PDF and lists it; its types are right', async () => {
  const project = join(folder, 'example');
  const env = { ...process.env, CLAIRISQUE_URL: app.url, CLAIRISQUE_KEY: key };
  const { stdout } = await run(process.execPath, ['first-pdf.js'], { cwd: project, env });
  expect(stdout).toMatch(
    /^ERP-\d{4}-\d{6}: statement\.pdf\nERP-\d{4}-\d{6}, 4 Rue des Lilas 95190 Goussainville, until /,
  );
  expect(readFileSync(join(project, 'statement.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  expect(await faultsOfTypes(project)).toBe('');
});

it('the example waits for a statement that is being prepared, and says why one failed', async () => {
  const late = { ...STATEMENT, status: 'processing' };
  const pdf = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-late' };
  const list = success({ data: [], has_more: false, next_cursor: null });
  const project = join(folder, 'example');
  const start = (url: string) =>
    run(process.execPath, ['first-pdf.js'], { cwd: project, env: { ...process.env, CLAIRISQUE_URL: url } });
  const server = await scriptedServer([success(late), success(late), success(STATEMENT), pdf, list]);
  expect((await start(server.url)).stdout).toBe(`${STATEMENT.reference}: statement.pdf\n`);
  server.close();
  expect(readFileSync(join(project, 'statement.pdf')).toString()).toBe('%PDF-late');
  const failed = await scriptedServer([
    success(late),
    success({ ...late, status: 'failed', failure: { ...PROBLEM, detail: 'Refusé.' } }),
  ]);
  await expect(start(failed.url)).rejects.toMatchObject({ code: 1, stderr: '402 no_credit: Refusé.\n' });
  failed.close();
});

/** What the compiler says of the project's programs, under the strictest options that its users may have. */
async function faultsOfTypes(project: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noPropertyAccessFromIndexSignature: true,
    checkJs: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    skipLibCheck: false,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    types: ['node'],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.js', '*.ts'] }));
  return run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]).then(
    () => '',
    ({ stdout: said }: { stdout: string }) => said,
  );
}

it('its types name each event by its type, and its own options may be undefined', async () => {
  const project = join(folder, 'example');
  writeFileSync(join(project, 'events.ts'), EVENTS);
  expect(await faultsOfTypes(project)).toBe('');
  writeFileSync(join(project, 'events.ts'), EVENTS.replace('event.data.credits', 'event.data.reference'));
  expect(await faultsOfTypes(project)).toContain("Property 'reference' does not exist");
  rmSync(join(project, 'events.ts'));
});

const EVENTS = `import { ApiError, createClient, iterate, listStatements, NoAnswerError, verifyWebhook } from '@clairisque/client';

const retries: number | undefined = process.argv.length > 9 ? undefined : 2;
const client = createClient({ baseUrl: '', auth: '', retries });
const lost = (error: unknown): boolean => error instanceof NoAnswerError && error instanceof ApiError;

export async function received(body: string, headers: Headers): Promise<string | number | boolean> {
  const event = await verifyWebhook({ body, headers, secret: ['whsec_a', 'whsec_b'] });
  for await (const one of iterate((page) => listStatements({ client, query: { limit: 2, ...page } }))) return one.id;
  switch (event.type) {
    case 'statement.issued':
      return event.data.statement_id;
    case 'credits.low':
      return event.data.credits;
    default:
      return lost(null);
  }
}
`;

describe('a call that fails', () => {
  const headers = { 'Idempotency-Key': 'one-of-mine' };
  const body = { transaction: 'sale', address: '4 Rue des Lilas 95190 Goussainville' };
  const created = success({ id: 'stm_1' });
  async function issue(answers: Parameters<typeof scriptedServer>[0], options: object = {}) {
    const server = await scriptedServer(answers);
    const connected = client.createClient({ baseUrl: server.url, auth: 'crt_test_x', ...options });
    const answer = await client.createStatement({ client: connected, headers, body });
    server.close();
    return { answer, received: server.received };
  }

  it('no answer, an overload, a first request still running → sent again, the same with its key, until it succeeds', async () => {
    const busy = refusal(409, 'idempotency_in_progress', { 'retry-after': '0' });
    const { answer, received } = await issue([null, refusal(503, 'overloaded', { 'retry-after': '1' }), busy, created]);
    expect(answer.data).toEqual({ id: 'stm_1' });
    expect(received.map((one) => [one.headers['idempotency-key'], JSON.parse(one.body)])).toEqual(
      Array.from({ length: 4 }, () => ['one-of-mine', body]),
    );
  });

  it('a refusal that does not pass → its problem, at once; a wait of an hour too', async () => {
    for (const one of [
      refusal(402, 'no_credit'),
      refusal(409, 'conflict'),
      refusal(429, 'quota', { 'retry-after': '3600' }),
    ]) {
      const { answer, received } = await issue([one]);
      expect([answer.error?.name, answer.error?.status, received.length]).toEqual(['ApiError', one.status, 1]);
    }
  });

  it('no server, however often → NoAnswerError, that says why and can be shown as any problem', async () => {
    const { answer, received } = await issue([null], { retries: 1 });
    expect(received).toHaveLength(2);
    expect(answer.error).toMatchObject({
      name: 'NoAnswerError',
      code: 'no_answer',
      status: 0,
      detail: expect.stringMatching(/^No answer: /),
    });
    const closed = await scriptedServer([null]);
    closed.close();
    const nowhere = client.createClient({ baseUrl: closed.url, auth: '', retries: 0 });
    const { error } = await client.createStatement({ client: nowhere, headers, body });
    expect(error).toMatchObject({ code: 'no_answer', detail: 'No answer: ECONNREFUSED.' });
  });

  it('a page of a proxy → unexpected_answer, with its first words', async () => {
    const { answer } = await issue([{ status: 403, body: '<h1>Forbidden</h1>' }]);
    expect(answer.error).toMatchObject({ code: 'unexpected_answer', status: 403, detail: '<h1>Forbidden</h1>' });
    expect((await issue([{ ...success({}), body: '<h1>' }])).answer.error).toMatchObject({ code: 'unexpected_answer' });
  });

  it('the caller aborts → the caller’s own error, and no other call', async () => {
    const server = await scriptedServer([null]);
    const connected = client.createClient({ baseUrl: server.url, auth: 'x' });
    const { error } = await client.createStatement({ client: connected, headers, body, signal: AbortSignal.abort() });
    server.close();
    expect([error?.name, server.received.length]).toEqual(['AbortError', 0]);
  });
});

it('iterates over all pages; a refusal is a problem', async () => {
  const issue = async () => (await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date() })).id;
  const issued = [await issue(), await issue()].map((id) => `stm_${id}`);
  const connected = client.createClient({ baseUrl: app.url, auth: key });
  const found: string[] = [];
  const pages = client.iterate<{ id: string }>((page) =>
    client.listStatements({ client: connected, query: { limit: 1, ...page } }),
  );
  for await (const { id } of pages) found.push(id);
  expect(found.slice(0, 2)).toEqual(issued.toReversed());
  const missing = await client.readStatement({ client: connected, path: { statement_id: 'stm_999999' } });
  expect(missing.error?.code).toBe('not_found');
  const stranger = client.createClient({ baseUrl: app.url, auth: 'crt_live_none' });
  const refused = client.iterate((page) => client.listStatements({ client: stranger, query: page }));
  await expect(refused[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'key_invalid' });
});

describe('verifyWebhook', () => {
  const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
  const [secret, former] = [secretOf('a key of thirty-two bytes, or so'), secretOf('the former key of this endpoint.')];
  const now = new Date('2026-11-23T12:00:00Z');
  const at = (seconds: number) => String(now.getTime() / 1000 + seconds);
  const body = '{"type":"statement.issued","data":{"address":"4 Rue de l’Église"}}';
  const signed = (timestamp: string, by = secret) =>
    `v1,${createHmac('sha256', Buffer.from(by.slice('whsec_'.length), 'base64'))
      .update(`msg_1.${timestamp}.${body}`)
      .digest('base64')}`;
  const verify = (timestamp: string, signature: string, more: object = {}) =>
    client.verifyWebhook({
      headers: { 'Webhook-Id': 'msg_1', 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      body,
      secret,
      now,
      ...more,
    });

  it('the vector of the convention’s own library', async () => {
    const timestamp = '1614265330';
    const message = {
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      body: '{"test": 2432232314}',
      now: new Date(Number(timestamp) * 1000),
      headers: new Headers({
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': timestamp,
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      }),
    };
    expect(await client.verifyWebhook(message)).toEqual({ test: 2_432_232_314 });
  });

  it('an authentic message → its content; within five minutes, by one of several signatures or secrets', async () => {
    const content = JSON.parse(body) as object;
    expect(await verify(at(0), signed(at(0)))).toEqual(content);
    expect(await verify(at(-299), `v1a,x v1,%% ${signed(at(-299), former)} ${signed(at(-299))}`)).toEqual(content);
    expect(await verify(at(299), signed(at(299)), { body: new TextEncoder().encode(body) })).toEqual(content);
    expect(await verify(at(0), signed(at(0), former), { secret: [secret, former] })).toEqual(content);
  });

  it('any other → WebhookError', async () => {
    const refused = [
      () => verify(at(-301), signed(at(-301))),
      () => verify(at(301), signed(at(301))),
      () => verify('now', signed('now')),
      () => verify(at(0), signed(at(0), former)),
      () => verify(at(0), signed(at(0)).replace('v1,', 'v2,')),
      () => verify(at(0), signed(at(0)), { body: `${body} ` }),
      () => verify(at(0), ''),
      () => verify(at(0), signed(at(0)), { secret: 'whsec_' }),
    ];
    for (const one of refused) await expect(one()).rejects.toMatchObject({ name: 'WebhookError' });
  });
});
