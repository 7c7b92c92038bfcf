import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = { status: number; headers?: Record<string, string>; body?: string };
type Received = { method: string; path: string; headers: IncomingHttpHeaders; body: string };

/** A server that gives `answers` in turn, then the last one again; null: it breaks the connection. */
export async function scriptedServer(answers: readonly (Answer | null)[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request;
      received.push({ method, path, headers, body: Buffer.concat(parts).toString() });
      const answer = answers[Math.min(received.length, answers.length) - 1];
      if (answer) response.writeHead(answer.status, answer.headers).end(answer.body ?? '', cutIfShort);
      else response.destroy();
      // Less than the answer's own `content-length`: the rest never comes.
      function cutIfShort(): void {
        const length = Number(answer?.headers?.['content-length'] ?? 0);
        if (length > Buffer.byteLength(answer?.body ?? '')) response.destroy();
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url, received, close };
}

/** A refusal as the API gives it. */
export const refusal = (status: number, code: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: JSON.stringify({
    type: '',
    title: 'Refused.',
    status,
    code,
    detail: 'Refusé.',
    instance: '/',
    request_id: 'r',
  }),
});
export const success = (content: object): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
});
