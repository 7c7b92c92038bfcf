import { sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Db } from '#platform/db/db.ts';
import { DEAD_LETTERS } from './jobs.ts';

/** Jobs for the support console, without those that succeeded. */
export type JobLine = {
  id: string;
  task: string;
  state: string;
  data: Record<string, unknown>;
  /** Next run. */
  start_after: Date;
  retry_count: number;
  error: string | null;
  /** Dead letter: waits for `retryJob`. */
  dead: boolean;
};

/** Dead letters first, then late jobs, oldest first. */
export async function listJobs(db: Db, limit: number): Promise<JobLine[]> {
  const { rows } = await sql<JobLine>`
    select id, coalesce(source_name, name) as task, state::text, data, start_after, retry_count,
      left(coalesce(source_output, output)->>'message', 200) as error, name = ${DEAD_LETTERS} as dead
    from pgboss.job
    -- a failed job has its copy among the dead letters
    where state in ('created', 'retry', 'active') or (name = ${DEAD_LETTERS} and state = 'failed')
    order by name = ${DEAD_LETTERS} desc, start_after limit ${limit}`.execute(db);
  return rows;
}

/** Outcome: back in its queue, brought forward, or not a waiting job. */
export type Retried = 'redriven' | 'hastened' | 'none';

/** Runs a dead letter again, or a job that waits for its retry, at once; in the transaction of `db`. */
export async function retryJob(db: Db, id: string): Promise<Retried> {
  const boss = new PgBoss({ db: fromKysely(db), migrate: false, supervise: false, schedule: false });
  boss.on('error', () => undefined);
  await boss.start();
  try {
    if ((await boss.redrive(DEAD_LETTERS, { ids: [id], db: fromKysely(db) })) > 0) return 'redriven';
  } finally {
    await boss.stop({ graceful: false });
  }
  const { rows } = await sql`
    update pgboss.job set start_after = now()
    where id = ${id} and name <> ${DEAD_LETTERS} and state in ('created', 'retry') returning id`.execute(db);
  return rows.length > 0 ? 'hastened' : 'none';
}
