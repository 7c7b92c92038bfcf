import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Metrics } from './metrics.ts';

/** More than the offset of any machine with time synchronisation, and less than any rule of the product tolerates. */
const OFF_MS = 2_000;
const EVERY_MS = 60_000;

/** Our clock before a request was sent and after its response. */
type Ours = { sentMs: number; receivedMs: number };

/**
 * Minimum number of milliseconds that our clock is ahead (negative: behind) of another that read `fromMs` to `toMs`
 * during the exchange; 0 when its duration may explain the difference.
 */
function atLeastAhead({ sentMs, receivedMs }: Ours, fromMs: number, toMs: number): number {
  if (sentMs > toMs) return sentMs - toMs;
  return receivedMs < fromMs ? receivedMs - fromMs : 0;
}

/**
 * Offset from the headers of a response: `Date` is in whole seconds, and so is `Age`, its time in a cache (RFC 9110
 * §6.6.1, RFC 9111 §5.1). A cache without `Age` makes our clock look ahead. Null without a date.
 */
export function aheadOfAnswer(headers: Partial<Record<string, string | string[]>>, ours: Ours): number | null {
  const dateMs = Date.parse(String(headers['date'] ?? ''));
  const ageMs = Number(headers['age'] ?? 0) * 1_000;
  const fromMs = dateMs + ageMs;
  return Number.isNaN(fromMs) ? null : atLeastAhead(ours, fromMs, fromMs + (ageMs > 0 ? 2_000 : 1_000));
}

async function aheadOfDatabase(db: Db, clock: Clock): Promise<number> {
  return await db.connection().execute(async (connected) => {
    const sentMs = clock().getTime();
    const { rows } = await sql<{
      ms: number;
    }>`select floor(extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(connected);
    const [{ ms } = { ms: Number.NaN }] = rows;
    return atLeastAhead({ sentMs, receivedMs: clock().getTime() }, ms, ms + 1);
  });
}

type ClockDeps = {
  db: Db;
  clock: Clock;
  log: { error(line: object, text: string): void };
  telemetry: { metrics: Pick<Metrics, 'clockOffset'> };
};

/**
 * Compares our clock with the database's, now and every minute, and logs a difference. Returns a function that stops
 * it.
 */
export function watchClock({ db, clock, log, telemetry }: ClockDeps): () => Promise<void> {
  const { clockOffset } = telemetry.metrics;
  const compare = async (): Promise<void> => {
    const ms = await aheadOfDatabase(db, clock);
    clockOffset.set({ against: 'database' }, ms / 1_000);
    if (Math.abs(ms) > OFF_MS) log.error({ aheadMs: Math.round(ms) }, 'clock differs from the database’s');
  };
  // An unreachable database gives no time; other checks report it.
  let last = Promise.resolve();
  const turn = (): void => void (last = compare().catch(() => clockOffset.remove({ against: 'database' })));
  turn();
  const timer = setInterval(turn, EVERY_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
