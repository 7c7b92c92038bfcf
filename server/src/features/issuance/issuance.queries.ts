import type { Declarations, TransactionType } from '@clairisque/contract/statements.ts';
import { sql, type Selectable } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Statement } from '#platform/db/db-types.gen.ts';

export type StatementRow = Omit<Selectable<Statement>, 'type_de_transaction' | 'declarations'> & {
  type_de_transaction: TransactionType;
  declarations: Declarations | null;
};
/** « Mine » is the base of every select: another user's statement is not found. */
type Owned = { accountId: number; id: number };

export type DraftValues = Pick<
  StatementRow,
  | 'adresse'
  | 'cadastre'
  | 'code_parcelle'
  | 'latitude'
  | 'longitude'
  | 'type_de_transaction'
  | 'vendeur_nom'
  | 'acheteur_nom'
>;

export function insertDraft(db: Db, accountId: number, draft: DraftValues): Promise<{ id: number }> {
  return db
    .insertInto('statement')
    .values({ account_id: accountId, ...draft })
    .returning('id')
    .executeTakeFirstOrThrow();
}

export function findStatement(db: Db, owned: Owned): Promise<StatementRow | undefined> {
  return db
    .selectFrom('statement')
    .selectAll()
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .$castTo<StatementRow>()
    .executeTakeFirst();
}

export type LockedStatement = Pick<StatementRow, 'issued_at' | 'renewed_at' | 'declarations'>;

/** Locks the statement, so that concurrent issues are serialised. `issued_at` is null for a draft. */
export function lockStatement(db: Db, owned: Owned): Promise<LockedStatement | undefined> {
  return db
    .selectFrom('statement')
    .select(['issued_at', 'renewed_at', 'declarations'])
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

/** Number of other drafts of the account being generated. */
export async function countGenerating(db: Db, { accountId, id, now }: Owned & { now: Date }): Promise<number> {
  const { count } = await db
    .selectFrom('statement')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .where('status', '=', 'draft')
    .where('generating_until', '>', now)
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

export async function markIssued(db: Db, owned: Owned, issue: { issuedAt: Date; communeName: string }): Promise<void> {
  await db
    .updateTable('statement')
    .set({ status: 'issued', issued_at: issue.issuedAt, commune_nom: issue.communeName })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .where('status', '=', 'draft')
    .execute();
}

/** Sets the renewal's date; its edition is inserted in the same transaction. */
export async function markRenewed(
  db: Db,
  owned: Owned,
  renewal: { renewedAt: Date; communeName: string },
): Promise<void> {
  await db
    .updateTable('statement')
    .set({ renewed_at: renewal.renewedAt, commune_nom: renewal.communeName })
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .execute();
}

/** True when the caller has that issued statement. */
export async function markClosed(db: Db, owned: Owned, closedAt: Date | null): Promise<boolean> {
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
  StatementRow,
  'id' | 'adresse' | 'type_de_transaction' | 'acheteur_nom' | 'cadastre' | 'vendeur_nom'
> & {
  issued_at: Date;
  replaced: boolean;
  reference: string;
  expires_on: string;
  file_key: string;
  file_sha256: string;
};

/** Every document in an account's export, oldest statement first. */
export function listExportable(db: Db, accountId: number): Promise<ExportableRow[]> {
  return db
    .selectFrom('statement as s')
    .innerJoin('statement_edition as e', 'e.statement_id', 's.id')
    .select(['s.id', 's.adresse', 's.type_de_transaction', 's.acheteur_nom', 's.cadastre', 's.vendeur_nom'])
    .select(['e.issued_at', 'e.reference', 'e.expires_on', 'e.file_key', 'e.file_sha256'])
    .select(sql<boolean>`e.edition = 1 and s.renewed_at is not null`.as('replaced'))
    .where('s.account_id', '=', accountId)
    .orderBy('s.id')
    .orderBy('e.edition')
    .$castTo<ExportableRow>()
    .execute();
}

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
    update generation_step set state = told.state
    from unnest(${steps.map((step) => step.position)}::int[], ${steps.map((step) => step.state)}::text[]) as told (position, state)
    where statement_id = ${statementId} and generation_step.position = told.position`.execute(db);
}

/** Of generations begun before that instant; at most so many. */
export async function deleteSteps(db: Db, { before, most }: { before: Date; most: number }): Promise<void> {
  await sql`
    delete from generation_step where ctid in (
      select ctid from generation_step where told_at < ${before} limit ${most})
      -- begun again meanwhile
      and told_at < ${before}`.execute(db);
}

export function listSteps(db: Db, owned: Owned): Promise<Step[]> {
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
