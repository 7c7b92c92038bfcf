import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseError } from 'pg';
import { createBatch } from '#platform/shared-calls.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';

const READ_BOUND_MS = 1000;
const MAX_PENDING_WRITES = 200;
/** Covers most of one statement's answers. */
const WRITE_EVERY_MS = 200;
/**
 * Answers are stored in our own types; increase this when the shape of a fact changes, so that older rows are ignored.
 */
const FORMAT = 1;

type AnswerKey = { baseUrl: string; service: string; request: string };
type StoredAnswer = { body: unknown; obtainedAt: Date; exchanges: Buffer | null };
/** `json` is the value. */
type NewAnswer = { json: string; obtainedAt: string; exchanges: Buffer | null };
/** The table `supplier_answer`. Neither verb ever throws: a failing cache never fails a request. */
export type AnswerStore = {
  read(key: AnswerKey): Promise<StoredAnswer | undefined>;
  /** Returns at once; the row is written in the background. */
  write(key: AnswerKey, answer: NewAnswer): void;
  /** Resolves when pending writes are done; for shutdown. */
  settled(): Promise<void>;
};

export function createAnswerStore({ db, onError }: { db: Db; onError: (error: unknown) => void }): AnswerStore {
  const readTogether = createBatch((keys: AnswerKey[]) => readRows(db, keys));
  const writing = createWriting(db, onError);
  return {
    async read(key) {
      try {
        return await withinBound(readTogether(key));
      } catch (error) {
        onError(error);
        return undefined;
      }
    },
    ...writing,
  };
}

/** A statement makes some thirty answers at once: those of a short interval are written together. */
function createWriting(db: Db, onError: (error: unknown) => void): Pick<AnswerStore, 'write' | 'settled'> {
  let waiting = new Map<string, Row>();
  let underWay: Promise<void> | null = null;
  const drain = async (): Promise<void> => {
    while (waiting.size > 0) {
      await sleep(WRITE_EVERY_MS);
      const rows = [...waiting.values()];
      waiting = new Map();
      await writeRows(db, rows).catch(onError);
    }
    underWay = null;
  };
  return {
    write(key, answer) {
      if (waiting.size >= MAX_PENDING_WRITES) return;
      const row = { service: storedService(key), request: key.request, ...answer };
      waiting.set(nameOf(row), row);
      underWay ??= drain();
    },
    settled: async () => underWay ?? undefined,
  };
}

type RowKey = { service: string; request: string };
type Row = RowKey & NewAnswer;

const storedService = ({ service, baseUrl }: AnswerKey): string => `${service}/${FORMAT} ${baseUrl}`;
const nameOf = ({ service, request }: RowKey): string => `${service}\n${request}`;

/** A slow database must not make the cache slower than the supplier. */
function withinBound<T>(read: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('supplier_answer: read too slow')), READ_BOUND_MS);
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

async function readRows(db: Db, keys: AnswerKey[]): Promise<(key: AnswerKey) => StoredAnswer | undefined> {
  const { rows } = await sql<RowKey & StoredAnswer>`
    select service, request, body, obtained_at as "obtainedAt", exchanges
    from unnest(${keys.map(storedService)}::text[], ${keys.map(({ request }) => request)}::text[]) as asked (service, request)
    join supplier_answer using (service, request)`.execute(db);
  const found = new Map(rows.map((row) => [nameOf(row), row]));
  return (key) => found.get(nameOf({ service: storedService(key), request: key.request }));
}

/**
 * Two processes may write at once: the younger answer wins, and rows are locked in one order. A refused row does not
 * block the others. JSON null in the record set becomes SQL null.
 */
async function writeRows(db: Db, rows: Row[]): Promise<void> {
  const sorted = rows.toSorted((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  try {
    await sql`
      insert into supplier_answer (service, request, body, obtained_at, exchanges)
      select service, request, coalesce(body, 'null'), obtained_at, decode(exchanges, 'base64')
      from jsonb_to_recordset(${`[${sorted.map(jsonOf).join()}]`}::jsonb)
        as given (service text, request text, body jsonb, obtained_at timestamptz, exchanges text)
      on conflict (service, request) do update
      set body = excluded.body, obtained_at = excluded.obtained_at, exchanges = excluded.exchanges
      where supplier_answer.obtained_at <= excluded.obtained_at`.execute(db);
  } catch (error) {
    if (rows.length === 1 || !isRefused(error)) throw error;
    const alone = await Promise.allSettled(rows.map((row) => writeRows(db, [row])));
    const failed = alone.find((result) => result.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }
}

/**
 * By PostgreSQL's error classes for values it cannot store, or too large. While the database is down or slow, rows are
 * not retried one by one, which would use as many connections.
 */
const isRefused = (error: unknown): boolean => error instanceof DatabaseError && /^(22|54)/.test(error.code ?? '');

/** The value is already JSON. */
function jsonOf({ service, request, obtainedAt, json, exchanges }: Row): string {
  const rest = { service, request, obtained_at: obtainedAt, exchanges: exchanges?.toString('base64') ?? null };
  return `{"body":${json},${JSON.stringify(rest).slice(1)}`;
}

/**
 * Removes the answers older than `maxAgeMs`, then the oldest until the total is within `maxBytes`; returns how many.
 * For a daily cron.
 */
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
