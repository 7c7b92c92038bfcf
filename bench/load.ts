import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { percentile } from '../tests/harness/report.ts';

/**
 * Raw requests, sent in turn over a number of connections. Each connection sends the next one after a response, or
 * `pauseMs` later; it is reopened when the server closes it. Responses during the warm-up are not counted.
 */
export type Plan = {
  port: number;
  requests: string[];
  connections: number;
  pauseMs?: number;
  warmUpMs: number;
  measuredMs: number;
};
/** Milliseconds; `refused` counts responses other than 2xx. */
export type Load = { perSecond: number; p50: number; p99: number; refused: number };

/** Runs the plan in a separate process, so that the client delays neither the server nor other clients. */
export function load(plan: Plan): Promise<Load> {
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: [] });
  const { promise, resolve, reject } = Promise.withResolvers<Load>();
  child.once('message', (result) => resolve(result as Load));
  child.once('exit', (code) => reject(new Error(`load generator ended with ${code}`)));
  child.send(plan);
  return promise;
}

/** With a session's token, or a key of API v3; `more`: whole lines of headers. */
export function getRequest(path: string, token?: string, more = ''): string {
  const scheme = token?.startsWith('crt_') ? 'Bearer' : 'Token';
  const authorization = token === undefined ? '' : `authorization: ${scheme} ${token}\r\n`;
  return `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: */*\r\n${authorization}${more}\r\n`;
}

export function postRequest(path: string, body: unknown): string {
  const json = JSON.stringify(body);
  const headers = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(json)}\r\n`;
  return `POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: */*\r\n${headers}\r\n${json}`;
}

if (import.meta.main) {
  process.once('message', async (plan) => {
    process.send?.(await run(plan as Plan));
    process.disconnect?.();
  });
}

async function run(plan: Plan): Promise<Load> {
  const durations: number[] = [];
  let refused = 0;
  let turn = 0;
  const from = performance.now() + plan.warmUpMs;
  const until = from + plan.measuredMs;
  const customer = async (): Promise<void> => {
    const asker = createAsker(plan.port);
    for (let asked = performance.now(); asked < until; asked = performance.now()) {
      const status = await asker.ask(plan.requests[turn++ % plan.requests.length] ?? '');
      const answered = performance.now();
      if (answered >= from && answered < until) durations.push(answered - asked);
      if (status >= 300) refused += 1;
      if (plan.pauseMs !== undefined) await sleep(plan.pauseMs);
    }
    asker.close();
  };
  await Promise.all(Array.from({ length: plan.connections }, customer));
  const perSecond = durations.length / (plan.measuredMs / 1000);
  return { perSecond, p50: percentile(durations, 0.5), p99: percentile(durations, 0.99), refused };
}

/** One connection, one request at a time; parses only the status and the length, to stay light beside the server. */
function createAsker(port: number): { ask: (request: string) => Promise<number>; close: () => void } {
  let socket: Socket | undefined;
  const ask = async (request: string): Promise<number> => {
    socket ??= await opened(port);
    const { status, closes } = await exchange(socket, request);
    if (closes) {
      socket.destroy();
      socket = undefined;
    }
    return status;
  };
  return { ask, close: () => void socket?.destroy() };
}

async function opened(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  socket.once('connect', () => resolve(socket)).once('error', reject);
  return promise;
}

function exchange(socket: Socket, request: string): Promise<{ status: number; closes: boolean }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; closes: boolean }>();
  let answer = '';
  const settle = (act: () => void): void => {
    socket.off('data', read).off('close', lost).off('error', lost);
    act();
  };
  const read = (chunk: Buffer): void => {
    answer += chunk.toString('latin1');
    const head = answer.indexOf('\r\n\r\n');
    if (head === -1) return;
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(answer)?.[1] ?? 0);
    if (answer.length < head + 4 + length) return;
    const closes = /\r\nconnection: *close/i.test(answer.slice(0, head));
    settle(() => resolve({ status: Number(answer.slice(9, 12)), closes }));
  };
  const lost = (): void => settle(() => reject(new Error(`connection lost in ${request.slice(0, 40)}`)));
  socket.on('data', read).on('close', lost).on('error', lost);
  socket.write(request);
  return promise;
}
