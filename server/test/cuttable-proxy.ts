import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An address in front of another that can be cut off for good: the same supplier, then no supplier. */
export async function createCuttableProxy(target: string): Promise<{ url: string; cut: () => void }> {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const forwarded = request(target + url, { ...(method !== undefined && { method }), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, cut };
}
