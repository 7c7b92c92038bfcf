import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss, type ConstructorOptions, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { z } from 'zod';
import type { Db } from '#platform/db/db.ts';
import type { Origin } from '#platform/observability/tracing.ts';

/**
 * Background jobs, queued by pg-boss in PostgreSQL. A job is inserted in the transaction that decides it, so it exists
 * exactly when that commits. Its payload contains only identifiers, and it may run twice (a dead worker is replaced).
 */
export type Jobs = {
  /** Inserts the job on that connection: it starts within milliseconds of the commit. */
  enqueue<S extends z.ZodType>(db: Db, kind: JobKind<S>, payload: z.input<S>): Promise<void>;
  close(): Promise<void>;
};

/** Retries wait 1, 2, 4… seconds with jitter, up to `retryDelayMax`. */
type QueueRules = QueueOptions & {
  policy?: QueuePolicy;
  /** Singleton key from the payload: only one such job exists, waiting or running; enqueuing again does nothing. */
  singletonKey?: string;
  /** False for a job that recurs within minutes anyway: its failure is counted and logged only. True by default. */
  hasDeadLetter?: boolean;
};

/** A kind of job: its queue's name, payload schema and queue options. */
export type JobKind<S extends z.ZodType = z.ZodType> = {
  name: string;
  payload: S;
  rules: QueueRules;
  /** Priority of one job: those above 0 begin first. */
  priority?: number;
  /** Test keys may start it (decision 0095). */
  forTests?: true;
};

/** Identity function that keeps the type of the payload. */
export const jobKind = <S extends z.ZodType>(kind: JobKind<S>): JobKind<S> => kind;

/** Handler of a payload, which may come twice. `signal` aborts when the job was given to another worker. */
type Run<D, P> = (deps: D, payload: P, signal: AbortSignal) => Promise<void>;
/**
 * `concurrency` per worker (1 by default), and `urgent` more for jobs of a priority above 0; `cron` for a recurring job
 * (Paris time). `isLong`: `signal` also aborts
 * when the worker stops; the job then ends soon, after it enqueued the rest.
 */
type Pace = { concurrency?: number; urgent?: number; cron?: string; isLong?: boolean };

/** A kind of job and its handler, as a slice declares them in `<slice>.jobs.ts`. */
export type Job<D> = {
  kind: JobKind;
  run: Run<D, unknown>;
  concurrency: number;
  urgent: number;
  cron: string | null;
  isLong: boolean;
};

/** Declares the handler of a kind of job; the payload is parsed before `run`. */
export function job<D, S extends z.ZodType>(kind: JobKind<S>, run: Run<D, z.infer<S>>, pace: Pace = {}): Job<D> {
  return {
    kind,
    run: (deps, payload, signal) => run(deps, kind.payload.parse(payload), signal),
    concurrency: pace.concurrency ?? 1,
    urgent: pace.urgent ?? 0,
    cron: pace.cron ?? null,
    isLong: pace.isLong ?? false,
  };
}

/**
 * Declares a cron job without payload: one at a time, without retry or dead letter before the next occurrence. `rules`
 * override these: a daily job needs retries and a dead letter, or one failure loses a day.
 */
export function recurringJob<D>(
  { name, cron, ...rules }: { name: string; cron: string } & QueueRules,
  run: (deps: D, signal: AbortSignal) => Promise<void>,
): Job<D> {
  const kind = jobKind({
    name,
    payload: z.object({}),
    rules: { hasDeadLetter: false, policy: 'exclusive', retryLimit: 0, ...rules },
  });
  return job<D, typeof kind.payload>(kind, (deps, _none, signal) => run(deps, signal), { cron });
}

const A_DAY_S = 86_400;
const STOP_WITHIN_MS = 20_000;
/** Heartbeat interval, and its timeout (pg-boss's minimum), after which a job is retried on another worker. */
const BEAT_SECONDS = 3;
const SILENT_SECONDS = 10;
/** A notification can be lost, and a retry sends none. */
const POLL_SECONDS = 5;
/** Interval of the search for jobs of dead workers, by one worker of all. */
const DEAD_SOUGHT_SECONDS = 3;

/** Jobs whose retries are exhausted, kept for an operator (`redrive` puts them back). */
export const DEAD_LETTERS = 'dead-letters';

export type JobLog = { warn(context: object, message: string): void; error(context: object, message: string): void };

const quiet: Pick<ConstructorOptions, 'migrate' | 'supervise' | 'schedule'> = {
  migrate: false,
  supervise: false,
  schedule: false,
};

/** Payload key beside the ids: the origin of the job. */
const ORIGIN = '_origin';
/** Wraps each run of a job; `origin` is the request or job that enqueued it. */
export type JobWatch = (job: { task: string; origin: Origin | null }, run: () => Promise<void>) => Promise<void>;

