import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Faults of one exchange, for any protocol:
 * - `reset`: the request and the connection are lost;
 * - `lost response`: the request is processed, its response is lost;
 * - `truncated`: half of the response arrives;
 * - `stall`: nothing for `ms`, then everything;
 * - `slow`: each chunk is delayed by `ms`;
 * - `replaced`: `bytes` replace the response, and the connection ends.
 */
export type Fault =
  | { kind: 'reset' | 'lost response' | 'truncated' }
  | { kind: 'stall' | 'slow'; ms: number }
  | { kind: 'replaced'; bytes: string };

/** A fault for the exchanges whose first bytes match `about`; for any without it. */
export type InjectedFault = { fault: Fault; about?: RegExp; onInjected?: () => void };

/** A fault-injection proxy in front of another address. */
export type FaultProxy = {
  port: number;
  url: string;
  /** Injects it into the next matching exchange. */
  next: (fault: InjectedFault) => void;
  /** Injects it into every matching exchange until it is lifted. */
  every: (fault: InjectedFault) => { lift: () => void };
  /** Cuts and refuses every connection for that long; resolves with the number of refused ones. */
  down: (forMs: number) => Promise<number>;
  /** Counts the responses with this text from now on; returns a function that reads the count. */
  countResponses: (text: string) => () => number;
  /** Measures the concurrent exchanges that match, from now on; returns a function that reads the maximum. */
  mostAtOnce: (about: RegExp) => () => number;
  /** Shows the first bytes of each exchange, from now on. */
  watch: (seen: (head: string) => void) => void;
  /** Number of injected faults that still wait for an exchange. */
  waiting: () => number;
  /** Removes them. */
  clear: () => void;
  close: () => void;
};

type Exchange = { client: Socket; server: Socket; fault: Fault | null };

