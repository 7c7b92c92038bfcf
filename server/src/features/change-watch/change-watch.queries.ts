import { sql, type RawBuilder } from 'kysely';
import type { DatasetName } from '#domain/datasets/datasets.ts';
import type { DegreeBox, Touched } from '#domain/datasets/touched.ts';
import type { Db } from '#platform/db/db.ts';

/** Codes or boxes of a query. */
const AT_ONCE = 1_000;

type At = Touched & { today: string };

/** Statements in validity where two releases may differ, whose sale or lease is not signed; ascending. */
export async function listTouched(db: Db, { isEverywhere, codePrefixes, boxes, today }: At): Promise<number[]> {
  const queries = isEverywhere
    ? [everywhere]
    : [...inParts(codePrefixes).map(underCode), ...inParts(boxes).map((some) => inBox(some))];
  const found = new Set<number>();
  for (const query of queries) for (const id of await idsOf(db, query, today)) found.add(id);
  return [...found].sort((one, other) => one - other);
}

const inParts = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, part) => all.slice(part * AT_ONCE, (part + 1) * AT_ONCE));

type Placed = RawBuilder<{ id: number }>;

/** The places first, by their indexes; the planner cannot estimate how many statements they have. */
async function idsOf(db: Db, placed: Placed, today: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with placed as materialized (${placed})
    select id from placed where exists (
      select from statement_edition edition where edition.statement_id = placed.id and edition.expires_on >= ${today}
    )`.execute(db);
  return rows.map(({ id }) => id);
}

const OPEN = sql`statement.status = 'issued' and statement.closed_at is null`;

const everywhere: Placed = sql`select statement.id from statement where ${OPEN}`;

/**
 * `~` follows every character of a code. `offset 0`: one search of the index for each code. The few statements in several
 * communes have an index of their own.
 */
const underCode = (prefixes: readonly string[]): Placed => sql`
  select statement.id from statement cross join lateral jsonb_array_elements(statement.communes) other
  join unnest(${prefixes}::text[]) given (prefix) on starts_with(other ->> 'code_insee', given.prefix)
  where ${OPEN} and statement.communes is not null
  union
  select distinct one.id from unnest(${prefixes}::text[]) given (prefix) cross join lateral (
    select statement.id from statement
    where ${OPEN} and right(statement.code_parcelle, 5) collate "C" >= given.prefix
      and right(statement.code_parcelle, 5) collate "C" < given.prefix || '~'
    offset 0
  ) one`;

function inBox(boxes: readonly DegreeBox[]): Placed {
  const [west, south, east, north] = ([0, 1, 2, 3] as const).map((side) => boxes.map((box) => box[side]));
  return sql`
    select distinct one.id
    from unnest(${west}::float8[], ${south}::float8[], ${east}::float8[], ${north}::float8[]) given (w, s, e, n)
    cross join lateral (
      select statement.id from statement
      where ${OPEN} and point(statement.longitude, statement.latitude) <@ box(point(given.e, given.n), point(given.w, given.s))
      offset 0
    ) one`;
}

export type TouchedEdition = { statementId: number; edition: number; reference: string; issuedAt: Date };

/** Current editions of those statements that are still there and still to compare. */
export function listEditions(db: Db, statements: readonly number[], today: string): Promise<TouchedEdition[]> {
  return db
    .selectFrom('statement')
    .innerJoin('statement_edition as edition', 'edition.statement_id', 'statement.id')
    .select([
      'edition.statement_id as statementId',
      'edition.edition',
      'edition.reference',
      'edition.issued_at as issuedAt',
    ])
    .where('statement.id', 'in', statements)
    .where('statement.closed_at', 'is', null)
    .where('edition.expires_on', '>=', today)
    .distinctOn('edition.statement_id')
    .orderBy('edition.statement_id')
    .orderBy('edition.edition', 'desc')
    .execute();
}

/** `next`: the comparison under way. */
export type Watch = {
  release: string;
  activatedAt: Date;
  next: { release: string; activatedAt: Date; afterStatement: number } | null;
};

export async function findWatch(db: Db, dataset: DatasetName): Promise<Watch | undefined> {
  const row = await db
    .selectFrom('dataset_watch')
    .select(['release', 'activated_at', 'next_release', 'next_activated_at', 'after_statement'])
    .where('dataset', '=', dataset)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { release, activated_at: activatedAt, next_release, next_activated_at, after_statement: afterStatement } = row;
  const isUnderWay = next_release !== null && next_activated_at !== null;
  const next = isUnderWay ? { release: next_release, activatedAt: next_activated_at, afterStatement } : null;
  return { release, activatedAt, next };
}

export async function saveWatch(db: Db, dataset: DatasetName, { release, activatedAt, next }: Watch): Promise<void> {
  const values = {
    release,
    activated_at: activatedAt,
    next_release: next?.release ?? null,
    next_activated_at: next?.activatedAt ?? null,
    after_statement: next?.afterStatement ?? 0,
  };
  await db
    .insertInto('dataset_watch')
    .values({ dataset, ...values })
    .onConflict((conflict) => conflict.column('dataset').doUpdateSet(values))
    .execute();
}

export type NewChange = {
  statement_id: number;
  edition: number;
  dataset: DatasetName;
  activated_at: Date;
  former_release: string;
  release: string;
  sentences: string[];
  document_agrees: boolean | null;
  found_at: Date;
};

/** Keeps what a former run of the same comparison wrote. */
export async function insertChanges(db: Db, changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db
    .insertInto('statement_change')
    .values(changes)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteChanges(db: Db, foundBefore: Date): Promise<void> {
  await db.deleteFrom('statement_change').where('found_at', '<', foundBefore).execute();
}
