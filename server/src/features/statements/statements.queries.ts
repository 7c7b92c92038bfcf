import type { TransactionType } from '@clairisque/contract/statements.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { ItemsRange } from '#platform/http/items-range.ts';

/** A row of the list: the statement and its current edition. */
export type IssuedRow = {
  id: number;
  adresse: string;
  code_parcelle: string;
  commune_nom: string | null;
  type_de_transaction: TransactionType;
  acheteur_nom: string;
  issued_at: Date;
  renewed_at: Date | null;
  /** The same, as dates in Paris: PostgreSQL converts thousands of them faster. */
  issued_on: string;
  renewed_on: string | null;
  closed_at: Date | null;
  reference: string;
};

/**
 * The state is a literal in the query: as a parameter, a prepared plan could not use the partial index of issued
 * statements.
 */
const issued = (db: Db, accountId: number) =>
  db.selectFrom('statement').where('account_id', '=', accountId).where('status', '=', sql.lit('issued'));

/** The caller's list, or a window of it, newest first. */
export function listIssued(db: Db, accountId: number, window: ItemsRange | null): Promise<IssuedRow[]> {
  return issuedRows(db, accountId, window).execute();
}

/**
 * Exported for the benchmark of its plan. The window is found in the index alone; only its rows are then read, with
 * their edition.
 */
export function issuedRows(db: Db, accountId: number, window: ItemsRange | null) {
  const ids = issued(db, accountId).select('id').orderBy('id', 'desc');
  return rowsOf(db, window === null ? ids : ids.offset(window.first).limit(window.last - window.first + 1));
}

export function findIssued(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
): Promise<IssuedRow | undefined> {
  return rowsOf(db, issued(db, accountId).select('id').where('id', '=', id)).executeTakeFirst();
}

type Ids = ReturnType<typeof idsOf>;
const idsOf = (db: Db) => issued(db, 0).select('id');

function rowsOf(db: Db, ids: Ids) {
  return db
    .selectFrom(ids.as('listed'))
    .innerJoin('statement as s', 's.id', 'listed.id')
    .innerJoin('statement_edition as e', (join) =>
      join
        .onRef('e.statement_id', '=', 's.id')
        .on('e.edition', '=', sql<number>`case when s.renewed_at is null then 1 else 2 end`),
    )
    .select(['s.id', 's.adresse', 's.code_parcelle', 's.commune_nom', 's.type_de_transaction', 's.acheteur_nom'])
    .select(['s.issued_at', 's.renewed_at', 's.closed_at', 'e.reference'])
    .select([sql`(s.issued_at at time zone 'Europe/Paris')::date`.as('issued_on')])
    .select([sql`(s.renewed_at at time zone 'Europe/Paris')::date`.as('renewed_on')])
    .orderBy('s.id', 'desc')
    .$castTo<IssuedRow>();
}

export async function countIssued(db: Db, accountId: number): Promise<number> {
  const { total } = await issued(db, accountId)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
