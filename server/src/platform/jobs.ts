import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss, type ConstructorOptions, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { z } from 'zod';
import type { Db } from './db.ts';
import type { Origin } from './tracing.ts';

/**
 * Background work, queued by pg-boss in PostgreSQL. A job is written in the transaction that decides it, so it exists
 * exactly when the rest does. Its payload holds identifiers only, and it may run twice (a worker that dies is replaced).
 */
export type Jobs = {
  /** Writes the job on that connection: it starts within milliseconds of the commit. */
  enqueue<S extends z.ZodType>(db: Db, kind: JobKind<S>, payload: z.input<S>): Promise<void>;
  close(): Promise<void>;
};

/** Retries wait 1, 2, 4… seconds with jitter, up to `retryDelayMax`. */
type QueueRules = QueueOptions & {
  policy?: QueuePolicy;
  /** Key of the payload of which only one job lives at a time, waiting or running: enqueuing again does nothing. */
  singletonKey?: string;
  /** Runs again within minutes anyway: a failure is counted and logged, and becomes no dead letter. */
  isRecurring?: boolean;
};

/** A kind of job: the name of its queue, what its payload looks like, how the queue behaves. */
export type JobKind<S extends z.ZodType = z.ZodType> = { name: string; payload: S; rules: QueueRules };

/** Identity function that keeps the type of the payload. */
export const jobKind = <S extends z.ZodType>(kind: JobKind<S>): JobKind<S> => kind;

/** What a worker does with a payload, which may come twice. `signal` aborts when the job belongs to another worker. */
type Run<D, P> = (deps: D, payload: P, signal: AbortSignal) => Promise<void>;
/** How many of the kind a worker runs at once (1), and when one starts by itself (cron, Paris time; never). */
type Pace = { concurrency?: number; cron?: string };

/** A kind of job with what is done for it, as a slice declares it in its `jobs.ts`. */
export type Job<D> = { kind: JobKind; run: Run<D, unknown>; concurrency: number; cron: string | null };

/** Declares the work of a kind of job; the payload is parsed before `run` sees it. */
export function job<D, S extends z.ZodType>(kind: JobKind<S>, run: Run<D, z.infer<S>>, pace: Pace = {}): Job<D> {
  return {
    kind,
    run: (deps, payload, signal) => run(deps, kind.payload.parse(payload), signal),
    concurrency: pace.concurrency ?? 1,
    cron: pace.cron ?? null,
  };
}

/**
 * Declares work that starts by itself and has no payload: one at a time, again at the next occurrence when it failed.
 * `rules` replace these.
 */
export function recurringJob<D>(
  { name, cron, ...rules }: { name: string; cron: string } & QueueRules,
  run: (deps: D, signal: AbortSignal) => Promise<void>,
): Job<D> {
  const kind = jobKind({
    name,
    payload: z.object({}),
    rules: { isRecurring: true, policy: 'exclusive', retryLimit: 0, ...rules },
  });
  return job<D, typeof kind.payload>(kind, (deps, _none, signal) => run(deps, signal), { cron });
}

const A_DAY_S = 86_400;
const STOP_WITHIN_MS = 20_000;
/** A worker says every few seconds that it is at a job; silent for so long, the least that pg-boss takes, it is held dead and its jobs are taken by another. */
const BEAT_SECONDS = 3;
const SILENT_SECONDS = 10;
/** How often the jobs of the dead are looked for, by one worker of all. */
const DEAD_SOUGHT_SECONDS = 3;

/** Jobs whose retries are spent, kept for a person to look at (`redrive` puts them back). */
export const DEAD_LETTERS = 'dead-letters';

export type JobLog = { warn(context: object, message: string): void; error(context: object, message: string): void };

const quiet: Pick<ConstructorOptions, 'migrate' | 'supervise' | 'schedule'> = {
  migrate: false,
  supervise: false,
  schedule: false,
};

/** Key of a payload beside the ids: on whose behalf the job was enqueued. */
const ORIGIN = '_origin';
/** Around each run of a job; `origin` is of the request, or of the job, that enqueued it. */
export type JobWatch = (job: { task: string; origin: Origin | null }, run: () => Promise<void>) => Promise<void>;

