import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';

/** Upper bounds of the buckets of `durations`, in milliseconds; the last bucket is unbounded. */
export const DURATION_BOUNDS_MS = [50, 100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800] as const;
/** Width of a row of the table. */
export const SLOT_MS = 600_000;
const FLUSH_EVERY_MS = 60_000;
const KEPT_MS = 8 * 86_400_000;

/**
 * Statistics of each source and each of our components, added to the table `source_health` by every process once a
 * minute, for `/statut`. `source` is one of our names.
 */
export type SourceHealth = {
  record(source: string, ok: boolean, ms: number): void;
  /** Writes what was recorded since the last flush. Never throws: a failed write is retried with the next one. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Statistics of a source in ten minutes from `slot`; `durations` are counts by `DURATION_BOUNDS_MS`. */
export type Slot = {
  source: string;
  slot: Date;
  answered: number;
  failed: number;
  durations: number[];
  lastSuccess: Date | null;
  lastFailure: Date | null;
};
type Options = { db: Db; clock: Clock; onError: (error: unknown) => void };

export function createSourceHealth({ db, clock, onError }: Options): SourceHealth {
  let tallies = new Map<string, Slot>();
  const flush = async (): Promise<void> => {
    const taken = tallies;
    if (taken.size === 0) return;
    tallies = new Map();
    try {
      await add(db, [...taken.values()]);
    } catch (error) {
      onError(error);
      for (const [key, tally] of taken) tallies.set(key, join(tally, tallies.get(key)));
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_EVERY_MS).unref();
  return {
    record(source, ok, ms) {
      const now = clock();
      const slot = new Date(now.getTime() - (now.getTime() % SLOT_MS));
      const key = `${source} ${slot.getTime()}`;
      const tally = tallies.get(key) ?? newTally(source, slot);
      tallies.set(key, tally);
      if (!ok) {
        tally.failed += 1;
        tally.lastFailure = now;
        return;
      }
      tally.answered += 1;
      tally.lastSuccess = now;
      const bound = DURATION_BOUNDS_MS.findIndex((limit) => ms <= limit);
      tally.durations[bound === -1 ? DURATION_BOUNDS_MS.length : bound]! += 1;
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

function newTally(source: string, slot: Date): Slot {
  const durations = Array.from({ length: DURATION_BOUNDS_MS.length + 1 }, () => 0);
  return { source, slot, answered: 0, failed: 0, durations, lastSuccess: null, lastFailure: null };
}

/** The sum of two rows of the same ten minutes. */
export function join(one: Slot, other: Slot | undefined): Slot {
  if (other === undefined) return one;
  return {
    ...other,
    answered: one.answered + other.answered,
    failed: one.failed + other.failed,
    durations: other.durations.map((count, index) => count + (one.durations[index] ?? 0)),
    lastSuccess: latest([one.lastSuccess, other.lastSuccess]),
    lastFailure: latest([one.lastFailure, other.lastFailure]),
  };
}

export function latest(dates: readonly (Date | null)[]): Date | null {
  return dates.reduce((last, date) => (date !== null && (last === null || date > last) ? date : last), null);
}

/** Several processes add to the same rows, and lock them in one order. */
async function add(db: Db, tallies: Slot[]): Promise<void> {
  await sql`
    insert into source_health as held (source, slot, answered, failed, durations, last_success, last_failure)
    select source, slot, answered, failed, durations, "lastSuccess", "lastFailure"
    from jsonb_to_recordset(${JSON.stringify(tallies)}::jsonb) as given (
      source text, slot timestamptz, answered int, failed int, durations int[],
      "lastSuccess" timestamptz, "lastFailure" timestamptz
    )
    order by source, slot
    on conflict (source, slot) do update set
      answered = held.answered + excluded.answered,
      failed = held.failed + excluded.failed,
      durations = (
        select array_agg(one + other order by bound)
        from unnest(held.durations, excluded.durations) with ordinality as pairs (one, other, bound)
      ),
      last_success = greatest(held.last_success, excluded.last_success),
      last_failure = greatest(held.last_failure, excluded.last_failure)`.execute(db);
}

/** For a daily cron. */
export async function forgetOldHealth({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('source_health')
    .where('slot', '<', new Date(clock().getTime() - KEPT_MS))
    .execute();
}
