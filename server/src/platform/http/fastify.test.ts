import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHttp } from './fastify.ts';

it('slow headers → 408 after ten seconds; a body has thirty', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  // Node swaps the two limits when the headers' is longer: a body then had ninety seconds.
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([10_000, 30_000]);
  app.server.headersTimeout = 500;
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
  const [answer] = (await Array.fromAsync(socket)) as Buffer[];
  expect(answer?.toString()).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
});

it('a body of API v3 that comes too late → 408 as a problem; of version 2, as its refusals', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0, publicUrl: 'https://essai.fr' });
  app.server.requestTimeout = 1_000;
  app.server.headersTimeout = 500;
  for (const path of ['/api/v3/statements', '/api/v2/erp/me/create/']) app.post(path, async () => null);
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const send = async (path: string): Promise<[head: string, body: unknown]> => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      `POST ${path}?a=1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    const [head = '', body = ''] = Buffer.concat((await Array.fromAsync(socket)) as Buffer[])
      .toString()
      .split('\r\n\r\n');
    return [head, JSON.parse(body)];
  };
  const [[head, problem], [, former]] = await Promise.all([send('/api/v3/statements'), send('/api/v2/erp/me/create/')]);
  expect(head).toMatch(/^HTTP\/1\.1 408 [^]*Content-Type: application\/problem\+json/);
  expect(problem).toMatchObject({ status: 408, code: 'invalid_input', instance: '/api/v3/statements' });
  expect(former).toEqual({ detail: expect.any(String) });
  await app.close();
});

it('headers that come too late after a served call of API v3 → 408 that does not name that call', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0, publicUrl: 'https://essai.fr' });
  app.server.headersTimeout = 500;
  app.post('/api/v3/statements', async () => 'served');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('POST /api/v3/statements HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}');
  let text = '';
  for await (const piece of socket.setEncoding('utf8')) {
    if (text === '') socket.write('GET /api/v2/profile/me/ HTTP/1.1\r\nHost: a\r\nX-A: ');
    text += String(piece);
  }
  const [first, second = ''] = text.split(/(?=HTTP\/1\.1 408 )/);
  expect(first).toMatch(/^HTTP\/1\.1 200 [^]*served$/);
  expect(second).toMatch(/Content-Type: application\/json\r\n[^]*\{"detail":/);
  expect(second).not.toContain('/api/v3/statements');
  await app.close();
});

it('two Host headers, even identical → 400 for any call', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  app.get('/', async () => 'served');
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const ask = async (path: string, hosts: string[]): Promise<string> => {
    const socket = connect(Number(port), '127.0.0.1');
    const lines = hosts.map((host) => `${host}\r\n`).join('');
    socket.write(`GET ${path} HTTP/1.1\r\n${lines}X-Host: b\r\nConnection: close\r\n\r\n`);
    return Buffer.concat((await Array.fromAsync(socket)) as Buffer[]).toString();
  };
  expect(await ask('/', ['Host: a'])).toMatch(/^HTTP\/1\.1 200 /);
  for (const hosts of [
    ['Host: a', 'hOST: b'],
    ['Host: a', 'Host: a'],
  ])
    for (const path of ['/', '/nowhere']) expect(await ask(path, hosts)).toMatch(/^HTTP\/1\.1 400 [^]*malformée/);
  await app.close();
});

it('a client that does not read its response is disconnected, and the response is dropped; a slow one is not', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0, stalledMs: 1_000 });
  const given: Readable[] = [];
  app.get('/archive', async () => {
    const stream = Readable.from(pieces(), { objectMode: false });
    given.push(stream);
    return stream;
  });
  // Like a download: whole, in memory.
  app.get('/document', async () => Buffer.alloc(50_000_000));
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  const open = (path: string): Socket => {
    const socket = connect(Number(port), '127.0.0.1')
      .on('error', () => undefined)
      .pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  };
  const connections = () => new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  const stalled = [open('/archive'), open('/document')];
  const slow = open('/archive');
  const reading = setInterval(() => slow.read(), 10);
  slow.on('readable', () => undefined);
  await expect.poll(connections).toBe(3);
  await expect.poll(connections).toBe(1);
  await expect.poll(() => new Set(given.map(({ destroyed }) => destroyed))).toEqual(new Set([false, true]));
  clearInterval(reading);
  for (const socket of [...stalled, slow]) socket.destroy();
  await app.close();
});

/** Endless, as fast as they are read. */
function* pieces(): Generator<Buffer> {
  for (;;) yield Buffer.alloc(65_536);
}

/** Source of a program that only logs, once `log` is defined. */
const logging = (lines: string): string => `
  import { createHttp } from '${new URL('fastify.ts', import.meta.url).href}';
  const { log } = createHttp({ logLevel: 'warn', trustedProxies: 0 });
  ${lines}`;

it.skipIf(!existsSync('/dev/full'))(
  'a full disk under the log → lines are lost, the process lives',
  () => {
    const program = logging(`log.warn('lost'); setTimeout(() => process.exit(7), 50);`);
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
      timeout: 60_000,
      killSignal: 'SIGKILL',
    });
    expect(status).toBe(7);
  },
  90_000,
);

it('a slow reader of the log, on a pipe that the standard error made non-blocking → no line is lost', async () => {
  const program = logging(
    `process.stderr.write(''); for (let n = 0; n < 3_000; n += 1) log.warn({ n }, 'x'.repeat(200));`,
  );
  // The shell gives both outputs one pipe.
  const shell = spawn('sh', ['-c', '"$0" --input-type=module -e "$1" 2>&1 | cat', process.execPath, program]);
  let text = '';
  for await (const piece of shell.stdout.setEncoding('utf8')) {
    text += piece;
    await sleep(10);
  }
  const lines = text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).n)).toEqual(Array.from({ length: 3_000 }, (_, n) => n));
});
