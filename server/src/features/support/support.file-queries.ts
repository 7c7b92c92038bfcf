import { sql } from 'kysely';
import type { Db } from '#platform/db.ts';

/** A file that a row names; `sha256` is null where no row knows it. */
export type KeptFile = { key: string; sha256: string | null; whose: string };

const PAGE = 1_000;

/** Every file, by pages: of a million statements none is held but its own page. */
export async function* keptFiles(db: Db): AsyncGenerator<KeptFile[]> {
  const { rows } = await sql<{ id: number }>`select max(statement_id) as id from statement_edition`.execute(db);
  const last = rows[0]?.id ?? 0;
  for (let from = 0; from < last; from += PAGE) yield filesOfStatements(db, from);
  yield filesOfOthers(db);
}

async function filesOfStatements(db: Db, from: number): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select file.key, file.sha256, e.reference as whose from statement_edition e
    cross join lateral (
      values (e.file_key, e.file_sha256), (e.inputs_key, null), (e.answers_key, null)
    ) file(key, sha256)
    where e.statement_id > ${from} and e.statement_id <= ${from + PAGE} and file.key is not null`.execute(db);
  return rows;
}

/** Invoices, receipts of hand-overs and logos: a tenth of them. */
async function filesOfOthers(db: Db): Promise<KeptFile[]> {
  const { rows } = await sql<KeptFile>`
    select file_key as key, file_sha256 as sha256, number as whose from invoice where file_key is not null
    union all
    select file_key, file_sha256, 'remise ' || id from handover_receipt where file_key is not null
    union all
    select file_key, sha256, 'logo ' || account_id from account_logo`.execute(db);
  return rows;
}
