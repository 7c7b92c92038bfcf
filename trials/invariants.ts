import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { brokenRules } from '../server/src/features/credits/credits.books.ts';
import type { Db } from '../server/src/platform/db.ts';
import { differences } from '../server/test/books/kills.ts';
import { brokenPromises } from './invariants.promises.ts';
import { mailsOf } from './invariants.mails.ts';
import type { Promised } from './person.ts';

/** Where everything is that must agree; `storeDir` is the folder of the S3 server. */
export type Books = { pool: Pool; db: Db; storeDir: string; stripeUrl: string; mailboxUrl: string };
export type Broken = { rule: string; what: string[] };
/** What is allowed, and worth knowing: files that no row names, mails delivered again under the same Message-ID. */
export type Leftovers = { orphans: number; orphanBytes: number; mailsTwice: number; mailsRefused: number };

/** What does not hold; nothing when all is well. To be asked when nothing is under way any more (`backlog`). */
export async function brokenInvariants(
  books: Books,
  everybody: { email: string; promised: readonly Promised[] }[],
): Promise<Broken[]> {
  const rules = await brokenRules({ db: books.db, clock: () => new Date() });
  const stored = storedFiles(books.storeDir);
  const rest: Broken[] = [
    { rule: 'the books are those of the payment provider', what: await differences(books.pool, books.stripeUrl) },
    {
      rule: 'each edition, invoice and receipt has its files, with the bytes recorded',
      what: await badFiles(books, stored),
    },
    { rule: 'each file has a name, or waits to be swept', what: await forgottenFiles(books) },
    { rule: 'each mail left once', what: (await mailsOf(books)).broken },
    { rule: 'what users were told is so', what: await brokenPromises(books.pool, everybody) },
    { rule: 'no job is given up', what: await givenUp(books.pool) },
  ];
  return [...rules, ...rest.filter(({ what }) => what.length > 0)];
}

/** What is still under way, in words: jobs to do, mails to send, invoices to print. */
export async function backlog(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select name || ' ' || state || ' × ' || count(*) as what from pgboss.job
      where state in ('created', 'retry', 'active')
        and name in ('mail.send', 'payments.settle', 'payments.pay-back', 'invoices.print', 'handovers.receipt', 'files.remove')
      group by name, state
    union all
    select 'mails to send × ' || count(*) from outgoing_mail where sent_at is null and dropped_at is null having count(*) > 0
    union all
    select 'invoices to print × ' || count(*) from invoice where file_key is null having count(*) > 0`);
  return rows.map(({ what }) => what);
}

export async function leftovers(books: Books): Promise<Leftovers> {
  const orphans = await orphansOf(books);
  const { twice, refused } = await mailsOf(books);
  const orphanBytes = orphans.values().reduce((sum, path) => sum + readFileSync(path).length, 0);
  return { orphans: orphans.size, orphanBytes, mailsTwice: twice, mailsRefused: refused };
}

/** Key and path of each object; the bucket's folder is the first part of the path. */
function storedFiles(storeDir: string): Map<string, string> {
  const suffix = '._S3rver_object';
  const paths = globSync(`*/**/*${suffix}`, { cwd: storeDir });
  return new Map(
    paths.map((path) => [path.slice(path.indexOf('/') + 1, -suffix.length), join(storeDir, path)] as const),
  );
}

type NamedFile = { key: string; sha256: string | null };

async function namedFiles(pool: Pool): Promise<NamedFile[]> {
  const { rows } = await pool.query<NamedFile>(`
    select file_key as key, file_sha256 as sha256 from statement_edition
    union all select inputs_key, null from statement_edition where inputs_key is not null
    union all select answers_key, null from statement_edition where answers_key is not null
    union all select file_key, file_sha256 from invoice where file_key is not null
    union all select file_key, file_sha256 from handover_receipt where file_key is not null
    union all select file_key, sha256 from account_logo`);
  return rows;
}

/** Files that nothing names; that an account was erased is remembered by a file alone. */
async function orphansOf({ pool, storeDir }: Books): Promise<Map<string, string>> {
  const named = new Set((await namedFiles(pool)).map(({ key }) => key));
  const stored = [...storedFiles(storeDir)];
  return new Map(stored.filter(([key]) => !named.has(key) && !key.startsWith('erasures/')));
}

/** The sweep knows nothing of them: they would stay for ever. */
async function forgottenFiles(books: Books): Promise<string[]> {
  const { rows } = await books.pool.query<{ key: string }>('select key from unnamed_file');
  const announced = new Set(rows.map(({ key }) => key));
  return [...(await orphansOf(books)).keys()].filter((key) => !announced.has(key));
}

async function badFiles({ pool }: Books, stored: Map<string, string>): Promise<string[]> {
  return (await namedFiles(pool)).flatMap(({ key, sha256 }) => {
    const path = stored.get(key);
    if (path === undefined) return [`${key} is not there`];
    const isWrong = sha256 !== null && createHash('sha256').update(readFileSync(path)).digest('hex') !== sha256;
    return isWrong ? [`${key} has other bytes`] : [];
  });
}

async function givenUp(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select name || ' ' || data::text as what from pgboss.job where name = 'dead-letters'
    union all
    select name || ' active for longer than it may: ' || data::text from pgboss.job
      where state = 'active' and started_on + make_interval(secs => expire_seconds) < now() - interval '1 minute'`);
  return rows.map(({ what }) => what);
}
