import type { Pool } from 'pg';
import { ledgerViolations } from '../../src/features/credits/ledger-invariants.service.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { badFiles, storedIn } from './files.ts';

/** Name of `brokenAfterSales` in a table. */
export const SALES_HOLD =
  'every confirmed statement exists, and no other; each paid once, with its files; all ledger invariants';

/**
 * Responses to clients since there were `already` so many statements; `unanswered` generations ended without a response.
 */
export type Responses = { already: number; references: Iterable<string>; unanswered: number };

/** Differences after a load between what clients were confirmed, the ledger and the files, in words. */
export async function brokenAfterSales(
  books: { pool: Pool; db: Db; filesDir: string },
  { already, references, unanswered }: Responses,
): Promise<string[]> {
  const { pool, db, filesDir } = books;
  const rules = await ledgerViolations({ db, clock: () => new Date() });
  const { rows } = await pool.query<{ reference: string }>('select reference from statement_edition where edition = 1');
  const issued = new Set(rows.map(({ reference }) => reference));
  const confirmed = new Set(references);
  const most = already + confirmed.size + unanswered;
  return [
    ...rules.flatMap(({ rule, what }) => what.map((one) => `${rule}: ${one}`)),
    ...(await badFiles(pool, storedIn(filesDir))),
    ...[...confirmed]
      .filter((reference) => !issued.has(reference))
      .map((reference) => `${reference} was confirmed and is missing`),
    ...(issued.size > most
      ? [`${issued.size} issued, ${already} before, ${confirmed.size} confirmed, ${unanswered} without a response`]
      : []),
  ];
}
