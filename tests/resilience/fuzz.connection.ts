import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Input } from './fuzz.environment.ts';

/**
 * `status` 0: the connection was closed without a response, `text` says how; `WAITED` when we closed it. `answers`:
 * number of responses to one input.
 */
export type Answer = { status: number; headers: string; text: string; answers: number; ms: number };

const HANG_MS = 15_000;
/** Node drops the requests of a client that half-closes: done only when nothing more comes. */
const ENDS_AFTER_MS = 2_000;
/** Waited for the rest of a request. */
export const WAITED = 'waited for more';

/** Sends to `url` over kept connections, or raw bytes over a separate one. */
export function createConnections(
  url: string,
  hangMs = HANG_MS,
): { send: (input: Input) => Promise<Answer>; close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: hangMs });
  const port = Number(new URL(url).port);
  const send = async (input: Input): Promise<Answer> => {
    const from = performance.now();
    const answer = await (input.raw === undefined ? ask(agent, port, input) : sendRaw(port, input.raw, hangMs));
    return { ...answer, ms: performance.now() - from };
  };
  return { send, close: () => agent.destroy() };
}

type Untimed = Omit<Answer, 'ms'>;

function ask(agent: Agent, port: number, { method, path, headers, body }: Input): Promise<Untimed> {
  return new Promise((resolve) => {
    const closed = (error: Error): void => resolve({ status: 0, headers: '', text: String(error), answers: 0 });
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { ...length, ...headers },
    };
    const outgoing = request(options, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', closed);
      incoming.on('end', () => {
        const { statusCode: status = 0, rawHeaders } = incoming;
        resolve({ status, headers: rawHeaders.join('\n'), text: Buffer.concat(chunks).toString('utf8'), answers: 1 });
      });
    });
    outgoing.on('error', closed);
    // `CONNECT` and `Upgrade` get a socket: our server offers neither.
    outgoing.on('upgrade', (_, socket) => socket.destroy(new Error('upgraded')));
    outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.end(body);
  });
}

/** Writes, and reads everything that comes until a while later. */
function sendRaw(port: number, raw: string, hangMs: number): Promise<Untimed> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1');
    const state = { isWaiting: false };
    const end = (): void => {
      state.isWaiting = chunks.length === 0;
      socket.end();
    };
    let silence = setTimeout(end, ENDS_AFTER_MS);
    const done = (): void => {
      clearTimeout(silence);
      socket.destroy();
      const text = Buffer.concat(chunks).toString('utf8');
      const answers = text.match(/^HTTP\/1\.1 \d{3} /gm) ?? [];
      const [head = '', ...rest] = text.split('\r\n\r\n');
      resolve({
        status: Number(answers[0]?.slice(9, 12) ?? 0),
        headers: head,
        text: answers.length === 0 && state.isWaiting ? WAITED : rest.join('\n'),
        answers: answers.length,
      });
    };
    socket.setTimeout(hangMs, done);
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(silence);
      silence = setTimeout(end, ENDS_AFTER_MS / 10);
    });
    socket.on('error', done);
    socket.on('close', done);
    socket.write(Buffer.from(raw, 'latin1'));
  });
}
