import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** Returns the keys of the files that no row names any more. */
export async function clearInvoicesBefore(db: Db, limit: Date): Promise<string[]> {
  const { rows } = await sql<{ file_key: string | null }>`
    update invoice set document = '{}', account_id = null, file_key = null, file_sha256 = null
    where issued_at < ${limit} and document <> '{}'
    returning old.file_key`.execute(db);
  return rows.flatMap(({ file_key: key }) => key ?? []);
}
