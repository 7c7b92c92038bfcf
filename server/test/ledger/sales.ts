import type { Pool } from 'pg';
import { ledgerViolations } from '../../src/features/credits/ledger-invariants.service.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { badFiles, storedIn } from './files.ts';

/** Name of `brokenAfterSales` in a table. */
export const SALES_HOLD =
  'every statement told is there, none more; each paid once, with its files; all rules of the books';

/**
 * Responses to clients since there were `already` so many statements; `unheard` generations ended without a response.
 */
export type Heard = { already: number; references: Iterable<string>; unheard: number };

/** Differences after a load between what clients were confirmed, the ledger and the files, in words. */
export async function brokenAfterSales(
  books: { pool: Pool; db: Db; filesDir: string },
  { already, references, unheard }: Heard,
): Promise<string[]> {
  const { pool, db, filesDir } = books;
  const rules = await ledgerViolations({ db, clock: () => new Date() });
  const { rows } = await pool.query<{ reference: string }>('select reference from statement_edition where edition = 1');
  const issued = new Set(rows.map(({ reference }) => reference));
  const told = new Set(references);
  const most = already + told.size + unheard;
  return [
    ...rules.flatMap(({ rule, what }) => what.map((one) => `${rule}: ${one}`)),
    ...(await badFiles(pool, storedIn(filesDir))),
    ...[...told].filter((reference) => !issued.has(reference)).map((reference) => `${reference} was told and is not`),
    ...(issued.size > most
      ? [`${issued.size} issued, ${already} before, ${told.size} told, ${unheard} unheard of`]
      : []),
  ];
}
