import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

export type StepState = 'en_cours' | 'obtenu' | 'ancienne_reponse' | 'non_obtenu';
export type Step = { label: string; state: StepState };

/**
 * Resets the list of steps: a generation may be retried after a failure. False when the statement is gone, even
 * concurrently: the lock waits for a running deletion.
 */
export async function restartSteps(db: Db, statementId: number, labels: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into generation_step (statement_id, position, label, state)
    select kept.id, step.number - 1, step.label, 'en_cours'
    from (select id from statement where id = ${statementId} for key share) as kept,
      unnest(${labels}::text[]) with ordinality as step (label, number)
    on conflict (statement_id, position) do update set state = 'en_cours', told_at = now()`.execute(db);
  return numAffectedRows !== 0n;
}

export async function updateSteps(
  db: Db,
  statementId: number,
  steps: { position: number; state: StepState }[],
): Promise<void> {
  if (steps.length === 0) return;
  await sql`
    update generation_step set state = given.state
    from unnest(${steps.map((step) => step.position)}::int[], ${steps.map((step) => step.state)}::text[]) as given (position, state)
    where statement_id = ${statementId} and generation_step.position = given.position`.execute(db);
}

/** Deletes the steps of generations begun before that instant; at most so many. */
export async function deleteSteps(db: Db, { before, most }: { before: Date; most: number }): Promise<void> {
  await sql`
    delete from generation_step where ctid in (
      select ctid from generation_step where told_at < ${before} limit ${most})
      -- begun again meanwhile
      and told_at < ${before}`.execute(db);
}

export function listSteps(db: Db, owned: { accountId: number; id: number }): Promise<Step[]> {
  return db
    .selectFrom('generation_step')
    .innerJoin('statement', 'statement.id', 'generation_step.statement_id')
    .select(['generation_step.label', 'generation_step.state'])
    .where('statement.account_id', '=', owned.accountId)
    .where('statement.id', '=', owned.id)
    .orderBy('generation_step.position')
    .$castTo<Step>()
    .execute();
}
