import { execFile, execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount, sharedApp } from '#test/app.ts';
import { createKey } from '#test/keys.ts';

/** What the page of the guides shows. */
const SNIPPETS = resolve(import.meta.dirname, '../../../../web/src/pages/developers/snippets');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'clairisque-snippets-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Run = { env?: NodeJS.ProcessEnv; input?: string };

/** Output of the program; null when it failed. */
async function run(command: string, args: string[], { env = {}, input = '' }: Run = {}): Promise<string | null> {
  const started = promisify(execFile)(command, args, { cwd: folder, env: { ...process.env, ...env } });
  // A program that refuses before it reads closes its input.
  started.child.stdin?.on('error', () => undefined).end(input);
  return started.then(
    ({ stdout }) => stdout,
    () => null,
  );
}

function isInstalled(command: string, args: string[] = ['--version']): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
const hasShellTools = isInstalled('curl') && isInstalled('openssl', ['version']);
const hasPython = isInstalled('python3');
const hasPhp = isInstalled('php');

/** Ends the title of a test that is skipped, since the machine lacks the snippet's program. */
const unless = (isThere: boolean, program: string): string => (isThere ? '' : `: ${program} absent`);

describe('the first PDF', () => {
  const app = sharedApp({ worker: true });
  let env: NodeJS.ProcessEnv;
  let key: string;
  beforeAll(async () => {
    key = await createKey(app, await createAccount(app, 8));
    env = { CLAIRISQUE_URL: app.url, CLAIRISQUE_KEY: key };
  });

  const expectPdf = () => expect(readFileSync(join(folder, 'statement.pdf')).subarray(0, 5).toString()).toBe('%PDF-');

  it('first-pdf.mjs issues a statement and saves its PDF', async () => {
    expect(await run(process.execPath, [join(SNIPPETS, 'first-pdf.mjs')], { env })).toMatch(/^stm_\d+: /);
    expectPdf();
    rmSync(join(folder, 'statement.pdf'));
  });

  it.skipIf(!hasShellTools)(`first-pdf.sh does the same${unless(hasShellTools, 'curl or openssl')}`, async () => {
    expect(await run('sh', [join(SNIPPETS, 'first-pdf.sh')], { env })).toMatch(/^stm_\d+: /);
    expectPdf();
    rmSync(join(folder, 'statement.pdf'));
  });

  it.skipIf(!hasPython)(`first-pdf.py does the same${unless(hasPython, 'Python')}`, async () => {
    expect(await run('python3', [join(SNIPPETS, 'first-pdf.py')], { env })).toMatch(/^stm_\d+: /);
    expectPdf();
    rmSync(join(folder, 'statement.pdf'));
  });

  /** Every snippet that is a program: the others are functions, tried below. */
  const PROGRAMS = readdirSync(SNIPPETS).filter((name) => !/^(webhook|idempotency)\./.test(name));
  const INTERPRETERS: Record<string, [command: string, isThere: boolean]> = {
    '.mjs': [process.execPath, true],
    '.py': ['python3', hasPython],
    '.sh': ['sh', hasShellTools],
  };
  for (const name of PROGRAMS) {
    const [command, isThere] = INTERPRETERS[extname(name)] ?? ['', false];
    it.skipIf(!isThere)(
      `${name} refused → it fails, and prints status, code and detail${unless(isThere, command)}`,
      async () => {
        writeFileSync(join(folder, 'properties.csv'), 'address\n4 Rue des Lilas 95190 Goussainville');
        const unknown = { ...process.env, ...env, CLAIRISQUE_KEY: 'crt_live_none' };
        const failed = await promisify(execFile)(command, [join(SNIPPETS, name)], { cwd: folder, env: unknown }).then(
          () => null,
          ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
        );
        expect(failed?.code).toBeGreaterThan(0);
        for (const word of ['401', 'key_invalid', 'Cette clé']) expect(failed?.stderr).toContain(word);
        expect(existsSync(join(folder, 'statement.pdf'))).toBe(false);
      },
    );
  }

  it.skipIf(!hasShellTools)(
    `first-pdf.sh refused the document → it prints that problem and keeps no file${unless(hasShellTools, 'curl or openssl')}`,
    async () => {
      const refusal = { status: 503, code: 'file_unavailable', detail: 'Le document ne peut pas être lu.' };
      const server = createServer((request, response) => {
        const isDocument = request.url?.endsWith('/document.pdf') === true;
        response.writeHead(isDocument ? 503 : 201, { 'content-type': 'application/json' });
        response.end(JSON.stringify(isDocument ? refusal : { id: 'stm_1', status: 'issued' }));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const failed = await promisify(execFile)('sh', [join(SNIPPETS, 'first-pdf.sh')], {
        cwd: folder,
        env: { ...process.env, CLAIRISQUE_URL: `http://127.0.0.1:${port}`, CLAIRISQUE_KEY: 'k' },
      }).then(
        () => null,
        ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
      );
      server.close();
      expect(failed?.code).toBeGreaterThan(0);
      expect(failed?.stderr).toContain(JSON.stringify(refusal));
      expect(existsSync(join(folder, 'statement.pdf'))).toBe(false);
    },
  );

  it('batch.mjs issues the rows that are sure, names the doubtful ones, and saves the documents', async () => {
    const rows = [
      'address,owner,recipient',
      '4 Rue des Lilas 95190 Goussainville,Mme Durand,M. Martin',
      '4 rue des lilas,,',
    ];
    writeFileSync(join(folder, 'properties.csv'), rows.join('\n'));
    const output = await run(process.execPath, [join(SNIPPETS, 'batch.mjs')], { env });
    expect(output).toMatch(/^3: 4 rue des lilas: 4 Rue des Lilas .+ \| .+\nbat_\d+: 1 of 2 issued\n$/);
    expect(readFileSync(join(folder, 'documents.zip')).subarray(0, 2).toString()).toBe('PK');
  });

  it('idempotency.mjs → one statement for one key, however often it is called; a refusal is thrown', async () => {
    const { issue } = (await import(join(SNIPPETS, 'idempotency.mjs'))) as {
      issue: (given: object) => Promise<{ id: string }>;
    };
    const request = { transaction: 'sale', parcels: ['000-AB-0001@95280'] };
    const given = { url: app.url, key, idempotencyKey: 'stable', request };
    const { id } = await issue(given);
    expect((await issue(given)).id).toBe(id);
    await expect(issue({ ...given, request: { transaction: 'gift' } })).rejects.toThrow(
      /^4\d\d (idempotency_key_reused|invalid_input): /,
    );
  });
});

describe('an authentic webhook', () => {
  const secret = `whsec_${Buffer.from('a key of thirty-two bytes, or so').toString('base64')}`;
  const body = '{"type":"statement.issued","data":{"address":"4 Rue de l’Église"}}';
  const now = () => String(Math.floor(Date.now() / 1000));
  const signed = (timestamp: string, content = body, id = 'msg_1') =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${content}`)
      .digest('base64')}`;
  const headersOf = (timestamp: string, signature: string) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  });
  const old = String(Math.floor(Date.now() / 1000) - 900);
  /** With the expected verdict. */
  const MESSAGES: [title: string, headers: Record<string, string>, isAuthentic: boolean][] = [
    ['good', headersOf(now(), signed(now())), true],
    ['one of several signatures', headersOf(now(), `v1,${'A'.repeat(43)}= v1a,zzz ${signed(now())}`), true],
    ['another body', headersOf(now(), signed(now(), '{}')), false],
    ['another id', headersOf(now(), signed(now(), body, 'msg_2')), false],
    ['too old', headersOf(old, signed(old)), false],
    ['no time', headersOf('x[$(touch pirate)]', signed(now())), false],
    ['no signature', headersOf(now(), ''), false],
    ['another version', headersOf(now(), signed(now()).replace('v1,', 'v2,')), false],
  ];
  const expected = MESSAGES.map(([title, , isAuthentic]) => [title, isAuthentic]);

  it('webhook.mjs recognises it, and no other', async () => {
    const { isAuthentic } = (await import(join(SNIPPETS, 'webhook.mjs'))) as {
      isAuthentic: (secret: string, headers: object, body: string) => boolean;
    };
    expect(MESSAGES.map(([title, headers]) => [title, isAuthentic(secret, headers, body)])).toEqual(expected);
  });

  it.skipIf(!hasShellTools)(`webhook.sh recognises it, and no other${unless(hasShellTools, 'openssl')}`, async () => {
    const verdicts = MESSAGES.map(async ([title, headers]) => {
      const env = {
        WEBHOOK_SECRET: secret,
        HTTP_WEBHOOK_ID: headers['webhook-id'],
        HTTP_WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
        HTTP_WEBHOOK_SIGNATURE: headers['webhook-signature'],
      };
      return [title, (await run('sh', [join(SNIPPETS, 'webhook.sh')], { env, input: body })) !== null];
    });
    expect(await Promise.all(verdicts)).toEqual(expected);
  });

  /** Reads secret, body and messages as JSON, prints the verdicts. */
  const asked = JSON.stringify({ secret, body, messages: MESSAGES.map(([, headers]) => headers) });
  const verdictsOf = (output: string | null) =>
    MESSAGES.map(([title], rank) => [title, (JSON.parse(output ?? '[]') as boolean[])[rank]]);

  it.skipIf(!hasPython)(`webhook.py recognises it, and no other${unless(hasPython, 'Python')}`, async () => {
    const program = `import json, sys
sys.path.insert(0, ${JSON.stringify(SNIPPETS)})
sys.dont_write_bytecode = True
from webhook import is_authentic
given = json.load(sys.stdin)
print(json.dumps([is_authentic(given["secret"], one, given["body"].encode()) for one in given["messages"]]))`;
    expect(verdictsOf(await run('python3', ['-c', program], { input: asked }))).toEqual(expected);
  });

  it.skipIf(!hasPhp)(`webhook.php recognises it, and no other${unless(hasPhp, 'PHP')}`, async () => {
    const program = `require ${JSON.stringify(join(SNIPPETS, 'webhook.php'))};
$given = json_decode(file_get_contents('php://stdin'), true);
echo json_encode(array_map(fn ($one) => is_authentic($given['secret'], $one, $given['body']), $given['messages']));`;
    expect(verdictsOf(await run('php', ['-r', program], { input: asked }))).toEqual(expected);
  });
});
