import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Raw requests, sent in turn over a number of connections from that address. `open`: as many as the network accepts,
 * whatever the responses; with `perSecond`, that many in all; else each connection sends the next one after a response.
 * Closed connections are reopened.
 */
type Attack = {
  port: number;
  localAddress: string;
  connections: number;
  requests: string[];
  open: boolean;
  perSecond?: number;
};
/** Responses by status. */
export type Attacked = { seconds: number; sent: number; connections: number; answers: Record<string, number> };

/** Starts in a separate process, and resolves once it has had responses or its connections are no longer read. */
export async function attack(plan: Attack): Promise<{ stop: () => Promise<Attacked> }> {
  const child = fork(fileURLToPath(import.meta.url), [], { execArgv: [] });
  const next = (): Promise<unknown> =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`attacker ended with ${code}`)));
    });
  child.send(plan);
  await next();
  return {
    stop: async () => {
      const result = next();
      child.send('stop');
      return (await result) as Attacked;
    },
  };
}

if (import.meta.main) {
  process.once('message', (plan) => run(plan as Attack));
}

/** Maximum of unsent data per connection. */
const AHEAD_BYTES = 262_144;
const REOPENED_MS = 50;
const BEGUN_MS = 2_000;

async function run(plan: Attack): Promise<void> {
  const attacked: Attacked = { seconds: 0, sent: 0, connections: 0, answers: {} };
  const from = performance.now();
  process.once('message', () => {
    process.send?.({ ...attacked, seconds: (performance.now() - from) / 1000 });
    process.exit(0);
  });
  for (let n = 0; n < plan.connections; n += 1) {
    // Spread evenly.
    if (plan.perSecond !== undefined) await sleep(1000 / plan.perSecond);
    void keepAsking(plan, attacked);
  }
  // By then a burst is used up.
  await sleep(BEGUN_MS);
  process.send?.('begun');
}

async function keepAsking(plan: Attack, attacked: Attacked): Promise<never> {
  for (;;) {
    const socket = connect({ port: plan.port, host: '127.0.0.1', localAddress: plan.localAddress, noDelay: true });
    attacked.connections += 1;
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      const statuses = bytes.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g);
      for (const [, status = ''] of statuses) {
        attacked.answers[status] = (attacked.answers[status] ?? 0) + 1;
        if (!plan.open && plan.perSecond === undefined) send(plan, attacked, socket);
      }
    });
    socket.once('connect', () => begin(plan, attacked, socket));
    await closed;
    // At the speed of the network, bounded by what a client can do.
    await sleep(REOPENED_MS);
  }
}

function begin(plan: Attack, attacked: Attacked, socket: Socket): void {
  if (plan.open) return flood(plan, attacked, socket);
  if (plan.perSecond === undefined) return void send(plan, attacked, socket);
  const everyMs = (1000 * plan.connections) / plan.perSecond;
  const timer = setInterval(() => send(plan, attacked, socket), everyMs);
  socket.once('close', () => clearInterval(timer));
}

function send({ requests }: Attack, attacked: Attacked, socket: Socket): boolean {
  attacked.sent += 1;
  return socket.write(requests[attacked.sent % requests.length] ?? '');
}

function flood(plan: Attack, attacked: Attacked, socket: Socket): void {
  const write = (): void => {
    while (socket.writable && socket.writableLength < AHEAD_BYTES && send(plan, attacked, socket));
  };
  socket.on('drain', write);
  write();
}
