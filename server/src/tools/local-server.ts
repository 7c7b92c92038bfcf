import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LocalRequest = {
  method: string;
  url: URL;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};
/** A string body is JSON unless a type is given. */
export type LocalAnswer = {
  status?: number;
  body?: string | Buffer;
  contentType?: string;
  headers?: Record<string, string>;
  /** Closes the connection instead of responding. */
  cut?: boolean;
  /** Sends as many bytes of the body, and closes the connection later. */
  cutAfter?: { bytes: number; when: () => Promise<unknown> } | null;
};
export type LocalServer = { baseUrl: string; requests: LocalRequest[]; close: () => Promise<void> };

/** A real HTTP server on a free local port, with the responses of `answer`; for tools and tests. */
export async function startLocalServer(
  answer: (request: LocalRequest) => LocalAnswer | Promise<LocalAnswer>,
): Promise<LocalServer> {
  const requests: LocalRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = 'GET', headers } = incoming;
      const body = Buffer.concat(chunks).toString('utf8');
      const request = { method, url: new URL(incoming.url ?? '/', 'http://local'), headers, body };
      requests.push(request);
      void Promise.resolve(answer(request)).then(({ status = 200, cut = false, cutAfter = null, ...rest }) => {
        if (cut) return outgoing.destroy();
        const body = Buffer.from(rest.body ?? '');
        outgoing.writeHead(status, { 'content-type': rest.contentType ?? 'application/json', ...rest.headers });
        if (cutAfter === null) return outgoing.end(body);
        outgoing.flushHeaders();
        outgoing.write(body.subarray(0, cutAfter.bytes));
        return cutAfter.when().then(() => outgoing.destroy());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
}
