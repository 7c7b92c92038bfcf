import { sql } from 'kysely';
import { currentDocument, currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';

type ExpiringEdition = {
  space_id: number;
  statement_id: number;
  edition: number;
  reference: string;
  expires_on: string;
  metadata: Record<string, string> | null;
};

/** Current documents, and what they are now called, that expire between two days (ISO), of statements not concluded, without that event yet. */
export async function listExpiringEditions(
  db: Db,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<ExpiringEdition[]> {
  const { rows } = await sql<ExpiringEdition>`
    select space.id as space_id, edition.statement_id, edition.edition, newest.reference, edition.expires_on,
      statement.metadata
    from statement_edition edition
    join statement on statement.id = edition.statement_id and statement.closed_at is null
      and edition.edition = ${currentDocument('statement.id')}
    join statement_edition newest on newest.statement_id = statement.id
      and newest.edition = ${currentEdition('statement.id')}
    join space on space.account_id = statement.account_id
    where edition.expires_on between ${from} and ${to} and not exists (
      select from api_event event
      where event.space_id = space.id and event.type = 'statement.expiring'
        and event.subject = edition.statement_id || '.' || edition.edition
    )
    order by edition.expires_on, edition.statement_id limit ${limit}`.execute(db);
  return rows;
}
