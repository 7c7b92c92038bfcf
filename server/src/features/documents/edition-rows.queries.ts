import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Question } from '#domain/questions/question.ts';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Db } from '#platform/db/db.ts';
import type { DB, StatementEdition } from '#platform/db/db-types.gen.ts';

/** Hashed as soon as it exists. */
export type ShortFile = KeptFile & { sha256: string };

/**
 * One issued document: the original (edition 1), its renewal, one that updates either with new facts, or an edition that
 * completes one of them; numbered in the order of their prints.
 */
export type Edition = {
  accountId: number;
  statementId: number;
  edition: number;
  /** `ERP-2026-000123`, `ERP-2027-000123-R1`, `ERP-2026-000123-A1`, `ERP-2026-000123-C1` */
  reference: string;
  /** The address without the hidden characters typed before these were refused. */
  adresse: string;
  /** The address that this edition prints as the property's; null when it is only declared, and in older editions. */
  confirmedAddress: string | null;
  /** The commune's name in the cadastre. */
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
  /** The newest edition of the document that renews or updates it. */
  replacedBy: { reference: string; issuedAt: Date } | null;
  /** The document that this edition completes, with the same dates. */
  completes: { edition: number; reference: string } | null;
  completedAt: Date | null;
  /** The newest edition that completes the same document after this one. */
  completedBy: { reference: string; completedAt: Date } | null;
  /** The original or the renewal that it updates, or that its document updates; its hand-overs follow. */
  updates: number | null;
  /** What its answers are: of the statement up to that version. */
  answersVersion: number;
  /** What its form leaves open; null for older editions, which are not completed. */
  questions: Question[] | null;
  /** Reference of the edition that this one replaces, usually of another year. */
  replaces: string | null;
};

type Editions = { e: StatementEdition; o: StatementEdition };
/** The document that an edition is, or completes: the original, its renewal, or one that updates either. */
export const documentOf = (name: 'e' | 'o') =>
  sql<number>`coalesce(${sql.ref(`${name}.completes`)}, ${sql.ref(`${name}.edition`)})`;

/** The newest of the statement's other editions. */
const others = (eb: ExpressionBuilder<DB & Pick<Editions, 'e'>, 'e'>) =>
  eb
    .selectFrom('statement_edition as o')
    .select(['o.reference', 'o.issued_at', 'o.completed_at'])
    .whereRef('o.statement_id', '=', 'e.statement_id')
    .orderBy('o.edition', 'desc')
    .limit(1);

/** With the document that each completes, the newest edition of what replaces it, the former one, and a later print. */
const joined = (db: Db) =>
  db
    .selectFrom('statement_edition as e')
    .innerJoin('statement as s', 's.id', 'e.statement_id')
    .leftJoin('statement_edition as whole', (join) =>
      join.onRef('whole.statement_id', '=', 'e.statement_id').onRef('whole.edition', '=', 'e.completes'),
    )
    .leftJoinLateral(
      (eb) =>
        others(eb).where(documentOf('o'), '<>', documentOf('e')).whereRef('o.edition', '>', 'e.edition').as('next'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => others(eb).where('o.edition', '<', documentOf('e')).as('former'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        others(eb).where(documentOf('o'), '=', documentOf('e')).whereRef('o.edition', '>', 'e.edition').as('later'),
      (join) => join.onTrue(),
    )
    .leftJoin('edition_short_file as short', (join) =>
      join.onRef('short.statement_id', '=', 'e.statement_id').onRef('short.edition', '=', 'e.edition'),
    );

export const editions = (db: Db) =>
  joined(db)
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
    .select(sql<number | null>`coalesce(e.updates, whole.updates)`.as('updates'))
    .select(['e.completes', 'e.completed_at', 'e.answers_version', 'e.questions', 'whole.reference as whole_reference'])
    .select(['next.reference as next_reference', 'next.issued_at as next_issued_at'])
    .select(['later.reference as later_reference', 'later.completed_at as later_completed_at'])
    .select(['former.reference as former_reference']);
type Row = Awaited<ReturnType<ReturnType<typeof editions>['executeTakeFirstOrThrow']>>;

export function editionOf(row: Row): Edition {
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
    short: shortOf(row),
    inputs: keptFile(row.inputs_key, row.inputs_sha256),
    answers: keptFile(row.answers_key, row.answers_sha256),
    templateVersion: row.template_version,
    changes: row.changes,
    attestation: row.attestation,
    signature: row.signature,
    ...neighboursOf(row),
    updates: row.updates,
    answersVersion: row.answers_version ?? 0,
    questions: row.questions as Question[] | null,
    replaces: row.former_reference,
  };
}

const keptFile = (key: string | null, sha256: string | null): KeptFile | null =>
  key === null ? null : { key, sha256 };

const shortOf = ({ short_key: key, short_sha256: sha256 }: Row): ShortFile | null =>
  key === null || sha256 === null ? null : { key, sha256 };

type Neighbours = Pick<Edition, 'replacedBy' | 'completes' | 'completedAt' | 'completedBy'>;

function neighboursOf(row: Row): Neighbours {
  const { next_reference: next, next_issued_at: issuedAt } = row;
  const { later_reference: later, later_completed_at: completedAt } = row;
  const { completes, whole_reference: whole } = row;
  return {
    replacedBy: next === null || issuedAt === null ? null : { reference: next, issuedAt },
    completes: completes === null || whole === null ? null : { edition: completes, reference: whole },
    completedAt: row.completed_at,
    completedBy: later === null || completedAt === null ? null : { reference: later, completedAt },
  };
}
