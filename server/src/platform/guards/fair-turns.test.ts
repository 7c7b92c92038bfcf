import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const CLIENTS = { places: 20, ofOne: 10, waitingOfOne: 400, always: 1 };

/** `begun`: names of the clients whose calls have begun, in order. */
function stage(limits = CLIENTS) {
  const places = createFairTurns(limits);
  const begun: string[] = [];
  const ask = (client: string, count = 1): boolean[] =>
    Array.from({ length: count }, () => places.take(client, () => void begun.push(client)));
  return { ...places, begun, ask };
}

const countOf = (names: string[], name: string): number => names.filter((one) => one === name).length;

it('one client alone → ten at once, four hundred wait, the others are refused', () => {
  const { ask, begun } = stage();
  const taken = ask('a', 420);
  expect(countOf(begun, 'a')).toBe(10);
  expect(taken.filter(Boolean)).toHaveLength(410);
});

it('a client with nothing under way never waits, however many others have calls', () => {
  const { ask, begun } = stage();
  for (let n = 0; n < 30; n += 1) ask(`busy-${n}`, 50);
  ask('quiet');
  expect(begun.at(-1)).toBe('quiet');
});

it('beyond twenty places each client has one call at a time', () => {
  const { ask, begun } = stage();
  for (const client of ['a', 'b', 'c', 'd', 'e']) ask(client, 10);
  expect(['a', 'b', 'c', 'd', 'e'].map((client) => countOf(begun, client))).toEqual([10, 10, 1, 1, 1]);
});

it('free places are shared round-robin by waiting clients', () => {
  const { ask, begun, give } = stage();
  for (const client of ['a', 'b', 'c', 'd']) ask(client, 14);
  begun.length = 0;
  for (let n = 0; n < 4; n += 1) give('a');
  for (let n = 0; n < 4; n += 1) give('b');
  // 22 were running: after two endings twenty remain, and each of the next six gives a turn.
  expect(begun).toHaveLength(6);
  expect(new Set(begun.slice(0, 3)).size).toBeGreaterThan(1);
});

it('every call begins once, in its client’s order, and no state remains', () => {
  const { take, give } = createFairTurns(CLIENTS);
  const begun: [client: number, call: number][] = [];
  for (let call = 0; call < 30; call += 1) {
    for (let client = 0; client < 12; client += 1) take(String(client), () => void begun.push([client, call]));
  }
  for (let ended = 0; ended < 360; ended += 1) give(String(begun[ended]?.[0]));
  expect(begun).toHaveLength(360);
  for (let client = 0; client < 12; client += 1) {
    expect(begun.filter(([one]) => one === client).map(([, call]) => call)).toEqual([...Array(30).keys()]);
  }
});

it('without a guaranteed place, a newcomer’s first call follows one of each other client', () => {
  const { ask, begun, give, state } = stage({ places: 4, ofOne: 2, waitingOfOne: 6, always: 0 });
  for (const account of ['a', 'b', 'c']) ask(account, 8);
  expect(begun).toEqual(['a', 'a', 'b', 'b']);
  expect(state()).toEqual({ underWay: 4, waiting: 18 });
  ask('new');
  begun.length = 0;
  for (const owner of ['a', 'b', 'a', 'b']) give(owner);
  expect(begun.indexOf('new')).toBeLessThanOrEqual(3);
  expect(begun).toHaveLength(4);
});

it('background work waits for all others, then takes one place more after each eight quiet endings', () => {
  const { ask, take, give, begun, state } = stage({ places: 3, ofOne: 2, waitingOfOne: 6, always: 0 });
  const askBehind = (count: number) => {
    for (let n = 0; n < count; n += 1) take('batch', () => void begun.push('batch'), true);
  };
  ask('a', 2);
  askBehind(40);
  expect(begun).toEqual(['a', 'a']);
  give('a');
  expect(begun).toHaveLength(2);
  give('a');
  expect(begun.slice(2)).toEqual(['batch']);
  const end = (count: number) => {
    for (let n = 0; n < count; n += 1) give('batch', true);
    return state().underWay;
  };
  expect([end(7), end(1), end(7), end(1), end(8)]).toEqual([1, 2, 2, 3, 3]);
  expect(countOf(begun, 'batch')).toBe(27);
  // A user takes no place of it, and the batch begins nothing more meanwhile.
  ask('b', 2);
  expect(countOf(begun, 'b')).toBe(2);
  end(3);
  expect([countOf(begun, 'batch'), state()]).toEqual([27, { underWay: 2, waiting: 0 }]);
  give('b');
  give('b');
  expect(state()).toEqual({ underWay: 1, waiting: 0 });
});

it('others never leave: background work still has one piece at a time, after eight of theirs', () => {
  const { take, give, begun } = stage({ places: 2, ofOne: 2, waitingOfOne: 100, always: 0 });
  const ofBatch = () => countOf(begun, 'batch');
  const endings = (count: number) => {
    for (let n = 0; n < count; n += 1) {
      take('a', () => void begun.push('a'));
      give('a');
    }
  };
  take('a', () => void begun.push('a'));
  endings(100);
  for (let n = 0; n < 3; n += 1) take('batch', () => void begun.push('batch'), true);
  // What passed before it came counts for nothing.
  expect(ofBatch()).toBe(0);
  endings(7);
  expect(ofBatch()).toBe(0);
  endings(1);
  expect(ofBatch()).toBe(1);
  // One at a time, however many pass.
  endings(20);
  expect(ofBatch()).toBe(1);
  give('batch', true);
  expect(ofBatch()).toBe(2);
  give('batch', true);
  expect(ofBatch()).toBe(2);
  endings(8);
  expect(ofBatch()).toBe(3);
  give('batch', true);
});

it.each([
  ['its own work comes while its background work is under way', true],
  ['its background work waits behind its own', false],
])('one owner has both: %s → each place is given back, and the next begins', (_case, isBehindFirst) => {
  const { ask, take, give, begun, state } = stage({ places: 2, ofOne: 2, waitingOfOne: 6, always: 0 });
  const askBehind = (): boolean => take('a', () => void begun.push('a, behind'), true);
  if (isBehindFirst) askBehind();
  ask('a', 2);
  if (!isBehindFirst) askBehind();
  give('a');
  give('a');
  expect(begun.toSorted()).toEqual(['a', 'a', 'a, behind']);
  give('a', true);
  expect(state()).toEqual({ underWay: 0, waiting: 0 });
  ask('b', 2);
  expect(countOf(begun, 'b')).toBe(2);
});