/** The enqueuing side, on the application's own connections; needs only the insert right on the schema. */
export function createJobs({ db, log, origin }: { db: Db; log: JobLog; origin?: () => Origin | null }): Jobs {
  const boss = new PgBoss({ db: fromKysely(db), ...quiet });
  boss.on('error', (err) => log.warn({ err }, 'job queue'));
  // Reads the queues once; at the first job when the database is not up yet.
  let started: Promise<unknown> | null = null;
  const start = (): Promise<unknown> => {
    started ??= boss.start().catch((error: unknown) => {
      started = null;
      throw error;
    });
    return started;
  };
  void start().catch((err: unknown) => log.warn({ err }, 'job queue not ready'));
  return {
    async enqueue(db, { name, priority = 0, rules: { singletonKey } }, payload) {
      await start();
      const given = payload as Record<string, unknown>;
      const key = singletonKey !== undefined && { singletonKey: String(given[singletonKey]) };
      const from = origin?.() ?? null;
      await boss.send(name, from === null ? given : { ...given, [ORIGIN]: from }, {
        db: fromKysely(db),
        priority,
        ...key,
      });
    },
    async close() {
      await started?.catch(() => undefined);
      await boss.stop({ graceful: false });
    },
  };
}

/** Creates or updates pg-boss's schema and the queues. The only part that needs the right to create tables. */
export async function prepareQueues(databaseUrl: string, kinds: JobKind[]): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, ...quiet, migrate: true });
  // A lost connection fails the call that was using it.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { deleteAfterSeconds: 90 * A_DAY_S });
    for (const { name, rules } of kinds) {
      const { policy = 'standard', singletonKey: _key, hasDeadLetter = true, ...given } = rules;
      const options = {
        retryDelay: 1,
        retryBackoff: true,
        deleteAfterSeconds: A_DAY_S,
        retentionSeconds: 14 * A_DAY_S,
        notify: true,
        heartbeatSeconds: SILENT_SECONDS,
        ...given,
      };
      await boss.createQueue(name, { policy, ...options });
      await boss.updateQueue(name, { ...options, deadLetter: hasDeadLetter ? DEAD_LETTERS : null });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * The working side, on its own connections: runs jobs until `stop`, which waits for running ones. Woken by
 * notifications, and polls every `pollSeconds` too.
 */
export async function startWorking<D>(options: {
  databaseUrl: string;
  jobs: Job<D>[];
  deps: D;
  log: JobLog;
  watch?: JobWatch;
  pollSeconds?: number;
}): Promise<{ stop: () => Promise<void> }> {
  const { jobs, deps, log, watch = (_job, run) => run(), pollSeconds = POLL_SECONDS } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'clairisque-worker',
    max: 4,
    migrate: false,
    // Rebuilding an index needs its owner: a worker that finds a bloated one logs it (runbook).
    reindex: false,
    useListenNotify: true,
    monitorIntervalSeconds: DEAD_SOUGHT_SECONDS,
    superviseIntervalSeconds: DEAD_SOUGHT_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  // Jobs left by a dead worker need not wait for the first round.
  await boss.supervise();
  const stopping = new AbortController();
  for (const { kind, run, concurrency, urgent, cron, isLong } of jobs) {
    if (cron !== null) await boss.schedule(kind.name, cron, {}, { tz: 'Europe/Paris' });
    const work = (payload: unknown, signal: AbortSignal): Promise<void> =>
      run(deps, payload, isLong ? AbortSignal.any([signal, stopping.signal]) : signal);
    for (let n = 0; n < concurrency + urgent; n += 1) {
      await startOne(boss, kind.name, { run: work, log, watch, pollSeconds, isUrgent: n >= concurrency });
    }
  }
  const stop = async (): Promise<void> => {
    stopping.abort();
    const ended = Promise.all(jobs.map(({ kind }) => boss.offWork(kind.name)));
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    // A job that has not ended by then is left to another worker.
    await boss.stop({ graceful: false });
  };
  return { stop };
}

type Working = {
  run: (payload: unknown, signal: AbortSignal) => Promise<void>;
  log: JobLog;
  watch: JobWatch;
  pollSeconds: number;
  isUrgent: boolean;
};

async function startOne(
  boss: PgBoss,
  name: string,
  { run, log, watch, pollSeconds, isUrgent }: Working,
): Promise<void> {
  const pace = {
    pollingIntervalSeconds: Math.min(2, pollSeconds),
    notifyPollingIntervalSeconds: pollSeconds,
    heartbeatRefreshSeconds: BEAT_SECONDS,
    ...(isUrgent && { minPriority: 1 }),
  };
  const id = await boss.work(name, { ...pace, includeMetadata: true }, async ([job]) => {
    if (job === undefined) return;
    const origin = originOf(job.data);
    try {
      await watch({ task: name, origin }, () => run(job.data, job.signal));
    } catch (err) {
      const last = job.retryCount >= job.retryLimit;
      const line = { err, task: name, job: job.id, attempt: job.retryCount + 1, ...origin };
      log[last ? 'error' : 'warn'](line, 'job failed');
      throw err;
    } finally {
      // More jobs may wait behind this one, notified long ago: fetch the next at once.
      boss.notifyWorker(id);
    }
  });
}

/** Null for cron jobs, and for jobs of an older version. */
function originOf(payload: unknown): Origin | null {
  const parsed = Enqueued.safeParse(payload);
  return parsed.success ? parsed.data[ORIGIN] : null;
}

const Enqueued = z.object({ [ORIGIN]: z.object({ requestId: z.string(), traceparent: z.string().optional() }) });
