import { fork } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/**
 * Requests, written out as they go over the wire, sent in turn over as many connections from that address. `open`: as many as the
 * network takes, whatever is answered; with `perSecond`, that many in all; else each connection asks again as soon as it is answered.
 * One that is closed is opened again.
 */
type Attack = {
  port: number;
  localAddress: string;
  connections: number;
  requests: string[];
  open: boolean;
  perSecond?: number;
};
/** Answers by status. */
export type Attacked = { seconds: number; sent: number; connections: number; answers: Record<string, number> };

/** Begins in a process of its own, and resolves once it has been answered or its connections are not read any more. */
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
      const told = next();
      child.send('stop');
      return (await told) as Attacked;
    },
  };
}

if (import.meta.main) {
  process.once('message', (plan) => run(plan as Attack));
}

/** Of what one connection has in hand. */
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
    // Evenly, not all at once.
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
    // As fast as the network tells it, and no faster than a client can.
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
