const QUIET_MS = 60_000;
/** A cause with a request number in it would be a new one each time. */
const KEPT = 50;

/** Says each cause once a minute. */
export function sayOnce(say: (cause: string) => void, now: () => number = performance.now.bind(performance)) {
  const saidMs = new Map<string, number>();
  return (cause: string): void => {
    const at = now();
    const last = saidMs.get(cause);
    if (last !== undefined && at - last < QUIET_MS) return;
    const [oldest] = saidMs.keys();
    if (saidMs.size >= KEPT && oldest !== undefined) saidMs.delete(oldest);
    saidMs.delete(cause);
    saidMs.set(cause, at);
    say(cause);
  };
}
