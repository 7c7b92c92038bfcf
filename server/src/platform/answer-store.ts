import { sql } from 'kysely';
import type { Clock } from './clock.ts';
import type { Db } from './db.ts';

const READ_BOUND_MS = 1000;
const MAX_PENDING_WRITES = 200;
/** Answers are kept in our own words; raise this when the shape of a fact changes, and older rows are no longer read. */
const FORMAT = 1;

type AnswerKey = { baseUrl: string; service: string; request: string };
type StoredAnswer = { body: unknown; obtainedAt: Date; exchanges: Buffer | null };
/** `json` is the body. */
type NewAnswer = { json: string; obtainedAt: string; exchanges: Buffer | null };
/** The table `supplier_answer`. Neither verb ever throws: a failing cache never fails a request. */
export type AnswerStore = {
  read(key: AnswerKey): Promise<StoredAnswer | undefined>;
  /** Returns at once; the row is written in the background. */
  write(key: AnswerKey, answer: NewAnswer): void;
  /** Resolves when the writes under way are done; for shutdown. */
  settled(): Promise<void>;
};

export function createAnswerStore({ db, onError }: { db: Db; onError: (error: unknown) => void }): AnswerStore {
  const writes = new Set<Promise<void>>();
  return {
    async read(key) {
      try {
        return await readRow(db, key);
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    write(key, answer) {
      if (writes.size >= MAX_PENDING_WRITES) return;
      const write: Promise<void> = writeRow(db, key, answer)
        .catch(onError)
        .finally(() => writes.delete(write));
      writes.add(write);
    },
    async settled() {
      await Promise.all(writes);
    },
  };
}

const storedService = ({ service, baseUrl }: AnswerKey): string => `${service}/${FORMAT} ${baseUrl}`;

/** Bounded in time: a slow database must not make the cache slower than the supplier. */
async function readRow(db: Db, key: AnswerKey): Promise<StoredAnswer | undefined> {
  const read = db
    .selectFrom('supplier_answer')
    .select(['body', 'obtained_at as obtainedAt', 'exchanges'])
    .where('service', '=', storedService(key))
    .where('request', '=', key.request)
    .executeTakeFirst();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('supplier_answer: read too slow')), READ_BOUND_MS);
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

/** Two processes may answer at once: the younger answer stays. */
async function writeRow(db: Db, key: AnswerKey, row: NewAnswer): Promise<void> {
  await sql`
    insert into supplier_answer (service, request, body, obtained_at, exchanges)
    values (${storedService(key)}, ${key.request}, ${row.json}::jsonb, ${row.obtainedAt}::timestamptz, ${row.exchanges})
    on conflict (service, request) do update
    set body = excluded.body, obtained_at = excluded.obtained_at, exchanges = excluded.exchanges
    where supplier_answer.obtained_at <= excluded.obtained_at`.execute(db);
}

/** Removes the answers older than `maxAgeMs`, then the oldest beyond `maxBytes` in all; returns how many. For a daily cron. */
export async function forgetOldAnswers(
  db: Db,
  clock: Clock,
  { maxAgeMs, maxBytes }: { maxAgeMs: number; maxBytes: number },
): Promise<number> {
  const limit = new Date(clock().getTime() - maxAgeMs);
  const result = await db.deleteFrom('supplier_answer').where('obtained_at', '<', limit).executeTakeFirst();
  const beyond = await sql`
    delete from supplier_answer held using (
      select service, request, sum(pg_column_size(body) + coalesce(pg_column_size(exchanges), 0))
        over (order by obtained_at desc, service, request) as bytes
      from supplier_answer
    ) as ranked
    where ranked.service = held.service and ranked.request = held.request and ranked.bytes > ${maxBytes}`.execute(db);
  return Number(result.numDeletedRows) + Number(beyond.numAffectedRows);
}