export async function createFaultProxy(target: string): Promise<FaultProxy> {
  const exchanges = new Set<Exchange>();
  const faults = createInjectedFaults();
  const counters = createCounters();
  const { protocol, port: targetPort } = new URL(target);
  const state = { isDown: false, refused: 0 };
  const cutAll = (): void => exchanges.forEach(cut);
  const server = createServer((client) => {
    if (state.isDown) {
      state.refused += 1;
      return void client.on('error', () => undefined).resetAndDestroy();
    }
    const exchange: Exchange = { client, server: connect(Number(targetPort), '127.0.0.1'), fault: null };
    exchanges.add(exchange);
    carry(exchange, { ...faults, ...counters }, () => exchanges.delete(exchange));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `${protocol}//127.0.0.1:${port}`,
    ...faults,
    down: async (forMs) => {
      const before = state.refused;
      state.isDown = true;
      cutAll();
      await sleep(forMs);
      state.isDown = false;
      return state.refused - before;
    },
    countResponses: counters.countResponses,
    mostAtOnce: counters.mostAtOnce,
    watch: counters.watch,
    close: () => {
      server.close();
      cutAll();
    },
  };
}

type Counters = Pick<FaultProxy, 'countResponses' | 'mostAtOnce' | 'watch'> & Observer;
/** `started` returns what ends the exchange, at the first bytes of its response. */
type Observer = { started: (head: string) => () => void; responded: (bytes: Buffer) => void };

function createCounters(): Counters {
  const responses = new Set<{ text: string; count: number }>();
  const meters = new Set<{ about: RegExp; now: number; most: number }>();
  const watchers = new Set<(head: string) => void>();
  return {
    watch: (seen) => void watchers.add(seen),
    countResponses: (text) => {
      const counter = { text, count: 0 };
      responses.add(counter);
      return () => counter.count;
    },
    mostAtOnce: (about) => {
      const meter = { about, now: 0, most: 0 };
      meters.add(meter);
      return () => meter.most;
    },
    started: (head) => {
      watchers.forEach((seen) => seen(head));
      const matching = [...meters].filter(({ about }) => about.test(head));
      for (const meter of matching) meter.most = Math.max(meter.most, (meter.now += 1));
      return () => matching.splice(0).forEach((meter) => (meter.now -= 1));
    },
    responded: (bytes) => responses.forEach((counter) => (counter.count += bytes.includes(counter.text) ? 1 : 0)),
  };
}

type InjectedFaults = Pick<FaultProxy, 'next' | 'every' | 'waiting' | 'clear'> & {
  faultFor: (head: string) => Fault | null;
};

function createInjectedFaults(): InjectedFaults {
  const once = new Set<InjectedFault>();
  const always = new Set<InjectedFault>();
  return {
    next: (fault) => void once.add(fault),
    every: (fault) => {
      always.add(fault);
      return { lift: () => void always.delete(fault) };
    },
    waiting: () => once.size,
    clear: () => once.clear(),
    faultFor: (head) => {
      const isMeant = ({ about }: InjectedFault): boolean => about === undefined || about.test(head);
      const found = once.values().find(isMeant) ?? always.values().find(isMeant);
      if (found === undefined) return null;
      once.delete(found);
      found.onInjected?.();
      return found.fault;
    },
  };
}

/** In bytes: enough for the first lines of a request. */
const HEAD_BYTES = 400;

/** Both sides see what a broken network shows: a reset. */
function cut({ client, server }: Exchange): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

type Hooks = Observer & { faultFor: (head: string) => Fault | null };

function carry(exchange: Exchange, { faultFor, started, responded }: Hooks, ended: () => void): void {
  const { client, server } = exchange;
  client.setNoDelay(true);
  server.setNoDelay(true);
  // An exchange starts with the client's first bytes after a response.
  let isAnswering = true;
  let end = (): void => undefined;
  void relay(client, server, async (bytes) => {
    if (isAnswering) {
      const head = bytes.subarray(0, HEAD_BYTES).toString('latin1');
      end = started(head);
      exchange.fault = faultFor(head);
    }
    isAnswering = false;
    return afterRequest(exchange, bytes);
  });
  void relay(server, client, async (bytes) => {
    isAnswering = true;
    end();
    responded(bytes);
    return afterResponse(exchange, bytes);
  });
  client.once('close', () => {
    end();
    ended();
    server.destroy();
  });
  server.once('close', () => client.end());
}

/** Forwards bytes to the other side; null when the connection is over. */
type Pass = (bytes: Buffer) => Promise<Buffer | null>;

async function relay(from: Socket, to: Socket, pass: Pass): Promise<void> {
  from.on('error', () => undefined);
  try {
    for await (const bytes of from) {
      const passed = await pass(bytes as Buffer);
      if (passed === null) return;
      if (!to.write(passed)) await new Promise((done) => to.once('drain', done).once('close', done));
    }
    to.end();
  } catch {
    to.destroy();
  }
}

async function afterRequest(exchange: Exchange, bytes: Buffer): Promise<Buffer | null> {
  const { fault } = exchange;
  switch (fault?.kind) {
    case 'stall':
      exchange.fault = null;
      await sleep(fault.ms);
      return bytes;
    case 'slow':
      await sleep(fault.ms);
      return bytes;
    case 'replaced':
      return endWith(exchange, Buffer.from(fault.bytes));
    case 'reset':
      return endWith(exchange, null);
    case 'lost response':
    case 'truncated':
    case undefined:
      return bytes;
  }
}

async function afterResponse(exchange: Exchange, bytes: Buffer): Promise<Buffer | null> {
  switch (exchange.fault?.kind) {
    case 'slow':
      await sleep(exchange.fault.ms);
      return bytes;
    case 'truncated':
      return endWith(exchange, bytes.subarray(0, Math.floor(bytes.length / 2)));
    case 'lost response':
      return endWith(exchange, null);
    case 'replaced':
    case 'reset':
    case 'stall':
    case undefined:
      return bytes;
  }
}

/** Null: cuts the connection. */
function endWith(exchange: Exchange, bytes: Buffer | null): null {
  if (bytes === null) cut(exchange);
  else {
    exchange.client.end(bytes);
    exchange.server.resetAndDestroy();
  }
  return null;
}
