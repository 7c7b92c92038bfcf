import { CSV_START, csvLines as linesOf } from '@clairisque/contract/common/csv.ts';

/** A table in UTF-8. */
export const csv = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(CSV_START + linesOf(rows));

/** Further lines of such a table. */
export const csvLines = (rows: readonly (readonly string[])[]): Buffer => Buffer.from(linesOf(rows));
