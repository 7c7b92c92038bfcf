import type { Batch, BatchRow } from '@clairisque/contract/batches.v3.ts';
import type { Lot, LotLine } from '@clairisque/contract/batches.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { batchKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { BatchData } from './batches.queries.ts';
import type { RowData } from './rows.queries.ts';

const NONE = { waiting: 0, ready: 0, doubtful: 0, refused: 0, issued: 0, failed: 0, cancelled: 0 };

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A batch of API v3. */
export function batchOf(data: BatchData, mode: KeyMode): Batch {
  const counts = { ...NONE, ...data.counts };
  return {
    id: batchKey(data.id, mode),
    mode,
    name: data.name,
    status: data.status,
    created_at: data.created_at.toISOString(),
    started_at: isoOf(data.started_at),
    ended_at: isoOf(data.ended_at),
    rows: { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts },
    credits_reserved: data.credits_reserved,
    problem: data.problem,
  };
}

export const rowOf = (row: RowData, mode: KeyMode): BatchRow => ({
  row: row.position,
  status: row.state,
  given: row.given,
  address: row.property?.adresse ?? null,
  parcels: row.property?.codes ?? [],
  statement_id: row.statement_id === null ? null : statementKey(row.statement_id, mode),
  reference: row.reference,
  metadata: row.request?.metadata ?? {},
  problem: row.problem,
});

/** The same for the site. */
export const lotOf = (data: BatchData): Lot => ({
  id: data.id,
  nom: data.name,
  etat: data.status,
  cree_le: data.created_at.toISOString(),
  lance_le: isoOf(data.started_at),
  fini_le: isoOf(data.ended_at),
  lignes: { ...NONE, ...data.counts },
  credits_reserves: data.credits_reserved,
});

export const lineOf = (row: RowData): LotLine => ({
  ligne: row.position,
  etat: row.state,
  donne: row.given,
  adresse: row.property?.adresse ?? null,
  parcelles: row.property?.codes ?? [],
  erp_id: row.statement_id,
  reference: row.reference,
  motif: row.problem?.detail ?? null,
  propositions: row.problem?.candidates ?? [],
});
