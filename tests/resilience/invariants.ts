import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { ledgerViolations } from '../../server/src/features/credits/ledger-invariants.service.ts';
import { badFiles, namedFiles, storedInBucket } from '../../server/test/ledger/files.ts';
import { differences } from '../../server/test/ledger/stripe.ts';
import type { Stores, Broken, Leftovers } from './invariants.types.ts';
import { falseConfirmations } from './invariants.confirmations.ts';
import { mailsOf } from './invariants.mails.ts';
import type { Confirmed } from './person.ts';

/** Violated invariants; empty when all hold. Call it when nothing is running any more (`backlog`). */
export async function brokenInvariants(
  stores: Stores,
  everybody: { email: string; confirmed: readonly Confirmed[] }[],
): Promise<Broken[]> {
  const rules = await ledgerViolations({ db: stores.db, clock: () => new Date() });
  const rest: Broken[] = [
    { rule: 'the ledger is that of the payment provider', what: await differences(stores.pool, stores.simulatorsUrl) },
    {
      rule: 'each edition, invoice and receipt has its files, with the bytes recorded',
      what: await badFiles(stores.pool, storedInBucket(stores.storeDir)),
    },
    { rule: 'each file has a name, or waits to be swept', what: await forgottenFiles(stores) },
    { rule: 'each mail left once', what: (await mailsOf(stores)).broken },
    { rule: 'each confirmation is true', what: await falseConfirmations(stores.pool, everybody) },
    { rule: 'no job is given up', what: await givenUp(stores.pool) },
  ];
  return [...rules, ...rest.filter(({ what }) => what.length > 0)];
}

/** Pending work, in words: jobs to run, mails to send, invoices to print. */
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

export async function leftovers(stores: Stores): Promise<Leftovers> {
  const orphans = await orphansOf(stores);
  const { twice, refused } = await mailsOf(stores);
  const orphanBytes = orphans.values().reduce((sum, path) => sum + readFileSync(path).length, 0);
  return { orphans: orphans.size, orphanBytes, mailsTwice: twice, mailsRefused: refused };
}

/** No row names these: the erasure of an account is recorded by a file only, and files of pages are no documents. */
const ROWLESS = /^(?:erasures|assets)\//;

/** Files that a row should name, and none does. */
async function orphansOf({ pool, storeDir }: Stores): Promise<Map<string, string>> {
  const named = new Set((await namedFiles(pool)).map(({ key }) => key));
  const stored = [...storedInBucket(storeDir)];
  return new Map(stored.filter(([key]) => !named.has(key) && !ROWLESS.test(key)));
}

/** The sweep does not know them: they would stay forever. */
async function forgottenFiles(stores: Stores): Promise<string[]> {
  const { rows } = await stores.pool.query<{ key: string }>('select key from unnamed_file');
  const announced = new Set(rows.map(({ key }) => key));
  return [...(await orphansOf(stores)).keys()].filter((key) => !announced.has(key));
}

async function givenUp(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ what: string }>(`
    select name || ' ' || data::text as what from pgboss.job where name = 'dead-letters'
    union all
    select name || ' active for longer than it may: ' || data::text from pgboss.job
      where state = 'active' and started_on + make_interval(secs => expire_seconds) < now() - interval '1 minute'`);
  return rows.map(({ what }) => what);
}
