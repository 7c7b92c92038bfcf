import { setTimeout as sleep } from 'node:timers/promises';
import { fromKysely, PgBoss, type ConstructorOptions, type QueueOptions, type QueuePolicy } from 'pg-boss';
import { z } from 'zod';
import type { Db } from './db.ts';
import type { Origin } from './tracing.ts';

/**
 * Work done after the answer, held by pg-boss in PostgreSQL. A job is written in the transaction that decides it, so it
 * exists exactly when the rest does; its payload is ids, and it may run twice (a worker that dies is replaced).
 */
export type Jobs = {
  /** Writes the job on that connection: it starts within milliseconds of the commit. */
  enqueue(db: Db, task: TaskName, payload: Record<string, unknown>): Promise<void>;
  close(): Promise<void>;
};

type Queue = QueueOptions & {
  policy?: QueuePolicy;
  /** Key of the payload of which only one job lives at a time, waiting or running: enqueuing again does nothing. */
  oneFor?: string;
  /** By itself, within minutes: a round that fails is counted and logged, and is no letter for a person. */
  comesAgain?: boolean;
};

const A_DAY_S = 86_400;
const STOP_WITHIN_MS = 20_000;
/** A worker says every few seconds that it is at a job; silent for so long, the least that pg-boss takes, it is held dead and its jobs are taken by another. */
const BEAT_SECONDS = 3;
const SILENT_SECONDS = 10;
/** How often the jobs of the dead are looked for, by one worker of all. */
const DEAD_SOUGHT_SECONDS = 3;

/** One queue a task. Retries wait 1, 2, 4… seconds with jitter, up to `retryDelayMax`. */
const QUEUES = {
  // The mail itself decides when it is given up (outbox.ts), before these retries end. Whoever waits for a link has it within a
  // minute of the mail server's return.
  'mail.send': { policy: 'exclusive', oneFor: 'mailId', retryLimit: 3_000, retryDelayMax: 60, expireInSeconds: 90 },
  'mail.sweep': { comesAgain: true, retryLimit: 0, expireInSeconds: 60 },
  'files.remove': { retryLimit: 20, retryDelayMax: 3_600, expireInSeconds: 120 },
  'files.restore': { policy: 'exclusive', oneFor: 'key', retryLimit: 20, retryDelayMax: 3_600, expireInSeconds: 300 },
  'files.restore-again': { comesAgain: true, policy: 'exclusive', retryLimit: 0, expireInSeconds: 60 },
  // Longer than its own bound: a worker that dies is seen by its heartbeat.
  'files.scrub': { policy: 'exclusive', retryLimit: 3, retryDelayMax: 600, expireInSeconds: 3 * 3_600 },
  // Money is never given up: a dead letter is for a person.
  'payments.settle': { retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
  'payments.pay-back': {
    policy: 'exclusive',
    oneFor: 'refundId',
    retryLimit: 40,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
  },
  'payments.reconcile': { comesAgain: true, policy: 'exclusive', retryLimit: 0, expireInSeconds: 600 },
  'invoices.print': { retryLimit: 40, retryDelayMax: 3_600, expireInSeconds: 120 },
  'handovers.receipt': {
    policy: 'exclusive',
    oneFor: 'receiptId',
    retryLimit: 40,
    retryDelayMax: 3_600,
    expireInSeconds: 120,
  },
  'handovers.tell': { comesAgain: true, policy: 'exclusive', retryLimit: 0, expireInSeconds: 300 },
  'credits.expire': { comesAgain: true, policy: 'exclusive', retryLimit: 3, expireInSeconds: 600 },
  'credits.notices': { comesAgain: true, policy: 'exclusive', retryLimit: 3, expireInSeconds: 600 },
  'reminders.send': { comesAgain: true, policy: 'exclusive', retryLimit: 3, expireInSeconds: 600 },
  'page-views.forward': { comesAgain: true, policy: 'exclusive', retryLimit: 0, expireInSeconds: 300 },
  'books.check': { policy: 'exclusive', retryLimit: 1, expireInSeconds: 600 },
  cleaning: { retryLimit: 5, retryDelayMax: 600, expireInSeconds: 900 },
} satisfies Record<string, Queue>;

type TaskName = keyof typeof QUEUES;

export const TASK_NAMES = Object.keys(QUEUES) as TaskName[];
const queueOf = (task: TaskName): Queue => QUEUES[task];

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
    async enqueue(db, task, payload) {
      await start();
      const { oneFor } = queueOf(task);
      const key = oneFor !== undefined && { singletonKey: String(payload[oneFor]) };
      const from = origin?.() ?? null;
      await boss.send(task, from === null ? payload : { ...payload, [ORIGIN]: from }, { db: fromKysely(db), ...key });
    },
    async close() {
      await started?.catch(() => undefined);
      await boss.stop({ graceful: false });
    },
  };
}

/** Makes or updates pg-boss's schema and the queues. The only part that needs the right to create tables. */
export async function prepareQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2, ...quiet, migrate: true });
  // A lost connection fails the call that was using it.
  boss.on('error', () => undefined);
  await boss.start();
  try {
    await boss.createQueue(DEAD_LETTERS, { deleteAfterSeconds: 90 * A_DAY_S });
    for (const name of TASK_NAMES) {
      const { policy = 'standard', oneFor: _key, comesAgain = false, ...given } = queueOf(name);
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
      await boss.updateQueue(name, { ...options, deadLetter: comesAgain ? null : DEAD_LETTERS });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** What a worker does for a task: the payload is parsed first, and may come twice. `signal` fires when the job is not this worker's any more. */
type Run<P> = (payload: P, signal: AbortSignal) => Promise<void>;
type Task = { run: Run<unknown>; atOnce: number };
export type Tasks = Record<TaskName, Task>;

/** Gives a task the type of its payload. */
export function task<S extends z.ZodType>(schema: S, run: Run<z.infer<S>>, atOnce = 1): Task {
  return { run: (payload, signal) => run(schema.parse(payload), signal), atOnce };
}

export type Cron = { task: TaskName; cron: string };

/**
 * The working side, on connections of its own: runs the tasks until `stop`, which lets those under way end. Woken by
 * notifications; looks by itself every few seconds besides, since one can be lost and a retry has none.
 */
export async function startWorking(options: {
  databaseUrl: string;
  tasks: Tasks;
  crons: Cron[];
  log: JobLog;
  watch?: JobWatch;
}): Promise<{ stop: () => Promise<void> }> {
  const { tasks, crons, log, watch = (_job, run) => run() } = options;
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
  for (const { task, cron } of crons) await boss.schedule(task, cron, {}, { tz: 'Europe/Paris' });
  for (const name of TASK_NAMES) {
    for (let n = 0; n < tasks[name].atOnce; n += 1) await startOne(boss, name, { run: tasks[name].run, log, watch });
  }
  const stop = async (): Promise<void> => {
    const ended = Promise.all(TASK_NAMES.map((name) => boss.offWork(name)));
    await Promise.race([ended, sleep(STOP_WITHIN_MS, undefined, { ref: false })]);
    // What has not ended by then is left to another worker.
    await boss.stop({ graceful: false });
  };
  return { stop };
}

async function startOne(
  boss: PgBoss,
  name: TaskName,
  { run, log, watch }: Pick<Task, 'run'> & { log: JobLog; watch: JobWatch },
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
