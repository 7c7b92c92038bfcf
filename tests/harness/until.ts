import { setTimeout as sleep } from 'node:timers/promises';

type Limits = { withinMs?: number; everyMs?: number };

/** Polls until `check` returns something other than null or false; throws after `withinMs`. */
export async function until<T>(
  check: () => Promise<T | null | false>,
  { withinMs = 120_000, everyMs = 50 }: Limits = {},
): Promise<T> {
  for (const deadline = Date.now() + withinMs; ; await sleep(everyMs)) {
    const found = await check();
    if (found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`not so within ${withinMs} ms`);
  }
}
