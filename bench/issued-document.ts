import type { Pool } from 'pg';
import { readConfig } from '../server/src/config.ts';
import { createDeps, type Deps } from '../server/src/deps.ts';
import type { Facts, Place } from '../server/src/domain/facts.ts';
import { placeOf } from '../server/src/domain/place.ts';
import { assessRisks } from '../server/src/domain/risks.ts';
import { mappedHeadings } from '../server/src/domain/statement-document-maps.ts';
import { attachedFiles } from '../server/src/domain/statement-document-attachments.ts';
import {
  buildStatementDocument,
  TEMPLATE_VERSION,
  type StatementDocument,
  type StatementInput,
} from '../server/src/domain/statement-document.ts';
import { parisDate } from '../server/src/domain/validity.ts';
import { createHttp } from '../server/src/platform/http/fastify.ts';
import type { Product } from '../scripts/product.ts';

/** What the renderer was given for a statement that the product issued. */
export type IssuedDocument = { document: StatementDocument; files: Record<string, Uint8Array> };

/** The server's own parts in this process, with a single Typst child; over the product's database and simulators. */
export function createParts(product: Product): { deps: Deps; close: () => Promise<void> } {
  const config = readConfig({
    DATABASE_URL: product.databaseUrl,
    FILES_DIR: 'none',
    SIMULATORS_URL: product.simulatorsUrl,
    TYPST_PROCESSES: '1',
    LOG_LEVEL: 'error',
  });
  return createDeps(config, createHttp(config).log);
}

type Row = {
  code_parcelle: string;
  adresse: string;
  longitude: number;
  latitude: number;
  type_de_transaction: 'Vente' | 'Location';
  vendeur_nom: string;
  acheteur_nom: string;
  facts: Facts;
  reference: string;
  issued_at: Date;
  expires_on: string;
  specimen: boolean;
};

export async function placeOfStatement(deps: Deps, pool: Pool, id: number): Promise<Place> {
  const row = await readRow(pool, id);
  const parcel = await deps.cadastre.parcel(row.code_parcelle);
  if (parcel === null) throw new Error(`statement ${id}: no parcel ${row.code_parcelle}`);
  return placeOf({ ...row, address: row.adresse }, parcel);
}

/** Builds the document again from the stored facts; the maps are drawn again from the same tiles. */
export async function issuedDocument(deps: Deps, pool: Pool, id: number): Promise<IssuedDocument> {
  const row = await readRow(pool, id);
  const place = await placeOfStatement(deps, pool, id);
  const findings = assessRisks(row.facts, place);
  const plans = await deps.staticMap.draw(place);
  const { frames, files } = await deps.staticMap.withZones(plans, place, mappedHeadings(findings, null));
  const issuedAt = Temporal.Instant.from(row.issued_at.toISOString());
  const input: StatementInput = {
    place,
    findings,
    statement: {
      reference: row.reference,
      issuedAt,
      issuedOn: parisDate(issuedAt),
      expiresOn: Temporal.PlainDate.from(row.expires_on),
      transaction: row.type_de_transaction,
      seller: row.vendeur_nom,
      buyer: row.acheteur_nom,
      declarations: null,
      specimen: row.specimen,
      hasLogo: false,
      verificationUrl: `${deps.publicUrl}/verification/${row.reference}`,
    },
    changes: [],
    replaces: null,
    templateVersion: TEMPLATE_VERSION,
    maps: frames,
    planPapers: [],
    planPerimeters: null,
  };
  return {
    document: buildStatementDocument(input),
    files: { ...files, ...attachedFiles(input) },
  };
}

async function readRow(pool: Pool, id: number): Promise<Row> {
  const { rows } = await pool.query<Row>(
    'select * from statement s join statement_edition e on e.statement_id = s.id and e.edition = 1 where s.id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new Error(`no statement ${id}`);
  return rows[0];
}

/** Both Typst and Chromium write page objects in the clear. */
export const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
