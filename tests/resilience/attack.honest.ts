import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../harness/report.ts';

/** Milliseconds until the whole response; status 0 is no response. */
export type Sample = { ms: number; status: number; asked: string };
export type Call = { method: 'GET' | 'POST'; path: string; signedIn?: boolean };
/** `address`: the client's, for a server that trusts one proxy; else the address that it calls from. */
export type User = { token: string; localAddress: string; address?: string };

const GIVEN_UP_MS = 20_000;

/** Each user makes each of these calls in turn, one every `everyMs`, for that many seconds. */
export async function measureUsers(
  port: number,
  users: User[],
  { calls, seconds, everyMs }: { calls: Call[]; seconds: number; everyMs: number },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const until = performance.now() + seconds * 1000;
  const act = async (user: User, n: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, localAddress: user.localAddress });
    // Spread over the interval.
    await sleep((everyMs * n) / users.length);
    for (let turn = n; performance.now() < until; turn += 1) {
      const call = calls[turn % calls.length];
      if (call === undefined) return;
      const from = performance.now();
      samples.push(await ask(port, { user, agent, call }));
      await sleep(Math.max(0, everyMs - (performance.now() - from)));
    }
    agent.destroy();
  };
  await Promise.all(users.map(act));
  return samples;
}

function ask(port: number, { user, agent, call }: { user: User; agent: Agent; call: Call }): Promise<Sample> {
  const { method, path, signedIn } = call;
  const from = performance.now();
  const { promise, resolve } = Promise.withResolvers<Sample>();
  const settle = (status: number): void =>
    resolve({ ms: performance.now() - from, status, asked: `${method} ${path}` });
  const headers = {
    accept: '*/*',
    ...(signedIn && { authorization: `Token ${user.token}` }),
    ...(user.address !== undefined && { 'x-forwarded-for': user.address }),
  };
  const asked = request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: GIVEN_UP_MS }, (answer) => {
    answer.resume();
    answer.once('close', () => settle(answer.complete ? (answer.statusCode ?? 0) : 0));
  });
  asked.once('timeout', () => asked.destroy()).once('error', () => settle(0));
  asked.end();
  return promise;
}

export const p95Of = (samples: Sample[]): number =>
  percentile(
    samples.map(({ ms }) => ms),
    0.95,
  );

/** Failures and refusals: « 3 × 503 GET /… ». */
export function failuresOf(samples: Sample[]): string[] {
  const counts = new Map<string, number>();
  for (const { status, asked } of samples) {
    if (status >= 200 && status < 400) continue;
    const name = `${status === 0 ? 'no answer' : status} ${asked}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${count} × ${name}`);
}
