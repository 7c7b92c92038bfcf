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

type Unreadable = Error & {
  code?: string;
  /**
   * The `Buffer` that Node was parsing (Fastify's types name it otherwise): a request from its start, or a later chunk.
   */
  rawPacket?: unknown;
};

/** Not HTTP, or too slow: Node gives the raw socket. The response has the usual shape. */
export function answerUnreadable(error: Unreadable, socket: Socket): void {
  const [status, detail] = REFUSALS[error.code ?? ''] ?? [400, 'Requête malformée.'];
  const body = mayBeHead(error) ? '' : JSON.stringify({ detail });
  if (socket.writable && error.code !== 'ECONNRESET') {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json\r\n${HEADERS}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** A HEAD client would treat a body as excess bytes (RFC 9110 §9.3.2). A later chunk no longer shows the method. */
function mayBeHead({ code, rawPacket }: Unreadable): boolean {
  const start = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, 10) : '';
  return start.startsWith('HEAD ') || (code === 'HPE_HEADER_OVERFLOW' && !/^[A-Z]+ /.test(start));
}
