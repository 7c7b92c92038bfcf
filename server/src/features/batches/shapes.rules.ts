import type { Batch, BatchRow, RowProblem } from '@clairisque/contract/batches.v3.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { batchKey, statementKey } from '@clairisque/contract/common/v3.ts';
import type { BatchData } from './batches.queries.ts';
import { inputOf, wordsOf } from './requests.rules.ts';
import type { RowData } from './rows.queries.ts';

const NONE = { waiting: 0, ready: 0, doubtful: 0, refused: 0, issued: 0, failed: 0, cancelled: 0 };

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

/** A batch of API v3. */
export function batchOf(data: BatchData, mode: KeyMode): Batch {
  const counts = { ...NONE, ...data.counts };
  const { stalled } = data;
  return {
    id: batchKey(data.id, mode),
    mode,
    name: data.name,
    status: data.status,
    created_at: data.created_at.toISOString(),
    started_at: isoOf(data.started_at),
    ended_at: isoOf(data.ended_at),
    rows: { total: Object.values(counts).reduce((sum, count) => sum + count, 0), ...counts },
    stalled: stalled && {
      rows: stalled.rows,
      detail: stalled.detail,
      since: new Date(stalled.since).toISOString(),
      next_try_at: new Date(stalled.next_try_at).toISOString(),
    },
    credits_reserved: data.credits_reserved,
    problem: data.problem,
  };
}

export const rowOf = (row: RowData, mode: KeyMode): BatchRow => ({
  row: row.position,
  status: row.state,
  given: row.given,
  input: row.request === null ? wordsOf(row.input) : inputOf(row.request),
  ...propertyOf(row.property),
  statement_id: row.statement_id === null ? null : statementKey(row.statement_id, mode),
  reference: row.reference,
  valid_until: row.expires_on,
  metadata: row.request?.metadata ?? {},
  problem: row.problem && problemOf(row.problem),
  waiting: waitingOf(row),
});

const propertyOf = (property: RowData['property']) => ({
  address: property?.adresse ?? null,
  parcels: property?.codes ?? [],
  area_square_metres: property?.area ?? null,
  distance_metres: property?.distance ?? null,
});

const problemOf = ({ code, detail, candidates, choices, asked, errors }: RowProblem): RowProblem => ({
  code,
  detail,
  candidates,
  ...(choices && { choices }),
  ...(asked && { asked }),
  ...(errors && { errors }),
});

/** Only a row that would be at work now waits for a source. */
function waitingOf({ state, retry_at, waiting_since, attempts }: RowData): BatchRow['waiting'] {
  if (retry_at === null || (state !== 'waiting' && state !== 'ready')) return null;
  const since = waiting_since ?? retry_at;
  return { since: since.toISOString(), next_try_at: retry_at.toISOString(), attempts };
}
