import type { Problem } from '@clairisque/contract/common/problems.ts';
import { statementKey, type StatementsQuery } from '@clairisque/contract/common/v3.ts';
import { Temporal } from 'temporal-polyfill';
import type { listStatementsV3, Statement } from '@clairisque/contract/api-v3.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { VALIDITY_DAYS } from '#domain/risks/validity.ts';
import { digestOfLabel } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { pageOf, readNumberCursor } from '#platform/http/cursors.ts';
import { problemOf } from '#platform/http/problems.ts';
import { ASK_AGAIN_S } from './idempotency.service.ts';
import { findStatementRow, listStatementsBefore, type Filters, type StatementRow } from './statements.queries.ts';

type Reader = Pick<Deps, 'db' | 'publicUrl' | 'mode' | 'clock'>;
type Listed = z.input<(typeof listStatementsV3.schema.response)[200]>;

type Asked = z.output<typeof StatementsQuery> & { accountId: number };

/** Newest first. Throws `invalid_input` for a cursor that is not ours. */
export async function listStatements(deps: Reader, { accountId, limit, cursor, ...asked }: Asked): Promise<Listed> {
  const before = readNumberCursor(cursor, 'stm', deps.mode);
  const rows = await listStatementsBefore(deps.db, {
    accountId,
    now: deps.clock(),
    before,
    limit: limit + 1,
    filters: filtersOf(asked),
  });
  return { mode: deps.mode, ...pageOf(rows, { limit, item: (row) => statementOf(deps, row) }) };
}

function filtersOf({
  created_after: after,
  created_before: before,
  valid_until_before: validBefore,
  metadata = {},
  ...same
}: Omit<Asked, 'accountId' | 'limit' | 'cursor'>): Filters {
  const labels = typeof metadata === 'string' ? [labelOf(metadata)] : Object.entries(metadata);
  return {
    ...same,
    createdFrom: after === undefined ? undefined : instantOf(after),
    createdBefore: before === undefined ? undefined : instantOf(before),
    issuedBefore: validBefore === undefined ? undefined : lastIssueBefore(validBefore),
    labels: labels.map(digestOfLabel),
  };
}

/** `key:value` */
function labelOf(metadata: string): [key: string, value: string] {
  const [key = ''] = metadata.split(':', 1);
  return [key, metadata.slice(key.length + 1)];
}

/** A date begins at midnight in Paris. */
const instantOf = (moment: string): Date =>
  new Date(/^\d{4}-\d{2}-\d{2}$/.test(moment) ? midnightOf(Temporal.PlainDate.from(moment)) : moment);

/** A document issued before that instant is valid until a day before that one. */
const lastIssueBefore = (day: string): Date =>
  new Date(midnightOf(Temporal.PlainDate.from(day).subtract({ days: VALIDITY_DAYS })));

const midnightOf = (day: Temporal.PlainDate): number => day.toZonedDateTime('Europe/Paris').epochMilliseconds;

/** Throws `not_found`, also for a draft of the site. */
export async function readStatement(deps: Reader, owned: { accountId: number; id: number }): Promise<Statement> {
  const row = await findStatementRow(deps.db, { ...owned, now: deps.clock() });
  if (row === undefined || (row.status === 'draft' && !row.is_asked)) throw notFound();
  return statementOf(deps, row);
}

/** A file is read once it exists. Throws as `readStatement`, and `statement_not_ready` while it is being prepared. */
export async function requireReady(deps: Reader, owned: { accountId: number; id: number }): Promise<void> {
  const { status } = await readStatement(deps, owned);
  if (status !== 'processing') return;
  throw new AppError('statement_not_ready', 'Cet état des risques est en préparation.', ASK_AGAIN_S);
}

/** The process died: the next request with the same key goes on. */
const interrupted = ({ publicUrl }: Pick<Reader, 'publicUrl'>, id: string): Problem =>
  problemOf(
    {
      code: 'internal_error',
      status: 500,
      detail: 'La préparation a été interrompue. Recommencez avec la même clé d’idempotence : rien n’a été débité.',
    },
    { site: publicUrl, instance: `/api/v3/statements/${id}`, requestId: '' },
  );

const notFound = (): AppError => new AppError('not_found', 'Votre compte n’a pas cet état des risques.');

function statementOf(deps: Reader, row: StatementRow): Statement {
  const { publicUrl, mode } = deps;
  const id = statementKey(row.id, mode);
  const status = statusOf(row);
  const { reference, file_sha256: sha256 } = row;
  return {
    id,
    mode,
    status,
    reference,
    created_at: row.created_at.toISOString(),
    issued_at: isoOf(row.issued_at),
    renewed_at: isoOf(row.renewed_at),
    valid_until: row.expires_on,
    specimen: row.specimen,
    transaction: row.type_de_transaction === 'Vente' ? 'sale' : 'lease',
    address: row.adresse,
    confirmed_address: row.confirmed_address,
    parcels: row.parcelles ?? [row.code_parcelle],
    commune: row.commune_nom === null ? null : { insee_code: row.code_parcelle.slice(-5), name: row.commune_nom },
    parties: { owner: partyOf(row.vendeur_nom), recipient: partyOf(row.acheteur_nom) },
    document: sha256 === null ? null : documentOf(`${publicUrl}/api/v3/statements/${id}/document.pdf`, sha256),
    verification_url: reference === null ? null : `${publicUrl}/verification/${reference}`,
    metadata: row.metadata ?? {},
    failure: status === 'failed' ? (row.failure ?? interrupted(deps, id)) : null,
  };
}

function statusOf({ status, is_running: isRunning }: StatementRow): Statement['status'] {
  if (status === 'issued') return 'issued';
  return isRunning ? 'processing' : 'failed';
}

/** Version 2 stores « - » for who is not named. */
const partyOf = (name: string): string | null => (name === '' || name === '-' ? null : name);

const isoOf = (date: Date | null): string | null => date && date.toISOString();

const documentOf = (url: string, sha256: string) => ({ url, sha256, handover_url: `${url}?extent=short` });
