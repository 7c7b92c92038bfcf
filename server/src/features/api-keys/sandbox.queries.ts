import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Test statements made before that date, drafts included, and the files of their editions. */
export async function listTestFiles(
  db: Db,
  { before, limit }: { before: Date; limit: number },
): Promise<{ id: number; keys: (string | null)[] }[]> {
  const { rows } = await sql<{ id: number; keys: (string | null)[] }>`
    select s.id, array(
      select unnest(array[e.file_key, e.inputs_key, e.answers_key])
      from sandbox.statement_edition e where e.statement_id = s.id
      union all select f.file_key from sandbox.edition_short_file f where f.statement_id = s.id) as keys
    from sandbox.statement s where s.created_at < ${before} order by s.id limit ${limit}`.execute(db);
  return rows;
}

/** Everything that belongs to them goes with them. */
export async function deleteTests(db: Db, ids: number[]): Promise<void> {
  await db.withSchema('sandbox').deleteFrom('statement').where('id', 'in', ids).execute();
}

/** Answers of simulated sources, events and batches. */
export async function deleteTestTraces(db: Db, before: Date): Promise<void> {
  const sandbox = db.withSchema('sandbox');
  await sandbox.deleteFrom('supplier_answer').where('obtained_at', '<', before).execute();
  await sandbox.deleteFrom('api_event').where('created_at', '<', before).execute();
  await sandbox.deleteFrom('batch').where('created_at', '<', before).execute();
}
