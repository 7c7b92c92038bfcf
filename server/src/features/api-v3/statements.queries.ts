import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';

/** A statement and its current edition, whose columns are null for a draft. */
export type StatementRow = {
  id: number;
  status: string;
  created_at: Date;
  adresse: string;
  code_parcelle: string;
  parcelles: string[] | null;
  commune_nom: string | null;
  type_de_transaction: TransactionType;
  vendeur_nom: string;
  acheteur_nom: string;
  reference: string | null;
  issued_at: Date | null;
  renewed_at: Date | null;
  metadata: Record<string, string> | null;
  expires_on: string | null;
  specimen: boolean | null;
  file_sha256: string | null;
  confirmed_address: string | null;
};

/** « Mine » is the base of every select: another account's statement is not found. */
function rowsOf(db: Db, accountId: number) {
  return db
    .selectFrom('statement as s')
    .leftJoin('statement_edition as e', (join) =>
      join
        .onRef('e.statement_id', '=', 's.id')
        .on('e.edition', '=', sql<number>`case when s.renewed_at is null then 1 else 2 end`),
    )
    .select(['s.id', 's.status', 's.created_at', 's.adresse', 's.code_parcelle', 's.parcelles', 's.commune_nom'])
    .select(['s.type_de_transaction', 's.vendeur_nom', 's.acheteur_nom', 's.renewed_at', 's.metadata'])
    .select(['e.reference', 'e.issued_at', 'e.expires_on', 'e.specimen', 'e.file_sha256', 'e.confirmed_address'])
    .where('s.account_id', '=', accountId)
    .$castTo<StatementRow>();
}

type Listed = { accountId: number; before: number | null; limit: number; label: Record<string, string> | null };

/** Issued ones, newest first, older than `before`, with that label. */
export function listIssuedBefore(db: Db, { accountId, before, limit, label }: Listed): Promise<StatementRow[]> {
  return rowsOf(db, accountId)
    .where('s.status', '=', sql.lit('issued'))
    .$if(before !== null, (query) => query.where('s.id', '<', before ?? 0))
    .$if(label !== null, (query) => query.where(sql<boolean>`s.metadata @> ${JSON.stringify(label)}::jsonb`))
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute();
}

export function findStatementRow(
  db: Db,
  { accountId, id }: { accountId: number; id: number },
): Promise<StatementRow | undefined> {
  return rowsOf(db, accountId).where('s.id', '=', id).executeTakeFirst();
}
