import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { Question } from '#domain/questions/question.ts';
import type { Db } from '#platform/db/db.ts';
import type { DB, StatementEdition } from '#platform/db/db-types.gen.ts';
import { sql, type ExpressionBuilder } from 'kysely';

type Owned = { accountId: number; id: number };

/** Hashed as soon as it exists. */
export type ShortFile = KeptFile & { sha256: string };

/**
 * One issued document: the original (edition 1), its renewal, or an edition that completes either; numbered in the order
 * of their prints.
 */
export type Edition = {
  accountId: number;
  statementId: number;
  edition: number;
  /** `ERP-2026-000123`, `ERP-2027-000123-R1`, `ERP-2026-000123-C1` */
  reference: string;
  /** Without the hidden characters typed before these were refused. */
  adresse: string;
  /** The address that this edition prints as the property's; null when it is only declared, and in older editions. */
  confirmedAddress: string | null;
  /** From the cadastre. */
  communeName: string | null;
  inseeCode: string;
  /** Codes of all the parcels; null for one. */
  parcelCodes: string[] | null;
  /** Communes after the first. */
  otherCommunes: { nom: string; code_insee: string }[];
  type: TransactionType;
  /** When the owner marked the sale or the lease as signed. */
  closedAt: Date | null;
  issuedAt: Date;
  /** Last day of validity in Paris, ISO. */
  expiresOn: string;
  specimen: boolean;
  fileKey: string;
  /** Hash of the PDF, hexadecimal. */
  sha256: string;
  /** The short version, once it was asked for. */
  short: ShortFile | null;
  /** File of the print's inputs; null for older documents. */
  inputs: KeptFile | null;
  /** File of the suppliers' answers; null for older documents. */
  answers: KeptFile | null;
  templateVersion: string;
  changes: string[];
  attestation: string | null;
  signature: Buffer | null;
  /** The newest edition of its renewal. */
  replacedBy: { reference: string; issuedAt: Date } | null;
  /** The document that this edition completes, with the same dates. */
  completes: { edition: number; reference: string } | null;
  completedAt: Date | null;
  /** The newest edition that completes the same document after this one. */
  completedBy: { reference: string; completedAt: Date } | null;
  /** What its answers are: of the statement up to that version. */
  answersVersion: number;
  /** What its form leaves open; null for older editions, which are not completed. */
  questions: Question[] | null;
  /** Reference of the edition that this one replaces, usually of another year. */
  replaces: string | null;
};

type Editions = { e: StatementEdition; o: StatementEdition };
/** The document that an edition is, or completes. */
const documentOf = (name: 'e' | 'o') => sql<number>`coalesce(${sql.ref(`${name}.completes`)}, ${sql.ref(`${name}.edition`)})`;

/** The newest of the statement's other editions. */
const others = (eb: ExpressionBuilder<DB & Pick<Editions, 'e'>, 'e'>) =>
  eb
    .selectFrom('statement_edition as o')
    .select(['o.reference', 'o.issued_at', 'o.completed_at'])
    .whereRef('o.statement_id', '=', 'e.statement_id')
    .orderBy('o.edition', 'desc')
    .limit(1);

const editions = (db: Db) =>
  db
    .selectFrom('statement_edition as e')
    .innerJoin('statement as s', 's.id', 'e.statement_id')
    .leftJoin('statement_edition as whole', (join) =>
      join.onRef('whole.statement_id', '=', 'e.statement_id').onRef('whole.edition', '=', 'e.completes'),
    )
    .leftJoinLateral(
      (eb) => others(eb).where(documentOf('o'), '<>', documentOf('e')).whereRef('o.edition', '>', 'e.edition').as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => others(eb).where('o.edition', '<', documentOf('e')).as('former'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => others(eb).where(documentOf('o'), '=', documentOf('e')).whereRef('o.edition', '>', 'e.edition').as('later'),
      (join) => join.onTrue(),
    )
    .leftJoin('edition_short_file as short', (join) =>
      join.onRef('short.statement_id', '=', 'e.statement_id').onRef('short.edition', '=', 'e.edition'),
    )
    .select(['short.file_key as short_key', 'short.file_sha256 as short_sha256'])
    .select(['s.commune_nom', 's.code_parcelle', 's.parcelles', 's.communes', 'e.confirmed_address'])
    .select(['s.account_id', 's.adresse', 's.type_de_transaction', 's.closed_at'])
    .select(['e.statement_id', 'e.edition', 'e.reference', 'e.issued_at', 'e.expires_on', 'e.specimen', 'e.file_key'])
    .select([
      'e.file_sha256',
      'e.inputs_key',
      'e.inputs_sha256',
      'e.answers_key',
      'e.answers_sha256',
      'e.template_version',
      'e.changes',
      'e.attestation',
      'e.signature',
    ])
    .select(['e.completes', 'e.completed_at', 'e.answers_version', 'e.questions', 'whole.reference as whole_reference'])
    .select(['next.reference as next_reference', 'next.issued_at as next_issued_at'])
    .select(['later.reference as later_reference', 'later.completed_at as later_completed_at'])
    .select(['former.reference as former_reference']);
type Row = Awaited<ReturnType<ReturnType<typeof editions>['executeTakeFirstOrThrow']>>;

function editionOf(row: Row): Edition {
  const communes = row.communes as { nom: string; code_insee: string }[] | null;
  return {
    accountId: row.account_id,
    statementId: row.statement_id,
    edition: row.edition,
    reference: row.reference,
    adresse: legible(row.adresse),
    confirmedAddress: row.confirmed_address,
    communeName: row.commune_nom,
    inseeCode: communes?.[0]?.code_insee ?? row.code_parcelle.slice(-5),
    parcelCodes: row.parcelles,
    otherCommunes: communes?.slice(1) ?? [],
    type: row.type_de_transaction as TransactionType,
    closedAt: row.closed_at,
    issuedAt: row.issued_at,
    expiresOn: row.expires_on,
    specimen: row.specimen,
    fileKey: row.file_key,
    sha256: row.file_sha256,
    short:
      row.short_key === null || row.short_sha256 === null ? null : { key: row.short_key, sha256: row.short_sha256 },
    inputs: keptFile(row.inputs_key, row.inputs_sha256),
    answers: keptFile(row.answers_key, row.answers_sha256),
    templateVersion: row.template_version,
    changes: row.changes,
    attestation: row.attestation,
    signature: row.signature,
    replacedBy:
      row.next_reference === null || row.next_issued_at === null
        ? null
        : { reference: row.next_reference, issuedAt: row.next_issued_at },
    completes:
      row.completes === null || row.whole_reference === null
        ? null
        : { edition: row.completes, reference: row.whole_reference },
    completedAt: row.completed_at,
    completedBy:
      row.later_reference === null || row.later_completed_at === null
        ? null
        : { reference: row.later_reference, completedAt: row.later_completed_at },
    answersVersion: row.answers_version ?? 0,
    questions: row.questions as Question[] | null,
    replaces: row.former_reference,
  };
}

const keptFile = (key: string | null, sha256: string | null): KeptFile | null =>
  key === null ? null : { key, sha256 };

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
