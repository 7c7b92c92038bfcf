import { LRUCache } from 'lru-cache';
import { createAnswerStore, type AnswerStore } from './answer-store.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { createSingleFlight } from '#platform/shared-calls.ts';
import { createRecorder, packLines, type Recorder } from './supplier-exchanges.ts';
import { SupplierFailure } from './supplier-failure.ts';
import type { SupplierWatch } from './http-client.ts';

const DAY_MS = 86_400_000;
const MEMORY_BYTES = 32_000_000;
/** Age under which a dated answer may replace a failing supplier. */
export const LAST_GOOD_MS = 30 * DAY_MS;
/** Maximum in the database: documents of plans weigh up to 2 MB each. */
export const KEPT_BYTES = 2_000_000_000;

/**
 * How long an answer is used without asking again, and whether it outlives the process.
 * - addresses: the BAN is refreshed twice a week; what users type is not stored, so memory only.
 * - parcels: the cadastre has four editions a year; a day keeps the map fast.
 * - outlines: of every parcel around; hundreds of kilobytes each, they would evict the rest from memory.
 * - risks: a user may hesitate for an hour, and « vérifié ce jour » stays true.
 * - planDocuments: PDFs of plans have separate identifiers; of megabytes each, they would evict the rest from memory.
 */
export const RETENTION = {
  addresses: { freshMs: DAY_MS, durable: false, inMemory: true },
  parcels: { freshMs: DAY_MS, durable: true, inMemory: true },
  outlines: { freshMs: DAY_MS, durable: true, inMemory: false },
  risks: { freshMs: 3_600_000, durable: true, inMemory: true },
  planDocuments: { freshMs: 7 * DAY_MS, durable: true, inMemory: false },
} as const;
type Retention = (typeof RETENTION)[keyof typeof RETENTION];

/** `value` is shared between callers: never change it. */
type Answer<T> = {
  value: T;
  /** ISO instant. */
  obtainedAt: string;
  from: 'supplier' | 'cache' | 'last-good';
  /** Raw exchanges, compressed in a cache; null when not recorded. */
  exchanges: string | Buffer | null;
  /** Why the last good answer is used; null otherwise. */
  failure: string | null;
};
/** How a question was answered, stored beside a document. `obtainedAt` is null without an answer. */
export type ObservedAnswer = Pick<Question<unknown>, 'service' | 'request'> & {
  /** `release`: read in a release of a dataset, without asking. */
  from: Answer<unknown>['from'] | 'nothing' | 'release';
  obtainedAt: string | null;
} & Pick<Answer<unknown>, 'exchanges' | 'failure'>;
/** `asksAgain`: no kept answer is fresh enough; it still replaces that of a supplier that fails. */
export type AnswerObserver = { (answer: ObservedAnswer): void; asksAgain?: true };

export type Question<T> = {
  /** Real suppliers and simulators never share an answer, even over one database. */
  baseUrl: string;
  service: string;
  /** Identifies the request within the service: same text, same answer. */
  request: string;
  retention: Retention;
  /**
   * Queries the supplier, through the recorder when the answer is stored; its value must survive JSON. Rejects with
   * `SupplierFailure`.
   */
  load: (recorder: Recorder) => Promise<T>;
};
export type SupplierAnswers = {
  /** @throws SupplierFailure when the supplier fails and there is no answer younger than 30 days. */
  ask<T>(question: Question<T>, observer?: AnswerObserver): Promise<Answer<T>>;
  /** Resolves when pending writes are done; for shutdown. */
  settled(): Promise<void>;
};
type Options = {
  db: Db | null;
  clock: Clock;
  onCacheError: (error: unknown) => void;
  /** Asks for risks each time: a test that is renewed at once sees what has changed. */
  asksRisksAgain?: true;
  watch?: Pick<SupplierWatch, 'load' | 'answered'>;
};

type Held = { answer: Answer<unknown> & { exchanges: Buffer | null }; atMs: number };
type Loaded = { value: unknown; exchanges: Buffer | null };

/**
 * Cache of last good answers: bounded memory in front of PostgreSQL (`db` null: memory only). A failing cache never
 * fails a request.
 */
