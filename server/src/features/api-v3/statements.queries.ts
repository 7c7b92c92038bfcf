import { sql, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Problem } from '@clairisque/contract/common/problems.ts';
import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { currentEdition } from '#platform/db/current-edition.ts';
import type { Db } from '#platform/db/db.ts';
import type { DB } from '#platform/db/db-types.gen.ts';

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
  failure: Problem | null;
  /** A key asked for it, lately or in its row. */
  is_asked: boolean;
  /** Its generation is under way. */
  is_running: boolean;
};

type Mine = { accountId: number; now: Date };

/** « Mine » is the base of every select: another account's statement is not found. */
function rowsOf(db: Db, { accountId, now }: Mine) {
  return db
    .selectFrom('statement as s')
    .leftJoin('statement_edition as e', (join) =>
      join.onRef('e.statement_id', '=', 's.id').on('e.edition', '=', currentEdition('s.id')),
    )
    .select(['s.id', 's.status', 's.created_at', 's.adresse', 's.code_parcelle', 's.parcelles', 's.commune_nom'])
    .select(['s.type_de_transaction', 's.vendeur_nom', 's.acheteur_nom', 's.renewed_at', 's.metadata', 's.failure'])
    .select(['e.reference', 'e.issued_at', 'e.expires_on', 'e.specimen', 'e.file_sha256', 'e.confirmed_address'])
    .select((eb) => [isRunning(eb, now).as('is_running'), isAsked(eb).as('is_asked')])
    .where('s.account_id', '=', accountId)
    .$castTo<StatementRow>();
}

type Builder = ExpressionBuilder<DB & { s: DB['statement'] }, 's'>;

const isRunning = (eb: Builder, now: Date) =>
  eb.and([
    eb('s.status', '=', sql.lit('draft')),
    eb.exists(
      eb
        .selectFrom('api_request as r')
        .select(sql`1`.as('one'))
        .whereRef('r.statement_id', '=', 's.id')
        .where('r.claimed_until', '>', now),
    ),
  ]);

const isAsked = (eb: Builder) =>
  eb.or([
    eb('s.by_program', '=', true),
    eb.exists(
      eb
        .selectFrom('api_request as r')
        .select(sql`1`.as('one'))
        .whereRef('r.statement_id', '=', 's.id'),
    ),
  ]);

export type Filters = {
  status?: 'processing' | 'issued' | 'failed' | undefined;
  reference?: string | undefined;
  parcel?: string | undefined;
  commune?: string | undefined;
  createdFrom?: Date | undefined;
  createdBefore?: Date | undefined;
  /** The current document was issued before. */
  issuedBefore?: Date | undefined;
  /** Digests of labels. */
  labels?: readonly Buffer[] | undefined;
};

type Listed = Mine & { before: number | null; limit: number; filters: Filters };

/** Newest first, older than `before`, with all that is asked: their numbers from an index, then their rows. */
export function listStatementsBefore(db: Db, { limit, filters, before, ...mine }: Listed): Promise<StatementRow[]> {
  return rowsOf(db, mine)
    .where('s.id', 'in', idsOf(db, { ...mine, before, limit, filters }))
    .orderBy('s.id', 'desc')
    .execute();
}

/** Each condition has its index, or is read in `statement_listed` alone. */
function idsOf(db: Db, { before, limit, ...asked }: Listed) {
  return db
    .selectFrom('statement as s')
    .select('s.id')
    .where('s.account_id', '=', asked.accountId)
    .where(sql<SqlBool>`(s.status = 'issued' or s.by_program)`)
    .$if(before !== null, (query) => query.where('s.id', '<', before ?? 0))
    .where((eb) =>
      eb.and([...atStatus(eb, asked), ...namedBy(eb, asked), ...within(eb, asked), ...labelled(eb, asked)]),
    )
    .orderBy('s.id', 'desc')
    .limit(limit);
}

type Asked = Mine & { filters: Filters };
type Condition = Expression<SqlBool>;

function atStatus(eb: Builder, { now, filters: { status } }: Asked): Condition[] {
  if (status === undefined) return [];
  if (status === 'issued') return [eb('s.status', '=', sql.lit('issued'))];
  const running = isRunning(eb, now);
  return [eb('s.status', '=', sql.lit('draft')), status === 'processing' ? running : eb.not(running)];
}

function namedBy(eb: Builder, { accountId, filters: { reference, parcel } }: Asked): Condition[] {
  const named = eb.selectFrom('statement_edition as named').select('named.statement_id');
  return [
    ...(reference === undefined ? [] : [eb('s.id', 'in', named.where('named.reference', '=', reference))]),
    // Found first, by its index: the planner would rather read the whole list.
    ...(parcel === undefined
      ? []
      : [
          sql<SqlBool>`s.id = any(array(
            select p.id from statement p where p.account_id = ${accountId} and (p.status = 'issued' or p.by_program)
              and coalesce(p.parcelles, array[p.code_parcelle]) @> array[${parcel}]::text[]))`,
        ]),
  ];
}

function within(eb: Builder, { filters: { commune, createdFrom, createdBefore, issuedBefore } }: Asked): Condition[] {
  return [
    ...(commune === undefined ? [] : [sql<SqlBool>`right(s.code_parcelle, 5) = ${commune}`]),
    ...(createdFrom === undefined ? [] : [eb('s.created_at', '>=', createdFrom)]),
    ...(createdBefore === undefined ? [] : [eb('s.created_at', '<', createdBefore)]),
    ...(issuedBefore === undefined
      ? []
      : [eb('s.status', '=', sql.lit('issued')), sql<SqlBool>`coalesce(s.renewed_at, s.issued_at) < ${issuedBefore}`]),
  ];
}

const labelled = (eb: Builder, { accountId, filters: { labels = [] } }: Asked): Condition[] =>
  labels.map((digest) =>
    eb.exists(
      eb
        .selectFrom('statement_label as l')
        .select(sql`1`.as('one'))
        .where('l.account_id', '=', accountId)
        .where('l.digest', '=', digest)
        .whereRef('l.statement_id', '=', 's.id'),
    ),
  );

export function findStatementRow(db: Db, { id, ...mine }: Mine & { id: number }): Promise<StatementRow | undefined> {
  return rowsOf(db, mine).where('s.id', '=', id).executeTakeFirst();
}

/** Why the last attempt at a draft failed. */
export async function updateFailure(db: Db, { id, failure }: { id: number; failure: Problem | null }): Promise<void> {
  await db
    .updateTable('statement')
    .set({ failure: failure && JSON.stringify(failure) })
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .execute();
}
