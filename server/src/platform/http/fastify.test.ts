import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
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

it.skipIf(!existsSync('/dev/full'))(
  'a full disk under the log → lines are lost, the process lives',
  () => {
    const program = `
    import { createHttp } from '${new URL('fastify.ts', import.meta.url).href}';
    const { log } = createHttp({ logLevel: 'warn', trustedProxies: 0 });
    log.warn('lost');
    setTimeout(() => process.exit(7), 50);`;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', openSync('/dev/full', 'w'), 'inherit'],
      timeout: 15_000,
      killSignal: 'SIGKILL',
    });
    expect(status).toBe(7);
  },
  20_000,
);
