import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createHttp } from './http/fastify.ts';

/** Longer than the check interval, shorter than any limit of the server. */
const ANSWER_AFTER_MS = 1_500;

async function opened(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

/** Everything that the server sent until it closed. */
async function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A reset is not an error here.
  if (!socket.closed) await new Promise((closed) => socket.once('close', closed));
  return Buffer.concat(chunks).toString();
}

it('half a header, half a body, nothing → dropped at shutdown; a complete call is answered', async () => {
  const app = createHttp({ logLevel: 'silent', trustedProxies: 0 });
  const begun = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    begun.resolve();
    await sleep(ANSWER_AFTER_MS);
    return { done: true };
  });
  app.post('/body', async () => ({ done: true }));
  // Without limits of its own, the server would wait for the halves for ever.
  Object.assign(app.server, { headersTimeout: 0, requestTimeout: 0 });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const head = 'HTTP/1.1\r\nhost: x\r\n';
  const slow = await opened(port, `GET /slow ${head}\r\n`);
  const halves = await Promise.all([
    opened(port, `GET /slow ${head}`),
    opened(port, `POST /body ${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":`),
    opened(port, ''),
  ]);
  await begun.promise;
  const [answer, ...cut] = [slow, ...halves].map(received);
  await app.closing.within(() => app.close());
  expect(await answer).toContain('{"done":true}');
  expect(await Promise.all(cut)).toEqual(['', '', '']);
});
