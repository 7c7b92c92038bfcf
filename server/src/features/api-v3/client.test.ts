import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp, type TestAccount } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { createKey } from '#test/keys.ts';
import { operationsOf, readDocument } from '#test/openapi.ts';
import { buildClient, installClient } from '../../../../scripts/client.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const EXAMPLE = join(ROOT, 'clients/typescript/example');
const run = promisify(execFile);

type Listed = { data: { id: string }[]; has_more: boolean; next_cursor: string | null };
type Answer<T> = Promise<{ data?: T; error?: { code: string } }>;
/** What the tests use of the package; its real types are checked by a program below. */
type Client = {
  createClient: (given: { baseUrl: string; auth: string }) => object;
  listStatements: (given: { client: object; query: object }) => Answer<Listed>;
  readStatement: (given: { client: object; path: { statement_id: string } }) => Answer<{ id: string }>;
  iterate: <T>(list: (cursor?: string) => Promise<unknown>) => AsyncIterable<T>;
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
  await installClient(await buildClient(join(folder, 'build')), join(folder, 'example'));
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
  const compilerOptions = {
    strict: true,
    checkJs: true,
    noEmit: true,
    module: 'nodenext',
    target: 'es2024',
    skipLibCheck: true,
  };
  const types = { typeRoots: [join(ROOT, 'node_modules/@types')], types: ['node'] };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...types }, include: ['*.js'] }),
  );
  const faults = await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project]).then(
    () => '',
    ({ stdout: said }: { stdout: string }) => said,
  );
  expect(faults).toBe('');
});

it('iterates over all pages; a refusal is a problem', async () => {
  const issue = async () => (await insertIssued(app.database.db, { accountId: account.id, issuedAt: new Date() })).id;
  const issued = [await issue(), await issue()].map((id) => `stm_${id}`);
  const connected = client.createClient({ baseUrl: app.url, auth: key });
  const found: string[] = [];
  const pages = client.iterate<{ id: string }>((cursor) =>
    client.listStatements({ client: connected, query: { limit: 1, ...(cursor && { cursor }) } }),
  );
  for await (const { id } of pages) found.push(id);
  expect(found.slice(0, 2)).toEqual(issued.toReversed());
  const missing = await client.readStatement({ client: connected, path: { statement_id: 'stm_999999' } });
  expect(missing.error?.code).toBe('not_found');
  const stranger = client.createClient({ baseUrl: app.url, auth: 'crt_live_none' });
  const refused = client.iterate((cursor) => client.listStatements({ client: stranger, query: { cursor } }));
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
