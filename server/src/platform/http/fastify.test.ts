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
