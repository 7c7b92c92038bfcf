import { sql } from 'kysely';
import type { Question } from '#domain/questions/question.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { Db } from '#platform/db/db.ts';
import { documentOf, editionOf, editions, type Edition } from './edition-rows.queries.ts';

export type { Edition, ShortFile } from './edition-rows.queries.ts';

type Owned = { accountId: number; id: number };

/** Whether the caller has that statement, issued or not. */
export async function findOwnStatement(db: Db, owned: Owned): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('statement')
    .select('id')
    .where('account_id', '=', owned.accountId)
    .where('id', '=', owned.id)
    .executeTakeFirst();
}

/** The caller's, newest first; none while the statement is a draft. */
export async function listEditionsOf(db: Db, owned: Owned): Promise<Edition[]> {
  const rows = await editions(db)
    .where('s.account_id', '=', owned.accountId)
    .where('e.statement_id', '=', owned.id)
    .orderBy('e.edition', 'desc')
    .execute();
  return rows.map(editionOf);
}

/** For any owner: for callers who only have a reference. */
export async function findByReference(db: Db, reference: string): Promise<Edition | undefined> {
  const row = await editions(db).where('e.reference', '=', reference).executeTakeFirst();
  return row && editionOf(row);
}

/** For any owner: the newest edition of the document of that one. */
export async function findNewestOf(
  db: Db,
  { statementId, edition }: { statementId: number; edition: number },
): Promise<Edition | undefined> {
  const row = await editions(db)
    .where('e.statement_id', '=', statementId)
    .where(documentOf('e'), '=', (eb) =>
      eb
        .selectFrom('statement_edition as asked')
        .select(sql<number>`coalesce(asked.completes, asked.edition)`.as('document'))
        .where('asked.statement_id', '=', statementId)
        .where('asked.edition', '=', edition),
    )
    .orderBy('e.edition', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && editionOf(row);
}

/** For any owner: for visitors with a link. */
export async function findByNumber(
  db: Db,
  { statementId, edition }: { statementId: number; edition: number },
): Promise<Edition | undefined> {
  const row = await editions(db)
    .where('e.statement_id', '=', statementId)
    .where('e.edition', '=', edition)
    .executeTakeFirst();
  return row && editionOf(row);
}

/** Stored facts name the coastline retreat `shoreline`. */
type StoredFacts = Omit<Facts, 'coastlineRetreat'> & { shoreline: Facts['coastlineRetreat'] };

/** Facts that a renewal is compared with; undefined once the account is erased. */
export async function factsOf(db: Db, edition: Pick<Edition, 'statementId' | 'edition'>): Promise<Facts | undefined> {
  const row = await db
    .selectFrom('statement_edition')
    .select('facts')
    .where('statement_id', '=', edition.statementId)
    .where('edition', '=', edition.edition)
    .$castTo<{ facts: StoredFacts }>()
    .executeTakeFirst();
  if (!row) return undefined;
  const { shoreline, ...facts } = row.facts;
  return { ...facts, coastlineRetreat: shoreline };
}

type LaterFacts = 'noisePlans' | 'planPerimeters';

/** Facts of editions made before some facts were kept: assessed as if these named nothing. */
export function withLaterFacts(kept: Omit<Facts, LaterFacts> & Partial<Facts>): Facts {
  const { provenance } = kept.noise;
  const nothing = { state: 'obtained' as const, value: [], provenance };
  return { ...kept, noisePlans: kept.noisePlans ?? nothing, planPerimeters: kept.planPerimeters ?? nothing };
}

export type NewEdition = {
  statement_id: number;
  edition: number;
  reference: string;
  issued_at: Date;
  expires_on: string;
  specimen: boolean;
  file_key: string;
  file_sha256: string;
  inputs_key: string;
  inputs_sha256: string;
  answers_key: string;
  answers_sha256: string;
  /** Null when the document prints it as declared. */
  confirmed_address: string | null;
  template_version: string;
  changes: string[];
  attestation: string;
  signature: Buffer;
  facts: Facts;
  completes: number | null;
  completed_at: Date | null;
  answers_version: number;
  questions: Question[];
};

/** False when that edition has one already, or was erased in the meantime. */
export async function insertShortFile(
  db: Db,
  { statementId, edition, key, sha256 }: Pick<Edition, 'statementId' | 'edition'> & { key: string; sha256: string },
): Promise<boolean> {
  const inserted = await db
    .insertInto('edition_short_file')
    .columns(['statement_id', 'edition', 'file_key', 'file_sha256'])
    .expression((eb) =>
      eb
        .selectFrom('statement_edition')
        .where('statement_id', '=', statementId)
        .where('edition', '=', edition)
        .select((row) => ['statement_id', 'edition', row.val(key).as('file_key'), row.val(sha256).as('file_sha256')]),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('statement_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertEdition(db: Db, { facts, questions, ...edition }: NewEdition): Promise<void> {
  const { coastlineRetreat, ...others } = facts;
  const stored: StoredFacts = { ...others, shoreline: coastlineRetreat };
  await db
    .insertInto('statement_edition')
    .values({ ...edition, facts: JSON.stringify(stored), questions: JSON.stringify(questions) })
    .execute();
}
