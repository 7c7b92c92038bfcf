import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  headers: IncomingHttpHeaders;
  body: string;
  event: { id: string; type: string; data: object };
};
export type WebhookServer = {
  url: string;
  received: Received[];
  /** 200 by default. */
  answer: (listener: RequestListener) => void;
  close: () => void;
};

/** The server of a user, on loopback. */
export async function startWebhookServer(): Promise<WebhookServer> {
  const received: Received[] = [];
  let listener: RequestListener = (_request, response) => void response.end('ok');
  const server = createServer((request, response) => {
    void Array.fromAsync(request).then((pieces) => {
      const body = pieces.join('');
      received.push({ headers: request.headers, body, event: JSON.parse(body) as Received['event'] });
      listener(request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (answering) => void (listener = answering),
    close: () => void server.close().closeAllConnections(),
  };
}
