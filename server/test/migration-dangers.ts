/**
 * What a migration must not do while the former version of the program runs beside it, or on a table with a million
 * rows: expand first, contract one release later (CONTRIBUTING.md).
 */
type Danger = { why: string; in: RegExp };

const DANGERS: Danger[] = [
  { why: 'the former version still reads it', in: /\bdrop (table|view|column|schema|type|function)\b/ },
  { why: 'the former version knows the former name', in: /\brename\b/ },
  {
    why: 'the former version reads another type, and the table is rewritten under a lock',
    in: /\balter column \S+ (set data )?type\b/,
  },
  { why: 'the former version writes nothing there', in: /\balter column \S+ set not null\b/ },
  { why: 'the former version writes nothing there', in: /\badd column\b(?!.*\bdefault\b).*\bnot null\b/ },
  {
    why: 'the table is rewritten under a lock',
    in: /\badd column\b.*\b(default (gen_random_uuid|clock_timestamp|random|nextval)|generated)\b/,
  },
  {
    why: 'every row is read under a lock: `not valid`, and `validate constraint` in the next file',
    in: /\badd (constraint \S+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
  },
  {
    why: 'an index is built under a lock: `create unique index concurrently` first',
    in: /\badd (constraint \S+ )?(unique|primary key)\b(?! using index)/,
  },
  {
    why: 'writers wait until it is built: `concurrently`, in a file « outside a transaction »',
    in: /\bcreate (unique )?index (?!concurrently)/,
  },
  {
    why: 'readers wait: `concurrently`, in a file « outside a transaction »',
    in: /\b(drop index|reindex \S+) (?!concurrently)/,
  },
  { why: 'everybody waits', in: /^(truncate|lock|cluster|vacuum full)\b/ },
  { why: 'a million rows in one transaction: a job does it in batches', in: /^(update|delete from)\b/ },
];

/** Names the danger of each statement, unless it only touches what the same file has created. */
export function dangersOf(text: string): string[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$\$.*?\$\$/gs, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim());
  const made = new Set(statements.flatMap((one) => /^create table (?:if not exists )?(\S+)/.exec(one)?.[1] ?? []));
  return statements
    .filter((one) => !made.has(tableOf(one)))
    .flatMap((one) => DANGERS.filter((danger) => danger.in.test(one)).map(({ why }) => `${one.slice(0, 70)} → ${why}`));
}

const tableOf = (statement: string): string =>
  /^(?:alter table (?:only |if exists )*|update |delete from |truncate (?:table )?|create (?:unique )?index .*? on (?:only )?)([\w.]+)/.exec(
    statement,
  )?.[1] ?? '';