/** The enqueuing side, on the application's own connections; it needs no right on the schema but to insert. */
export function createJobs({ db, log, origin }: { db: Db; log: JobLog; origin?: () => Origin | null }): Jobs {
  const boss = new PgBoss({ db: fromKysely(db), ...quiet });
  boss.on('error', (err) => log.warn({ err }, 'job queue'));
  // Read once what the queues are; at the first job when the database is not there yet.
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
    async enqueue(db, { name, rules: { singletonKey } }, payload) {
      await start();
      const given = payload as Record<string, unknown>;
      const key = singletonKey !== undefined && { singletonKey: String(given[singletonKey]) };
      const from = origin?.() ?? null;
      await boss.send(name, from === null ? given : { ...given, [ORIGIN]: from }, { db: fromKysely(db), ...key });
    },
    async close() {
      await started?.catch(() => undefined);
      await boss.stop({ graceful: false });
    },
  };
}

/** Makes or updates pg-boss's schema and the queues. The only part that needs the right to create tables. */
export async function prepareQueues(databaseUrl: string, kinds: JobKind[]): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, ...quiet, migrate: true });
  // A lost connection fails the call that was using it.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { deleteAfterSeconds: 90 * A_DAY_S });
    for (const { name, rules } of kinds) {
      const { policy = 'standard', singletonKey: _key, isRecurring = false, ...given } = rules;
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
      await boss.updateQueue(name, { ...options, deadLetter: isRecurring ? null : DEAD_LETTERS });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * The working side, on connections of its own: runs the tasks until `stop`, which lets those under way end. Woken by
 * notifications; looks by itself every few seconds besides, since one can be lost and a retry has none.
 */
export async function startWorking<D>(options: {
  databaseUrl: string;
  jobs: Job<D>[];
  deps: D;
  log: JobLog;
  watch?: JobWatch;
}): Promise<{ stop: () => Promise<void> }> {
  const { jobs, deps, log, watch = (_job, run) => run() } = options;
  const boss = new PgBoss({
    connectionString: options.databaseUrl,
    application_name: 'clairisque-worker',
    max: 4,
    migrate: false,
    // An index is rebuilt by its owner: a worker that finds one bloated says so in the log (runbook).
    reindex: false,
    useListenNotify: true,
    monitorIntervalSeconds: DEAD_SOUGHT_SECONDS,
    superviseIntervalSeconds: DEAD_SOUGHT_SECONDS,
  });
  boss.on('error', (err) => log.warn({ err }, 'job queue'));
  boss.on('warning', (warning) => log.warn({ warning }, 'job queue'));
  await boss.start();
  // What a worker that died left behind need not wait for the first round.
  await boss.supervise();
  for (const { kind, run, concurrency, cron } of jobs) {
    if (cron !== null) await boss.schedule(kind.name, cron, {}, { tz: 'Europe/Paris' });
    const work = (payload: unknown, signal: AbortSignal): Promise<void> => run(deps, payload, signal);
    for (let n = 0; n < concurrency; n += 1) await startOne(boss, kind.name, { run: work, log, watch });
  }
  const stop = async (): Promise<void> => {
    const ended = Promise.all(jobs.map(({ kind }) => boss.offWork(kind.name)));
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    // What has not ended by then is left to another worker.
    await boss.stop({ graceful: false });
  };
  return { stop };
}

async function startOne(
  boss: PgBoss,
  name: string,
  { run, log, watch }: { run: (payload: unknown, signal: AbortSignal) => Promise<void>; log: JobLog; watch: JobWatch },
): Promise<void> {
  const pace = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5, heartbeatRefreshSeconds: BEAT_SECONDS };
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
      // Many may wait behind this one, announced long ago: the next is looked for at once.
      boss.notifyWorker(id);
    }
  });
}

/** Null for what comes round by itself, and for jobs of an older version. */
function originOf(payload: unknown): Origin | null {
  const parsed = Enqueued.safeParse(payload);
  return parsed.success ? parsed.data[ORIGIN] : null;
}

const Enqueued = z.object({ [ORIGIN]: z.object({ requestId: z.string(), traceparent: z.string().optional() }) });
