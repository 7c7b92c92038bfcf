import type { Pool } from 'pg';
import { readConfig } from '../server/src/config/config.ts';
import { createDeps, type Deps } from '../server/src/deps.ts';
import { type Place, placeOf } from '../server/src/domain/geometry/place.ts';
import { unpackInputs, type PrinterInputs } from '../server/src/features/documents/printer-inputs.rules.ts';
import { createHttp } from '../server/src/platform/http/fastify.ts';
import type { Bench } from './bench.ts';

/**
 * The server's dependencies in this process, with a single Typst child; over the product's database, files and
 * simulators.
 */
export function createParts(product: Bench['product']): { deps: Deps; close: () => Promise<void> } {
  const config = readConfig({
    DATABASE_URL: product.databaseUrl,
    FILES_DIR: product.filesDir,
    SIMULATORS_URL: product.simulatorsUrl,
    TYPST_PROCESSES: '1',
    LOG_LEVEL: 'error',
  });
  return createDeps(config, createHttp(config).log);
}

type Row = { code_parcelle: string; parcelles: string[] | null; longitude: number; latitude: number };

export async function placeOfStatement(deps: Deps, pool: Pool, id: number): Promise<Place> {
  const { rows } = await pool.query<Row>('select * from statement where id = $1', [id]);
  const row = only(rows, id);
  const [first, ...others] = (await deps.cadastre.parcels(row.parcelles ?? [row.code_parcelle])).parcels;
  if (first === undefined) throw new Error(`statement ${id}: no parcel ${row.code_parcelle}`);
  return placeOf(row, [first, ...others]);
}

/** The stored inputs of the renderer; without the template's sources, which are read from the disk. */
export async function issuedDocument(deps: Deps, pool: Pool, id: number): Promise<PrinterInputs> {
  const { rows } = await pool.query<{ inputs_key: string }>(
    'select inputs_key from statement_edition where statement_id = $1 and edition = 1',
    [id],
  );
  const kept = unpackInputs(await deps.files.read(only(rows, id).inputs_key));
  const sources = deps.typst.sources(kept.template);
  return { ...kept, files: Object.fromEntries(Object.entries(kept.files).filter(([name]) => !(name in sources))) };
}

function only<T>(rows: T[], id: number): T {
  if (rows[0] === undefined) throw new Error(`no statement ${id}`);
  return rows[0];
}

/** Both Typst and Chromium write page objects uncompressed. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
