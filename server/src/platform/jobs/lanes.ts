import { bulkhead } from 'cockatiel';

/** Returns one piece of work to do, or null when none is left. */
type Claim = () => Promise<(() => Promise<void>) | null>;

/** Work in the background that waits for others: each key has its own few lanes, so none waits for another's. */
export type Lanes = {
  /** Work may have come for that key: starts a lane, unless all are busy. Each ends when `claim` returns null. */
  wake(key: string, claim: Claim): void;
  /** Waits for the work under way; begins no more. */
  close(): Promise<void>;
};

type Lane = { busy: number; isWoken: boolean };

/** `each`: by key; `atOnce`: in all. `onError`: a lane ended by a failure of ours. */
export function createLanes(limits: { each: number; atOnce: number; onError: (error: unknown) => void }): Lanes {
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();
  const gate = bulkhead(limits.atOnce, Number.POSITIVE_INFINITY);
  let isClosing = false;
  const start = (key: string, lane: Lane, claim: Claim): void => {
    if (isClosing || lane.busy >= limits.each) return;
    lane.busy += 1;
    const ended = run(key, lane, claim)
      .catch(limits.onError)
      .finally(() => {
        running.delete(ended);
        lane.busy -= 1;
        if (lane.busy === 0) lanes.delete(key);
      });
    running.add(ended);
  };
  const run = async (key: string, lane: Lane, claim: Claim): Promise<void> => {
    for (;;) {
      // Before the reading: a call that comes meanwhile makes it read again.
      lane.isWoken = false;
      const work = await claim();
      if (work !== null) {
        start(key, lane, claim);
        await gate.execute(work);
      } else if (!lane.isWoken) return;
      if (isClosing) return;
    }
  };
  const wake: Lanes['wake'] = (key, claim) => {
    const lane = lanes.get(key) ?? { busy: 0, isWoken: false };
    lanes.set(key, lane);
    lane.isWoken = true;
    start(key, lane, claim);
  };
  const close = async (): Promise<void> => {
    isClosing = true;
    await Promise.all(running);
  };
  return { wake, close };
}
