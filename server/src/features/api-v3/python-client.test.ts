import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { PROBLEM, STATEMENT } from '@clairisque/contract/common/v3-examples.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp } from '#test/app.ts';
import { insertIssued } from '#test/issued.ts';
import { createKey } from '#test/keys.ts';
import { operationsOf, readDocument } from '#test/openapi.ts';
import { refusal, scriptedServer, success } from '#test/scripted-server.ts';
import { buildPython, hasPython, pythonArchive } from '../../../../clients/generator/python.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../../../clients/python/example/first_pdf.py');
const run = promisify(execFile);
const app = sharedApp();

/** Skipped, under this name, on a machine that cannot build the package. */
describe.skipIf(!hasPython())(`the Python client${hasPython() ? '' : ': Python absent'}`, () => {
  let folder: string;
  let wheel: string;
  let env: NodeJS.ProcessEnv;
  let accountId: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'clairisque-python-'));
    wheel = await buildPython(join(folder, 'build'));
    const account = await createAccount(app, 4);
    accountId = account.id;
    env = {
      ...process.env,
      CLAIRISQUE_URL: app.url,
      CLAIRISQUE_KEY: await createKey(app, account),
      // A wheel of pure Python is imported as it is.
      PYTHONPATH: wheel,
      PYTHONDONTWRITEBYTECODE: '1',
    };
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the program prints, as JSON. */
  async function python(program: string, more: NodeJS.ProcessEnv = {}): Promise<unknown> {
    const { stdout } = await run(
      'python3',
      ['-W', 'error', '-c', `import json, os\nfrom clairisque import *\n${program}`],
      {
        cwd: folder,
        env: { ...env, ...more },
      },
    );
    return JSON.parse(stdout);
  }

  it('has every operation of the document, and its types are importable', async () => {
    const operations = operationsOf(await readDocument(app)).map(({ operation }) =>
      operation.operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    const missing = await python(
      `from typing import get_type_hints\nimport clairisque.types, clairisque.client\nget_type_hints(clairisque.types.Statement)
print(json.dumps([one for one in ${JSON.stringify(operations)} if not callable(getattr(Client, one, None))]))`,
    );
    expect(missing).toEqual([]);
  });

  const hasPip = hasPython('pip');
  it.skipIf(!hasPip)(
    `pip installs it from its sources too, and both have the same files${hasPip ? '' : ': pip absent'}`,
    async () => {
      const site = join(folder, 'site');
      const pip = ['-m', 'pip', '--disable-pip-version-check', 'install', '--no-index', '--quiet', '--target'];
      await run('python3', [...pip, site, await pythonArchive(join(folder, 'sources'), folder)]);
      const installed = readdirSync(join(site, 'clairisque')).filter((name) => name !== '__pycache__');
      expect(installed).toEqual(readdirSync(join(folder, 'build/clairisque')));
      const said = await python(`import clairisque; print(json.dumps(clairisque.__file__))`, { PYTHONPATH: site });
      expect(said).toBe(join(site, 'clairisque/__init__.py'));
    },
  );

  it('its archive has the same bytes each time it is made', async () => {
    const made = readFileSync(await pythonArchive(join(folder, 'one'), folder));
    const again = readFileSync(await pythonArchive(join(folder, 'another'), folder));
    expect(again.equals(made)).toBe(true);
  });

  it('the example issues a statement, saves its PDF and lists it', async () => {
    const { stdout } = await run('python3', [EXAMPLE], { cwd: folder, env });
    expect(stdout).toMatch(
      /^ERP-\d{4}-\d{6}: statement\.pdf\nERP-\d{4}-\d{6}, 4 Rue des Lilas 95190 Goussainville, until /,
    );
    expect(readFileSync(join(folder, 'statement.pdf')).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('the example waits for a statement that is being prepared, and says why one failed', async () => {
    const late = { ...STATEMENT, status: 'processing' };
    const pdf = { status: 200, headers: { 'content-type': 'application/pdf' }, body: '%PDF-late' };
    const list = success({ data: [], has_more: false, next_cursor: null });
    const server = await scriptedServer([success(late), success(late), success(STATEMENT), pdf, list]);
    const { stdout } = await run('python3', [EXAMPLE], { cwd: folder, env: { ...env, CLAIRISQUE_URL: server.url } });
    server.close();
    expect(stdout).toBe(`${STATEMENT.reference}: statement.pdf\n`);
    expect(readFileSync(join(folder, 'statement.pdf')).toString()).toBe('%PDF-late');
    const failed = await scriptedServer([
      success(late),
      success({ ...late, status: 'failed', failure: { ...PROBLEM, detail: 'Refusé.' } }),
    ]);
    const said = run('python3', [EXAMPLE], { cwd: folder, env: { ...env, CLAIRISQUE_URL: failed.url } });
    await expect(said).rejects.toMatchObject({ code: 1, stderr: '402 no_credit: Refusé.\n' });
    failed.close();
  });

  it('the example refused → the problem on its last line, and a failure', async () => {
    const failed = await run('python3', [EXAMPLE], {
      cwd: folder,
      env: { ...env, CLAIRISQUE_KEY: 'crt_live_none' },
    }).then(
      () => null,
      ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
    );
    expect(failed).toEqual([1, expect.stringMatching(/^401 key_invalid: .+\n$/)]);
  });

  it('iterates over all pages; sends a body, parameters of the path and a file', async () => {
    const { id } = await insertIssued(app.database.db, { accountId, issuedAt: new Date() });
    const said = (await python(`client = Client(os.environ["CLAIRISQUE_URL"], os.environ["CLAIRISQUE_KEY"])
found = [one["id"] for one in client.iterate(client.list_statements, limit=1)]
handover = client.create_handover("stm_${id}", {"label": "M. Martin « é »"}, idempotency_key="python-1")
try:
    client.read_statement("stm_1/../2?x")
except ApiError as error:
    refused = [error.status, error.code]
batch = client.create_batch_from_csv("address\\n4 Rue des Lilas 95190 Goussainville\\n", transaction="sale", start="manual", idempotency_key="python-2")
print(json.dumps([found, handover["label"], refused, batch["rows"]["total"]]))`)) as [string[], ...unknown[]];
    const [found, ...rest] = said;
    expect(found[0]).toBe(`stm_${id}`);
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBeGreaterThan(1);
    // A slash in an identifier leads to no other path.
    expect(rest).toEqual(['M. Martin « é »', [400, 'invalid_input'], 1]);
  });

  it('every parameter that is a dict → a pair for each key, as `name[key]=value`', async () => {
    const operations = operationsOf(await readDocument(app));
    const deep = operations.flatMap(({ operation: { operationId, parameters = [] } }) =>
      parameters
        .filter(({ in: where, style }) => where === 'query' && style === 'deepObject')
        .map(({ name }) => [operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
    );
    expect(deep).toContainEqual(['list_statements', 'metadata']);
    const server = await scriptedServer(deep.map(() => success({})));
    await python(
      `client = Client(os.environ["URL"], "crt_test_x")
for call, name in ${JSON.stringify(deep)}:
    getattr(client, call)(**{name: {"file": "A-12 & é", "by [one]": "M"}})
print("null")`,
      { URL: server.url },
    );
    server.close();
    expect(server.received.map(({ path }) => [...new URL(path, server.url).searchParams])).toEqual(
      deep.map(([, name]) => [
        [`${name}[file]`, 'A-12 & é'],
        [`${name}[by [one]]`, 'M'],
      ]),
    );
  });

  it('lists the statements that have a label', async () => {
    const said = await python(`client = Client(os.environ["CLAIRISQUE_URL"], os.environ["CLAIRISQUE_KEY"])
made = client.create_statement({"transaction": "sale", "address": "4 Rue des Lilas 95190 Goussainville", "metadata": {"file": "A-12"}}, idempotency_key="label-1")
found = client.list_statements(metadata={"file": "A-12"})["data"]
print(json.dumps([[one["id"] for one in found] == [made["id"]], client.list_statements(metadata={"file": "A-13"})["data"]]))`);
    expect(said).toEqual([true, []]);
  });

  describe('a call that fails', () => {
    async function issue(answers: Parameters<typeof scriptedServer>[0], retries = 3) {
      const server = await scriptedServer(answers);
      const said = await python(
        `try:
    done = Client(os.environ["URL"], "crt_test_x", retries=${retries}).create_statement({"transaction": "sale"}, idempotency_key="mine")
    print(json.dumps(done))
except ApiError as error:
    print(json.dumps([type(error).__name__, error.status, error.code, error.detail]))`,
        { URL: server.url },
      );
      server.close();
      return { said, received: server.received };
    }

    it('no answer, an overload, a first request still running → sent again with its key, until it succeeds', async () => {
      const busy = refusal(409, 'idempotency_in_progress', { 'retry-after': '0' });
      const overload = refusal(503, 'overloaded', { 'retry-after': '1' });
      const { said, received } = await issue([null, overload, busy, success({ id: 'stm_1' })]);
      expect(said).toEqual({ id: 'stm_1' });
      expect(received.map(({ headers, body }) => [headers['idempotency-key'], headers.authorization, body])).toEqual(
        Array.from({ length: 4 }, () => ['mine', 'Bearer crt_test_x', '{"transaction": "sale"}']),
      );
    });

    it('a refusal that does not pass → ApiError at once; no server → NoAnswerError; another’s page → unexpected_answer', async () => {
      for (const one of [refusal(402, 'no_credit'), refusal(429, 'quota', { 'retry-after': '3600' })]) {
        const { said, received } = await issue([one]);
        expect([said, received.length]).toEqual([['ApiError', one.status, expect.any(String), 'Refusé.'], 1]);
      }
      const { said, received } = await issue([null], 1);
      expect([said, received.length]).toEqual([['NoAnswerError', 0, 'no_answer', expect.any(String)], 2]);
      // Cut in the middle of a refusal, and of a success.
      const cut = { headers: { 'content-length': '99' }, body: '{' };
      for (const status of [200, 403]) {
        expect((await issue([{ ...cut, status }], 0)).said).toEqual([
          'NoAnswerError',
          0,
          'no_answer',
          expect.any(String),
        ]);
      }
      expect((await issue([{ status: 403, body: '<h1>é' }])).said).toEqual([
        'ApiError',
        403,
        'unexpected_answer',
        '<h1>é',
      ]);
      expect((await issue([{ ...success({}), body: '<h1>' }])).said).toEqual([
        'ApiError',
        200,
        'unexpected_answer',
        '<h1>',
      ]);
    });

    it('a redirection → refused: the key goes to no other server', async () => {
      const other = await scriptedServer([success({})]);
      const { said } = await issue([{ status: 302, headers: { location: other.url } }]);
      other.close();
      expect(said).toEqual(['ApiError', 302, 'unexpected_answer', '']);
      expect(other.received).toEqual([]);
    });
  });

  it('verify_webhook: an authentic message → its event; any other → WebhookError', async () => {
    const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
    const [secret, former] = [
      secretOf('a key of thirty-two bytes, or so'),
      secretOf('the former key of this endpoint.'),
    ];
    const body = '{"type":"statement.issued","data":{"address":"4 Rue de l’Église"}}';
    const signed = (by: string, id = 'msg_1') =>
      `v1,${createHmac('sha256', Buffer.from(by.slice(6), 'base64'))
        .update(`${id}.1000.${body}`)
        .digest('base64')}`;
    const headers = (signature: string, timestamp = '1000') => ({
      'Webhook-Id': 'msg_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': signature,
    });
    const cases: [headers: object, secret: string | string[], body: string, now: number, isAuthentic: boolean][] = [
      [headers(signed(secret)), secret, body, 1000, true],
      [headers(`v1a,é v1,x ${signed(former)} ${signed(secret)}`), secret, body, 1299, true],
      [headers(signed(former)), [secret, former], body, 701, true],
      [headers(signed(former)), secret, body, 1000, false],
      [headers(signed(secret)), secret, `${body} `, 1000, false],
      [headers(signed(secret)), secret, body, 1301, false],
      [headers(signed(secret)), secret, body, 699, false],
      [headers(signed(secret, 'msg_2')), secret, body, 1000, false],
      [headers(signed(secret), '١٠٠٠'), secret, body, 1000, false],
      [headers(''), secret, body, 1000, false],
      [headers(signed(secret)), 'whsec_', body, 1000, false],
      [headers(signed(secret)), 'whsec_%', body, 1000, false],
    ];
    const verdicts = await python(
      `def verdict(headers, secret, body, now):
    try:
        return verify_webhook(body.encode(), headers, secret, now=now)["type"] == "statement.issued"
    except WebhookError:
        return False
print(json.dumps([verdict(*one) for one in json.loads(os.environ["CASES"])]))`,
      { CASES: JSON.stringify(cases.map((one) => one.slice(0, 4))) },
    );
    expect(verdicts).toEqual(cases.map((one) => one[4]));
  });
});

it('the Postman collection has every operation once, with its example and a key for each POST', async () => {
  const document = await readDocument(app);
  type Item = { request: { method: string; url: { raw: string }; header: { key: string }[]; body?: { raw: string } } };
  const collection = (await (await fetch(`${app.url}/api/v3/collection.json`)).json()) as { item: { item: Item[] }[] };
  const requests = collection.item.flatMap(({ item }) => item.map(({ request }) => request));
  const named = (path: string) => `{{url}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  expect(requests.map(({ method, url }) => `${method} ${url.raw}`).toSorted()).toEqual(
    operationsOf(document)
      .map(({ method, path }) => `${method} ${named(path)}`)
      .toSorted(),
  );
  const posts = requests.filter(({ method }) => method === 'POST');
  const keyless = posts.filter(({ header }) => !header.some(({ key }) => key === 'Idempotency-Key'));
  // It writes nothing, and reads no key.
  expect(keyless.map(({ url }) => url.raw)).toEqual(['{{url}}/api/v3/batches/columns']);
  const empty = requests.filter(({ body }) => body !== undefined && body.raw.length < 3);
  // Its first page needs no cursor.
  expect(empty.map(({ url }) => url.raw)).toEqual(['{{url}}/api/v3/checks/planned']);
});
