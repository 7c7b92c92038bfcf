/** Burst size of a network, and its refill per second. */
const BURST = 2_000;
const PER_SECOND = 100;
/**
 * While the process is busy: a page with its files, opened by a score of users behind one address; while it is
 * overloaded, by one.
 */
const LIGHT = 300;
const FEW = 60;
/**
 * Pressure at which the burst is reduced to `LIGHT` and the refill to a tenth; `FEW` at twice as much, where load
 * shedding starts.
 */
const BUSY = 0.25;
const SLOWEST = 0.1;
/**
 * Refused calls count too, up to this: a client that continues at that rate gets nothing, one that stops waits half a
 * minute, or longer while the process is busy.
 */
const MOST_SPENT = 2 * BURST + LIGHT;
const CLIENTS_KEPT = 50_000;

type Bucket = { spent: number; atMs: number };

export type ClientRates = {
  /** Counts a call. Returns the milliseconds until that client may call again; 0 when the call is accepted. */
  spend: (client: string, pressure: number) => number;
  /** The wait of a call, without counting it. */
  wait: (client: string, pressure: number) => number;
};

/**
 * A leaky bucket per client, in memory. The busier the process, the smaller the burst: heavy clients are refused first,
 * light ones are not.
 */
export function createClientRates(factor: number, now: () => number = () => performance.now()): ClientRates {
  const buckets = new Map<string, Bucket>();
  const perMs = (pressure: number): number => ((PER_SECOND * factor) / 1000) * Math.max(SLOWEST, calmOf(pressure));
  const spentBy = ({ spent, atMs }: Bucket, pressure: number): number =>
    Math.max(0, spent - (now() - atMs) * perMs(pressure));
  const waitOf = (spent: number, pressure: number): number =>
    Math.max(0, spent - factor * allowed(pressure)) / perMs(pressure);
  return {
    spend(client, pressure) {
      const bucket = buckets.get(client) ?? { spent: 0, atMs: now() };
      const spent = Math.min(spentBy(bucket, pressure) + 1, MOST_SPENT * factor);
      if (buckets.size >= CLIENTS_KEPT) forgetIdle(buckets, (one) => spentBy(one, 0));
      buckets.set(client, { spent, atMs: now() });
      return waitOf(spent, pressure);
    },
    wait(client, pressure) {
      const bucket = buckets.get(client);
      return bucket === undefined ? 0 : waitOf(spentBy(bucket, pressure), pressure);
    },
  };
}

/** 1 for an idle process, 0 for a busy one. */
const calmOf = (pressure: number): number => Math.max(0, 1 - pressure / BUSY);

function allowed(pressure: number): number {
  if (pressure < BUSY) return Math.max(LIGHT, BURST * calmOf(pressure));
  return Math.max(FEW, LIGHT * (2 - pressure / BUSY));
}

/** Forgets all of them when none is idle: a flood of addresses must not fill the memory. */
function forgetIdle<B>(buckets: Map<string, B>, spentBy: (bucket: B) => number): void {
  for (const [client, bucket] of buckets) if (spentBy(bucket) === 0) buckets.delete(client);
  if (buckets.size >= CLIENTS_KEPT) buckets.clear();
}
