import { expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

const createTestLanes = () => {
  const errors: unknown[] = [];
  return { errors, lanes: createLanes({ each: 2, atOnce: 10, onError: (error) => errors.push(error) }) };
};

/** Work of a key that ends when released, in order. */
function createWork(count: number) {
  const waiting: (() => void)[] = [];
  let [left, most] = [count, 0];
  return {
    claim: async () => {
      if (left === 0) return null;
      left -= 1;
      return () =>
        new Promise<void>((done) => {
          waiting.push(done);
          most = Math.max(most, waiting.length);
        });
    },
    release: () => waiting.shift()?.(),
    state: () => ({ left, waiting: waiting.length, most }),
  };
}

it('a key takes its few lanes only, and another’s work begins at once', async () => {
  const { lanes } = createTestLanes();
  const [slow, other] = [createWork(1_000), createWork(1)];
  lanes.wake('slow', slow.claim);
  await expect.poll(() => slow.state()).toEqual({ left: 998, waiting: 2, most: 2 });
  lanes.wake('slow', slow.claim);
  lanes.wake('other', other.claim);
  await expect.poll(() => other.state().waiting).toBe(1);
  slow.release();
  await expect.poll(() => slow.state()).toEqual({ left: 997, waiting: 2, most: 2 });
  const closed = lanes.close();
  for (const work of [slow, slow, other]) work.release();
  await closed;
  expect(slow.state().left).toBe(997);
});

it('work that comes while the last claim runs is not forgotten', async () => {
  const { lanes } = createTestLanes();
  const claims = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let done = 0;
  let asked = 0;
  const claim = async () => {
    const earlier = claims[asked];
    asked += 1;
    if (earlier !== undefined) return earlier.promise;
    if (done > 0) return null;
    return async () => void (done += 1);
  };
  // All lanes read, before the work is written.
  lanes.wake('key', claim);
  lanes.wake('key', claim);
  lanes.wake('key', claim);
  for (const { resolve } of claims) resolve(null);
  await expect.poll(() => done).toBe(1);
  await lanes.close();
});

it('a failed claim ends its lane; the next call starts another', async () => {
  const { lanes, errors } = createTestLanes();
  const failure = new Error('database away');
  lanes.wake('key', () => Promise.reject(failure));
  await expect.poll(() => errors).toEqual([failure]);
  const work = createWork(1);
  lanes.wake('key', work.claim);
  await expect.poll(() => work.state().waiting).toBe(1);
  work.release();
  await lanes.close();
});