export function createSupplierAnswers(options: Options): SupplierAnswers {
  const { db, clock, onCacheError, watch } = options;
  const store = db === null ? null : createAnswerStore({ db, onError: onCacheError });
  const lookUp = createLookUp(store, options);
  const shared = createSingleFlight<Answer<unknown>>();
  return {
    async ask<T>(question: Question<T>, observer?: AnswerObserver) {
      const { service, request } = question;
      const key = `${question.baseUrl} ${service} ${request}`;
      try {
        const asked = { ...seen(question, watch), again: observer?.asksAgain === true };
        const answer =
          lookUp.inMemory(key, asked) ??
          (await shared(asked.again ? `${key} again` : key, () => lookUp.further(key, asked)));
        const { from, obtainedAt, exchanges, failure } = answer;
        observer?.({ service, request, from, obtainedAt, exchanges, failure });
        watch?.answered(service, from, clock().getTime() - Date.parse(obtainedAt));
        return answer as Answer<T>;
      } catch (error) {
        if (error instanceof SupplierFailure) {
          observer?.({ service, request, ...nothing(error) });
          watch?.answered(service, 'nothing', 0);
        }
        throw error;
      }
    },
    settled: async () => store?.settled(),
  };
}

function seen(question: Question<unknown>, watch: Options['watch']): Question<unknown> {
  if (watch === undefined) return question;
  return { ...question, load: (recorder) => watch.load(question.service, () => question.load(recorder)) };
}

type Asked = Question<unknown> & { again: boolean };

/** An answer of later than now, after a clock that went back, says nothing of now. */
const isYoung = (ageMs: number, mostMs: number): boolean => ageMs >= 0 && ageMs < mostMs;

function createLookUp(store: AnswerStore | null, { clock, asksRisksAgain }: Options) {
  const memory = new LRUCache<string, Held>({ maxSize: MEMORY_BYTES });
  const freshMs = ({ retention, again }: Asked): number =>
    again || (asksRisksAgain === true && retention === RETENTION.risks) ? 0 : retention.freshMs;
  const ageOf = (held: Held): number => clock().getTime() - held.atMs;

  async function find(key: string, question: Question<unknown>): Promise<Held | undefined> {
    const inMemory = memory.get(key);
    const stored = question.retention.durable ? await store?.read(question) : undefined;
    if (stored === undefined || (inMemory !== undefined && inMemory.atMs >= stored.obtainedAt.getTime()))
      return inMemory;
    const held = toHeld(stored.body, stored.exchanges, stored.obtainedAt);
    if (question.retention.inMemory) memory.set(key, held, { size: sizeOf(held, JSON.stringify(stored.body)) });
    return held;
  }

  function keep(key: string, question: Question<unknown>, { value, exchanges }: Loaded): Held {
    const held = toHeld(value, exchanges, clock());
    const json = JSON.stringify(value);
    // Without a database, memory is the only place.
    if (question.retention.inMemory || store === null) memory.set(key, held, { size: sizeOf(held, json) });
    if (question.retention.durable) store?.write(question, { json, exchanges, obtainedAt: held.answer.obtainedAt });
    return held;
  }

  return {
    inMemory(key: string, question: Asked): Answer<unknown> | undefined {
      const held = memory.get(key);
      return held !== undefined && isYoung(ageOf(held), freshMs(question)) ? held.answer : undefined;
    },
    async further(key: string, question: Asked): Promise<Answer<unknown>> {
      const held = await find(key, question);
      if (held !== undefined && isYoung(ageOf(held), freshMs(question))) return held.answer;
      try {
        const { lines, ...loaded } = await load(question, clock);
        const { answer } = keep(key, question, loaded);
        return { ...answer, from: 'supplier', exchanges: lines };
      } catch (error) {
        if (!(error instanceof SupplierFailure) || held === undefined || ageOf(held) >= LAST_GOOD_MS) throw error;
        return { ...held.answer, from: 'last-good', failure: error.message };
      }
    },
  };
}

async function load(question: Question<unknown>, clock: Options['clock']) {
  const recorder = createRecorder(clock);
  const value = await question.load(recorder);
  const lines = recorder.lines();
  return { value, lines, exchanges: lines === null ? null : packLines(lines) };
}

const nothing = ({ message }: SupplierFailure): Omit<ObservedAnswer, 'service' | 'request'> => ({
  from: 'nothing',
  obtainedAt: null,
  exchanges: null,
  failure: message,
});

function toHeld(value: unknown, exchanges: Buffer | null, at: Date): Held {
  const answer = { value, obtainedAt: at.toISOString(), from: 'cache', exchanges, failure: null } as const;
  return { answer, atMs: at.getTime() };
}

/** An estimate in bytes; 500 for the key and the objects around the value. */
const sizeOf = ({ answer: { exchanges } }: Held, json: string): number =>
  json.length * 2 + (exchanges?.length ?? 0) + 500;
