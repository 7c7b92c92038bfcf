import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

type CuttableProxy = {
  url: string;
  cut: () => void;
  /** Maximum of concurrent calls under that path. */
  busiest: () => number;
};

/** A proxy that can be cut off for good: a supplier, then none. `watched`: a path. */
export async function createCuttableProxy(target: string, watched = '/'): Promise<CuttableProxy> {
  let underWay = 0;
  let most = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming;
    const isWatched = url.startsWith(watched);
    if (isWatched) most = Math.max(most, (underWay += 1));
    const forwarded = request(target + url, { ...(method !== undefined && { method }), headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      const body: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => body.push(chunk));
      answer.once('end', () => {
        // Before the caller has all of it, and calls again.
        if (isWatched) underWay -= 1;
        outgoing.end(Buffer.concat(body));
      });
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const cut = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}`, cut, busiest: () => most };
}
