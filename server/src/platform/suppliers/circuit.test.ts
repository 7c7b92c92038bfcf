import { describe, expect, test } from 'vitest';
import { createCircuit, type Circuit, type CircuitState } from './circuit.ts';
import { SupplierFailure } from './supplier-failure.ts';

const BREAK_MS = 5_000;
const failure = (reason: SupplierFailure['reason']) => new SupplierFailure({ service: 'essai', reason, detail: '' });

/** A supplier that fails for the texts in `odd`, or for all while it is down; its clock is moved by hand. */
type World = { odd?: (text: string) => boolean; known?: string | null; isTyped?: boolean };
function supplier({ odd = () => false, known = 'paris', isTyped = false }: World) {
  const world = { nowMs: 0, down: false, reason: 'unavailable' as SupplierFailure['reason'] };
  const asked: string[] = [];
  const states: CircuitState[] = [];
  const circuit: Circuit = createCircuit({
    service: 'essai',
    breakMs: BREAK_MS,
    now: () => world.nowMs,
    onState: (state) => states.push(state),
    isTyped,
  });
  const send = async (text: string): Promise<string> => {
    asked.push(text);
    if (world.down || odd(text)) throw failure(world.reason);
    return text;
  };
  const run = (text: string): Promise<string> =>
    circuit.run({ subject: text, send: () => send(text), probe: known === null ? null : () => send(known) });
  const ask = (text: string): Promise<string> =>
    run(text).catch((error: Error) => error.message.replace(/^essai: /, ''));
  /** Whose the failure is. */
  const blame = (text: string): Promise<string> =>
    run(text).catch((error: SupplierFailure) => (error.isOfOneQuestion ? 'question' : 'service'));
  const askAll = async (texts: string[]) => {
    for (const text of texts) await ask(text);
  };
  return { world, asked, states, ask, askAll, blame };
}
const texts = (count: number) => Array.from({ length: count }, (_, i) => `odd ${i}`);
const isOdd = (text: string) => text.startsWith('odd');
const OPEN = 'unavailable: circuit open';

describe('an odd text is not an outage', () => {
  test('the same text, a hundred times → the others are served, without a probe', async () => {
    const { ask, askAll, asked, states } = supplier({ odd: isOdd });
    await askAll(Array.from({ length: 100 }, () => 'odd'));
    expect(await ask('8 boulevard du Port')).toBe('8 boulevard du Port');
    expect([states, asked.includes('paris')]).toEqual([[], false]);
  });

  test('five hundred different texts from an attacker → the others are served, one probe for five', async () => {
    const { ask, askAll, asked, states } = supplier({ odd: isOdd });
    await askAll(texts(500));
    expect(await ask('8 boulevard du Port')).toBe('8 boulevard du Port');
    expect(states).toEqual([]);
    expect(asked.filter((text) => text === 'paris')).toHaveLength(100);
  });

  test('while one probe is under way, other failures start none', async () => {
    const { ask, asked } = supplier({ odd: isOdd });
    await Promise.all(texts(50).map(ask));
    expect(asked.filter((text) => text === 'paris').length).toBeLessThanOrEqual(10);
  });

  test.each(['refused', 'malformed', 'not-held', 'rate-limited'] as const)(
    '%s, for any text → never open',
    async (reason) => {
      const { world, ask, askAll, states } = supplier({});
      Object.assign(world, { down: true, reason });
      await askAll(texts(50));
      world.down = false;
      expect([await ask('rue'), states]).toEqual(['rue', []]);
    },
  );
});

describe('an outage', () => {
  test.each(['unavailable', 'timeout'] as const)(
    '%s of five texts and of the known one → open, tried again after the pause by the known text only',
    async (reason) => {
      const { world, ask, askAll, asked, states } = supplier({});
      Object.assign(world, { down: true, reason });
      await askAll(texts(5));
      const before = asked.length;
      expect([await ask('rue'), asked.length]).toEqual([OPEN, before]);
      world.nowMs += BREAK_MS - 1;
      expect(await ask('rue')).toBe(OPEN);
      world.nowMs += 1;
      expect([await ask('rue'), asked.slice(before)]).toEqual([OPEN, ['paris']]);
      world.down = false;
      world.nowMs += BREAK_MS;
      expect([await ask('rue'), await ask('place')]).toEqual(['rue', 'place']);
      expect(states).toEqual(['open', 'half-open', 'open', 'half-open', 'closed']);
    },
  );

  test('an odd text after the pause does not keep it open', async () => {
    const { world, ask, askAll } = supplier({ odd: isOdd });
    world.down = true;
    await askAll(texts(5));
    world.down = false;
    world.nowMs += BREAK_MS;
    await ask('odd');
    expect(await ask('rue')).toBe('rue');
  });

  test('during the trial, others wait for its outcome', async () => {
    const { world, ask, askAll, asked } = supplier({});
    world.down = true;
    await askAll(texts(5));
    world.nowMs += BREAK_MS;
    const before = asked.length;
    expect(await Promise.all(['rue', 'place', 'cours'].map(ask))).toEqual([OPEN, OPEN, OPEN]);
    expect(asked.slice(before)).toEqual(['paris']);
    world.down = false;
    world.nowMs += BREAK_MS;
    expect(await Promise.all(['rue', 'place', 'cours'].map(ask))).toEqual(['rue', 'place', 'cours']);
    expect(asked.slice(before + 1).toSorted()).toEqual(['cours', 'paris', 'place', 'rue']);
  });

  test('without any known question → five different ones open it, and the next is the trial', async () => {
    const { world, ask, askAll, states } = supplier({ known: null });
    world.down = true;
    await askAll(texts(5));
    expect(await ask('rue')).toBe(OPEN);
    world.nowMs += BREAK_MS;
    world.down = false;
    expect([await ask('rue'), states.at(-1)]).toEqual(['rue', 'closed']);
  });

  test('an answer in between → counted again from the start', async () => {
    const { ask, askAll, asked } = supplier({ odd: isOdd });
    await askAll([...texts(4), 'rue', ...texts(4)]);
    expect(asked).not.toContain('paris');
    await ask('odd 9');
    expect(asked.at(-1)).toBe('paris');
  });
});

describe('whose a failure is, where anybody types the questions', () => {
  test('of odd texts, repeated or not → theirs, each told by one call more', async () => {
    const { blame, ask, asked, states } = supplier({ odd: isOdd, isTyped: true });
    for (const text of [...texts(20), 'odd', 'odd']) expect(await blame(text)).toBe('question');
    expect([await ask('rue'), states]).toEqual(['rue', []]);
    expect(asked.filter((text) => text === 'paris')).toHaveLength(22);
  });

  test('of an outage → the service’s from the first one on, once for a text; the fifth opens the circuit', async () => {
    const { world, blame, states } = supplier({ odd: isOdd, isTyped: true });
    world.down = true;
    const blamed = await Promise.all(['rue', 'place'].map(blame));
    for (const text of ['rue', 'cours', 'quai', 'allée', 'rue']) blamed.push(await blame(text));
    expect(blamed).toEqual(['service', 'service', 'question', 'service', 'service', 'service', 'service']);
    expect(states).toEqual(['open']);
  });

  test('of a supplier that nobody types to → always the service’s', async () => {
    const { blame } = supplier({ odd: isOdd });
    for (const text of [...texts(6), 'odd 5']) expect(await blame(text)).toBe('service');
  });
});
