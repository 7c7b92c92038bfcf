import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { sql, type Selectable } from 'kysely';
import { currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';
import type { Statement } from '#platform/db/db-types.gen.ts';
import type { ItemsRange } from '#platform/http/partial-answers.ts';

/** A row of the list: the statement and its current edition. */
export type IssuedRow = {
  id: number;
  adresse: string;
  code_parcelle: string;
  parcelles: string[] | null;
  commune_nom: string | null;
  communes: { nom: string; code_insee: string }[] | null;
  type_de_transaction: TransactionType;
  acheteur_nom: string;
  issued_at: Date;
  renewed_at: Date | null;
  /** The same, as dates in Paris: PostgreSQL converts thousands of them faster. */
  issued_on: string;
  renewed_on: string | null;
  closed_at: Date | null;
  open_questions: number | null;
  /** Planned days, ISO. */
  promesse_on: string | null;
  acte_on: string | null;
  lease_on: string | null;
  check_outcome: string | null;
  check_missing: boolean | null;
  checked_at: Date | null;
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

/** Those that may be « à vérifier »: not concluded, with a planned day or a check that lacks something. */
export function listWatched(db: Db, accountId: number): Promise<IssuedRow[]> {
  const ids = issued(db, accountId)
    .select('id')
    .where('closed_at', 'is', null)
    .where(
      sql<boolean>`(exists (select from statement_watch w where w.statement_id = statement.id)
        or exists (select from statement_check c where c.statement_id = statement.id and c.missing is not null))`,
    );
  return rowsOf(db, ids).execute();
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
      join.onRef('e.statement_id', '=', 's.id').on('e.edition', '=', currentEdition('s.id')),
    )
    .leftJoin('statement_watch as w', 'w.statement_id', 's.id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('statement_check as c')
          .select(['c.outcome', sql<boolean>`c.missing is not null`.as('missing')])
          .select((row) => row.fn.coalesce('c.ended_at', 'c.last_tried_at').as('at'))
          .whereRef('c.statement_id', '=', 's.id')
          .where(
            sql<boolean>`c.outcome is distinct from 'dropped' and (c.outcome is not null or c.missing is not null)`,
          )
          .orderBy('c.id', 'desc')
          .limit(1)
          .as('checked'),
      (join) => join.onTrue(),
    )
    .select(['checked.outcome as check_outcome', 'checked.missing as check_missing', 'checked.at as checked_at'])
    .select(['w.promesse_on', 'w.acte_on', 'w.lease_on'])
    .select(['s.id', 's.adresse', 's.code_parcelle', 's.commune_nom', 's.type_de_transaction', 's.acheteur_nom'])
    .select(['s.parcelles', 's.communes'])
    .select(['s.issued_at', 's.renewed_at', 's.closed_at', 's.open_questions', 'e.reference'])
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

/** True when the caller has that issued statement. */
export async function markClosed(
  db: Db,
  owned: { accountId: number; id: number },
  closedAt: Date | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement')
    .set({ closed_at: closedAt })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .where('status', '=', 'issued')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ExportableRow = Pick<
  Selectable<Statement>,
  'id' | 'adresse' | 'acheteur_nom' | 'cadastre' | 'parcelles' | 'vendeur_nom'
> & {
  type_de_transaction: TransactionType;
  issued_at: Date;
  replaced: boolean;
  reference: string;
  expires_on: string;
  file_key: string;
  file_sha256: string;
};

/** Every document in an account's export, or those of these statements, oldest statement first. */
export function listExportable(db: Db, accountId: number, ids?: readonly number[]): Promise<ExportableRow[]> {
  return db
    .selectFrom('statement as s')
    .innerJoin('statement_edition as e', 'e.statement_id', 's.id')
    .select(['s.id', 's.adresse', 's.type_de_transaction', 's.acheteur_nom', 's.cadastre', 's.vendeur_nom'])
    .select('s.parcelles')
    .select(['e.issued_at', 'e.reference', 'e.expires_on', 'e.file_key', 'e.file_sha256'])
    .select(sql<boolean>`e.edition <> ${currentEdition('s.id')}`.as('replaced'))
    .where('s.account_id', '=', accountId)
    .$if(ids !== undefined, (query) => query.where('s.id', 'in', [...(ids ?? [])]))
    .orderBy('s.id')
    .orderBy('e.edition')
    .$castTo<ExportableRow>()
    .execute();
}

export type CheckedRow = {
  statement_id: number;
  document_reference: string | null;
  outcome: string | null;
  at: Date;
  attestation: string | null;
  file_key: string | null;
  file_sha256: string | null;
  sentences: string[];
};

/** Every check that found something, or lacks something, for the account's export, oldest first. */
export function listChecked(db: Db, accountId: number): Promise<CheckedRow[]> {
  return db
    .selectFrom('statement_check as c')
    .innerJoin('statement as s', 's.id', 'c.statement_id')
    .select(['c.statement_id', 'c.document_reference', 'c.outcome', 'c.sentences', 'c.file_key', 'c.file_sha256'])
    .select((eb) => [
      'c.reference as attestation',
      eb.fn.coalesce('c.ended_at', 'c.last_tried_at', 'c.asked_at').as('at'),
    ])
    .where('s.account_id', '=', accountId)
    .orderBy('c.id')
    .$castTo<CheckedRow>()
    .execute();
}

export type PlannedRow = {
  statement_id: number;
  promesse_on: string | null;
  acte_on: string | null;
  lease_on: string | null;
  signed_on: string | null;
};

/** Planned and signed days, for the account's export. */
export function listPlannedOf(db: Db, accountId: number): Promise<PlannedRow[]> {
  return db
    .selectFrom('statement_watch as w')
    .innerJoin('statement as s', 's.id', 'w.statement_id')
    .select(['w.statement_id', 'w.promesse_on', 'w.acte_on', 'w.lease_on', 'w.signed_on'])
    .where('s.account_id', '=', accountId)
    .orderBy('w.statement_id')
    .execute();
}
