import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { earlyRefusal } from './problems.ts';
import { REFUSAL_HEADERS } from './security-headers.ts';

type Refusal = Extract<Parameters<typeof earlyRefusal>[0], { detail: string }>;
const MALFORMED: Refusal = { code: 'invalid_input', status: 400, detail: 'Requête malformée.' };
const REFUSALS: Partial<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: {
    code: 'too_large',
    status: 431,
    detail: 'Les en-têtes de la requête sont trop volumineux.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: { code: 'invalid_input', status: 408, detail: 'La requête n’est pas arrivée à temps.' },
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

/**
 * Not HTTP, or too slow: Node gives the raw socket. The response has the usual shape of what was asked, if it can be read;
 * else of `url`, the call of that connection whose body is still coming.
 */
export function answerUnreadable(
  error: Unreadable,
  { socket, site, url }: { socket: Socket; site: string; url: string },
): void {
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const { status } = refusal;
  const answer = earlyRefusal(refusal, { site, url: urlOf(error) || url });
  const body = mayBeHead(error) ? '' : answer.body;
  if (socket.writable && error.code !== 'ECONNRESET') {
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: ${answer.type}\r\n${HEADERS}` +
        `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }
  socket.destroy(error);
}

/** A HEAD client would treat a body as excess bytes (RFC 9110 §9.3.2). A later chunk no longer shows the method. */
function mayBeHead({ code, rawPacket }: Unreadable): boolean {
  const start = startOf(rawPacket, 10);
  return start.startsWith('HEAD ') || (code === 'HPE_HEADER_OVERFLOW' && !/^[A-Z]+ /.test(start));
}

const LONGEST_URL = 2_000;

/** Empty for a later chunk. */
const urlOf = ({ rawPacket }: Unreadable): string =>
  /^[A-Z]+ (\/[\x21-\x7e]*)/.exec(startOf(rawPacket, LONGEST_URL))?.[1] ?? '';

const startOf = (packet: unknown, length: number): string =>
  Buffer.isBuffer(packet) ? packet.toString('latin1', 0, length) : '';
