import { spawn, spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHttp } from './fastify.ts';

it('headers that trickle in are cut by a 408 after ten seconds; a body has thirty', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  // Node swaps the two limits when the headers' is the longer: a body then had ninety seconds.
  expect(app.server.headersTimeout).toBeLessThan(app.server.requestTimeout);
  expect(app.server.requestTimeout).toBe(30_000);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nX-A: ');
  const [answer] = (await Array.fromAsync(socket)) as Buffer[];
  expect(answer?.toString()).toMatch(/^HTTP\/1\.1 408 /);
  await app.close();
}, 20_000);

/** What a program of its own logs, once `log` is there. */
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
      timeout: 15_000,
      killSignal: 'SIGKILL',
    });
    expect(status).toBe(7);
  },
  20_000,
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
}, 20_000);
