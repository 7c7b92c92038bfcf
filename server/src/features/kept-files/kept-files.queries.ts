import { sql } from 'kysely';
import type { KeptFile } from '#platform/files/file-store.ts';
import type { Db } from '#platform/db/db.ts';

/** A file that a row names: the row's table and id, and a description for an operator. */
export type NamedFile = KeptFile & { kind: FileKind; id: string; whose: string };

/** Tables whose rows name files, in reading order, with the start of each. */
const BEFORE_ALL = {
  statement_edition: '0',
  invoice: '00000000-0000-0000-0000-000000000000',
  handover_receipt: '00000000-0000-0000-0000-000000000000',
  account_logo: '0',
  statement_check: '0',
} as const;
type FileKind = keyof typeof BEFORE_ALL;
const KINDS = Object.keys(BEFORE_ALL) as FileKind[];

/** The last row read. */
export type Cursor = { kind: FileKind; after: string };
export const START: Cursor = { kind: 'statement_edition', after: BEFORE_ALL.statement_edition };

const editionFiles = sql`
  select 'statement_edition' as kind, e.statement_id::text as id, file.key, file.sha256, e.reference as whose
  from statement_edition e cross join lateral (
    values (e.file_key, e.file_sha256), (e.inputs_key, e.inputs_sha256), (e.answers_key, e.answers_sha256),
      ((select s.file_key from edition_short_file s where (s.statement_id, s.edition) = (e.statement_id, e.edition)),
       (select s.file_sha256 from edition_short_file s where (s.statement_id, s.edition) = (e.statement_id, e.edition)))
  ) file(key, sha256)`;
const invoiceFiles = sql`
  select 'invoice' as kind, id::text, file_key as key, file_sha256 as sha256, number as whose from invoice`;
const receiptFiles = sql`
  select 'handover_receipt' as kind, id::text, file_key as key, file_sha256 as sha256, 'remise ' || id as whose
  from handover_receipt`;
const logoFiles = sql`
  select 'account_logo' as kind, account_id::text as id, file_key as key, sha256, 'logo ' || account_id as whose
  from account_logo`;

const checkFiles = sql`
  select 'statement_check' as kind, id::text, file_key as key, file_sha256 as sha256, reference as whose
  from statement_check`;

/** The files of the next rows after a cursor, and the next cursor: null at the end. A page may have no file. */
export async function nextFiles(
  db: Db,
  { kind, after }: Cursor,
  limit: number,
): Promise<{ files: NamedFile[]; next: Cursor | null }> {
  const { rows } = await rowsAfter(kind, after, limit).execute(db);
  const last = rows.at(-1);
  const files = rows.filter(({ key }) => key !== null);
  if (last !== undefined) return { files, next: { kind, after: last.id } };
  const following = KINDS[KINDS.indexOf(kind) + 1];
  return { files, next: following === undefined ? null : { kind: following, after: BEFORE_ALL[following] } };
}

function rowsAfter(kind: FileKind, after: string, limit: number) {
  switch (kind) {
    case 'statement_edition':
      return sql<NamedFile>`${editionFiles} where e.statement_id in (
        select distinct statement_id from statement_edition where statement_id > ${after} order by 1 limit ${limit}
      ) order by e.statement_id`;
    case 'invoice':
      return sql<NamedFile>`${invoiceFiles} where id > ${after} order by invoice.id limit ${limit}`;
    case 'handover_receipt':
      return sql<NamedFile>`${receiptFiles} where id > ${after} order by handover_receipt.id limit ${limit}`;
    case 'statement_check':
      return sql<NamedFile>`${checkFiles} where id > ${after} order by statement_check.id limit ${limit}`;
    case 'account_logo':
      return sql<NamedFile>`${logoFiles} where account_id > ${after} order by account_id limit ${limit}`;
  }
}

/** Every file, page by page: only one page is in memory. */
export async function* keptFiles(db: Db, limit: number): AsyncGenerator<NamedFile[]> {
  for (let at: Cursor | null = START; at !== null;) {
    const page: Awaited<ReturnType<typeof nextFiles>> = await nextFiles(db, at, limit);
    yield page.files;
    at = page.next;
  }
}

/** The row that names a file. Scans whole tables: for the rare damaged file. */
export async function findNamedFile(db: Db, key: string): Promise<NamedFile | undefined> {
  const { rows } = await sql<NamedFile>`
    select * from (${editionFiles} union all ${invoiceFiles} union all ${receiptFiles} union all ${logoFiles}
      union all ${checkFiles}) named
    where key = ${key}`.execute(db);
  return rows[0];
}

export async function listUnrestored(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('damaged_file').select('key').where('restored_at', 'is', null).execute();
  return rows.map(({ key }) => key);
}

/** Where the verification of all files resumes; `ended` when its last pass has read them all. */
export async function readScrub(db: Db): Promise<{ at: Cursor; ended: boolean }> {
  const row = await db
    .selectFrom('scrub')
    .select(['kind', 'after', 'pass_ended_at'])
    .$castTo<Cursor & { pass_ended_at: Date | null }>()
    .executeTakeFirstOrThrow();
  return { at: { kind: row.kind, after: row.after }, ended: row.pass_ended_at !== null };
}

export async function saveScrub(
  db: Db,
  state: Cursor & { last_run_at: Date; pass_began_at?: Date; pass_ended_at?: Date | null },
): Promise<void> {
  await db.updateTable('scrub').set(state).execute();
}
