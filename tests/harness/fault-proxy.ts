import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Faults of one exchange, for any protocol:
 * - `reset`: the request and the connection are lost;
 * - `lost answer`: the request is processed, its response is lost;
 * - `truncated`: half of the response arrives;
 * - `stall`: nothing for `ms`, then everything;
 * - `slow`: each chunk is delayed by `ms`;
 * - `lie`: `says` replaces the response, and the connection ends.
 */
export type Trouble =
  | { kind: 'reset' | 'lost answer' | 'truncated' }
  | { kind: 'stall' | 'slow'; ms: number }
  | { kind: 'lie'; says: string };

/** A fault for the exchanges whose first bytes match the pattern; for any without one. */
export type InjectedFault = { trouble: Trouble; about?: RegExp; injected?: () => void };

/** A fault-injection proxy in front of another address. */
export type FaultProxy = {
  port: number;
  /** Changes the target, for a restarted server. */
  toward: (port: number) => void;
  /** Injects it into the next matching exchange. */
  next: (fault: InjectedFault) => void;
  /** Injects it into every matching exchange until it is lifted. */
  every: (fault: InjectedFault) => { lift: () => void };
  /** Cuts and refuses every connection for that long; resolves with the number of refused ones. */
  down: (forMs: number) => Promise<number>;
  /** Counts the responses with this text from now on; returns a function that reads the count. */
  heard: (words: string) => () => number;
  /** Number of injected faults that still wait for an exchange. */
  waiting: () => number;
  /** Removes them. */
  calm: () => void;
  close: () => void;
};

type Call = { client: Socket; server: Socket; trouble: Trouble | null };

export async function createFaultProxy(targetPort: number): Promise<FaultProxy> {
  const calls = new Set<Call>();
  const faults = createInjectedFaults();
  const ears = createEars();
  const state = { targetPort, isDown: false, refused: 0 };
  const cutAll = (): void => calls.forEach(cut);
  const server = createServer((client) => {
    if (state.isDown) {
      state.refused += 1;
      return void client.on('error', () => undefined).resetAndDestroy();
    }
    const call: Call = { client, server: connect(state.targetPort, '127.0.0.1'), trouble: null };
    calls.add(call);
    carry(call, { troubleFor: faults.troubleFor, hear: ears.hear }, () => calls.delete(call));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    toward: (port) => (state.targetPort = port),
    ...faults,
    down: async (forMs) => {
      const before = state.refused;
      state.isDown = true;
      cutAll();
      await sleep(forMs);
      state.isDown = false;
      return state.refused - before;
    },
    heard: ears.heard,
    close: () => {
      server.close();
      cutAll();
    },
  };
}

function createEars(): Pick<FaultProxy, 'heard'> & { hear: (answer: Buffer) => void } {
  const ears = new Set<{ words: string; count: number }>();
  return {
    heard: (words) => {
      const ear = { words, count: 0 };
      ears.add(ear);
      return () => ear.count;
    },
    hear: (answer) => ears.forEach((ear) => (ear.count += answer.includes(ear.words) ? 1 : 0)),
  };
}

type InjectedFaults = Pick<FaultProxy, 'next' | 'every' | 'waiting' | 'calm'> & {
  troubleFor: (words: Buffer) => Trouble | null;
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
    calm: () => once.clear(),
    troubleFor: (words) => {
      const head = words.subarray(0, FIRST_WORDS).toString('latin1');
      const isMeant = ({ about }: InjectedFault): boolean => about === undefined || about.test(head);
      const found = once.values().find(isMeant) ?? always.values().find(isMeant);
      if (found === undefined) return null;
      once.delete(found);
      found.injected?.();
      return found.trouble;
    },
  };
}

/** In bytes: enough for the first lines of a request. */
const FIRST_WORDS = 400;

/** Both sides see what a broken network shows: a reset. */
function cut({ client, server }: Call): void {
  client.resetAndDestroy();
  server.resetAndDestroy();
}

type Watch = { troubleFor: (words: Buffer) => Trouble | null; hear: (answer: Buffer) => void };

function carry(call: Call, { troubleFor, hear }: Watch, ended: () => void): void {
  const { client, server } = call;
  client.setNoDelay(true);
  server.setNoDelay(true);
  // An exchange starts with the client's first bytes after a response.
  let isAnswering = true;
  void relay(client, server, async (words) => {
    if (isAnswering) call.trouble = troubleFor(words);
    isAnswering = false;
    return afterAsking(call, words);
  });
  void relay(server, client, async (words) => {
    isAnswering = true;
    hear(words);
    return afterAnswering(call, words);
  });
  client.once('close', () => {
    ended();
    server.destroy();
  });
  server.once('close', () => client.end());
}

/** Forwards bytes to the other side; null when the connection is over. */
type Pass = (words: Buffer) => Promise<Buffer | null>;

async function relay(from: Socket, to: Socket, pass: Pass): Promise<void> {
  from.on('error', () => undefined);
  try {
    for await (const words of from) {
      const passed = await pass(words as Buffer);
      if (passed === null) return;
      if (!to.write(passed)) await new Promise((done) => to.once('drain', done).once('close', done));
    }
    to.end();
  } catch {
    to.destroy();
  }
}

async function afterAsking(call: Call, words: Buffer): Promise<Buffer | null> {
  const { trouble } = call;
  switch (trouble?.kind) {
    case 'stall':
      call.trouble = null;
      await sleep(trouble.ms);
      return words;
    case 'slow':
      await sleep(trouble.ms);
      return words;
    case 'lie':
      return endWith(call, Buffer.from(trouble.says));
    case 'reset':
      return endWith(call, null);
    case 'lost answer':
    case 'truncated':
    case undefined:
      return words;
  }
}

async function afterAnswering(call: Call, words: Buffer): Promise<Buffer | null> {
  switch (call.trouble?.kind) {
    case 'slow':
      await sleep(call.trouble.ms);
      return words;
    case 'truncated':
      return endWith(call, words.subarray(0, Math.floor(words.length / 2)));
    case 'lost answer':
      return endWith(call, null);
    case 'lie':
    case 'reset':
    case 'stall':
    case undefined:
      return words;
  }
}

/** Null: cuts the connection. */
function endWith(call: Call, words: Buffer | null): null {
  if (words === null) cut(call);
  else {
    call.client.end(words);
    call.server.resetAndDestroy();
  }
  return null;
}
