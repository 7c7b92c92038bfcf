import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REFUSAL_HEADERS } from './security-headers.ts';

const REFUSALS: Partial<Record<string, readonly [status: number, detail: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Les en-têtes de la requête sont trop volumineux.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'La requête n’est pas arrivée à temps.'],
};

const HEADERS = Object.entries(REFUSAL_HEADERS)
  .map(([name, value]) => `${name}: ${value}\r\n`)
  .join('');

/** Bytes that are no HTTP request, or not in time: Node gives the bare socket. The answer has the shape of all the others. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const [status, detail] = REFUSALS[error.code ?? ''] ?? [400, 'Requête malformée.'];
  const body = JSON.stringify({ detail });
  if (socket.writable && error.code !== 'ECONNRESET') {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n${HEADERS}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}
