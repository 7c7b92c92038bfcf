import { hash } from 'node:crypto';
import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Statement } from '#platform/db/db-types.gen.ts';

export type StatementRow = Omit<Selectable<Statement>, 'type_de_transaction' | 'declarations'> & {
  type_de_transaction: TransactionType;
  declarations: Declarations | null;
};
/** `communes`: of a property in several parcels, the address's first; null for one parcel. */
export type IssuedPlace = { communeName: string; communes: { nom: string; code_insee: string }[] | null };
/** « Mine » is the base of every select: another user's statement is not found. */
type Owned = { accountId: number; id: number };

export type DraftValues = Pick<
  StatementRow,
  | 'adresse'
  | 'cadastre'
  | 'code_parcelle'
  | 'parcelles'
  | 'latitude'
  | 'longitude'
  | 'type_de_transaction'
  | 'vendeur_nom'
  | 'acheteur_nom'
> &
  Given;

/** What only a program gives; `metadata` as JSON. `by_program`: its owner lists it also when it is not issued. */
export type Given = { metadata?: string; without_logo?: boolean; by_program?: boolean };

/** Inserts a draft with its labels, in the transaction of the caller. */
export async function insertDraft(db: Db, accountId: number, draft: DraftValues): Promise<{ id: number }> {
  const { id } = await db
    .insertInto('statement')
    .values({ account_id: accountId, ...draft })
    .returning('id')
    .executeTakeFirstOrThrow();
  const labels = Object.entries(JSON.parse(draft.metadata ?? '{}') as Record<string, string>);
  const rows = labels.map((label) => ({ account_id: accountId, digest: digestOfLabel(label), statement_id: id }));
  if (rows.length > 0) await db.insertInto('statement_label').values(rows).execute();
  return { id };
}

/** Statements are listed by this digest; a key has no `=`. */
export const digestOfLabel = ([key, value]: readonly [string, string]): Buffer =>
  hash('sha256', `${key}=${value}`, 'buffer');

export function findStatement(db: Db, owned: Owned): Promise<StatementRow | undefined> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .$castTo<StatementRow>()
    .executeTakeFirst();
}

export type LockedStatement = Pick<
  StatementRow,
  'issued_at' | 'renewed_at' | 'closed_at' | 'declarations' | 'metadata' | 'answers_version'
>;

/** Locks the statement, so that concurrent issues are serialised. `issued_at` is null for a draft. */
export function lockStatement(db: Db, owned: Owned): Promise<LockedStatement | undefined> {
  return db
    .selectFrom('statement')
    .select(['issued_at', 'renewed_at', 'closed_at', 'declarations', 'metadata', 'answers_version'])
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .forUpdate()
    .$castTo<LockedStatement>()
    .executeTakeFirst();
}

/**
 * Marks the draft as being generated: its declarations do not change until the end, or until that deadline. Undefined
 * when there is no such draft.
 */
export function beginGeneration(
  db: Db,
  { accountId, id, now, ms }: Owned & { now: Date; ms: number },
): Promise<StatementRow | undefined> {
  return db
    .updateTable('statement')
    .set({ generating_until: new Date(now.getTime() + ms) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'draft')
    .returningAll()
    .$castTo<StatementRow>()
    .executeTakeFirst();
}

/** Number of other drafts of the account being generated; without those of batches, whose credits are reserved. */
export async function countGenerating(db: Db, { accountId, id, now }: Owned & { now: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('statement as s')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('s.account_id', '=', accountId)
    .where('s.id', '<>', id)
    .where('s.status', '=', 'draft')
    .where('s.generating_until', '>', now)
    .where(sql<boolean>`not exists (select from batch_row r where r.statement_id = s.id)`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function endGeneration(db: Db, owned: Owned): Promise<void> {
  await db
    .updateTable('statement')
    .set({ generating_until: null })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

/** True when a draft of the caller was updated; not one that is being generated. */
export async function updateDeclarations(
  db: Db,
  owned: Owned & { now: Date },
  declarations: Declarations,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('statement')
    .set({ declarations: JSON.stringify(declarations) })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .where('status', '=', 'draft')
    .where((eb) => eb('generating_until', 'is', null).or('generating_until', '<', owned.now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markIssued(db: Db, owned: Owned, issue: { issuedAt: Date } & IssuedPlace): Promise<void> {
  await db
    .updateTable('statement')
    .set({ status: 'issued', issued_at: issue.issuedAt, ...placeColumns(issue) })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .where('status', '=', 'draft')
    .execute();
}

/** Sets the renewal's date; its edition is inserted in the same transaction. */
export async function markRenewed(db: Db, owned: Owned, renewal: { renewedAt: Date } & IssuedPlace): Promise<void> {
  await db
    .updateTable('statement')
    .set({ renewed_at: renewal.renewedAt, ...placeColumns(renewal) })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

const placeColumns = ({ communeName, communes }: IssuedPlace) => ({
  commune_nom: communeName,
  communes: communes && JSON.stringify(communes),
});

/** The communes as the cadastre names them now. */
export async function markPlace(db: Db, owned: Owned, place: IssuedPlace): Promise<void> {
  await db
    .updateTable('statement')
    .set(placeColumns(place))
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

/** Reminders of an expiry that does not change are not sent again for the edition that keeps it. */
export async function copyNotices(
  db: Db,
  { statementId, from, to }: { statementId: number; from: number; to: number },
): Promise<void> {
  await sql`
    insert into expiry_notice (statement_id, edition, days_before, sent_at)
    select statement_id, ${to}, days_before, sent_at from expiry_notice
    where statement_id = ${statementId} and edition = (
      select coalesce(completes, edition) from statement_edition where statement_id = ${statementId} and edition = ${from}
    )
    on conflict do nothing`.execute(db);
}
