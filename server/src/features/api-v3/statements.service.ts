import type { Problem } from '@clairisque/contract/common/problems.ts';
import { statementKey } from '@clairisque/contract/common/v3.ts';
import type { listStatementsV3, Statement } from '@clairisque/contract/api-v3.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { pageOf, readNumberCursor } from '#platform/http/cursors.ts';
import { problemOf } from '#platform/http/problems.ts';
import { findAttempt } from './requests.queries.ts';
import { findStatementRow, listIssuedBefore, type StatementRow } from './statements.queries.ts';

type Reader = Pick<Deps, 'db' | 'publicUrl' | 'mode'>;
type Listed = z.input<(typeof listStatementsV3.schema.response)[200]>;

type Asked = { accountId: number; limit: number; cursor?: string | undefined; metadata?: string | undefined };

/** Issued statements, newest first. Throws `invalid_input` for a cursor that is not ours. */
export async function listStatements(deps: Reader, { accountId, limit, cursor, metadata }: Asked): Promise<Listed> {
  const before = readNumberCursor(cursor, 'stm');
  const label = metadata === undefined ? null : labelOf(metadata);
  const rows = await listIssuedBefore(deps.db, { accountId, before, limit: limit + 1, label });
  return { mode: deps.mode, ...pageOf(rows, { limit, item: (row) => statementOf(deps, row) }) };
}

/** `key:value` */
function labelOf(metadata: string): Record<string, string> {
  const [key = ''] = metadata.split(':', 1);
  return { [key]: metadata.slice(key.length + 1) };
}

/** Throws `not_found`, also for a draft of the site. */
export async function readStatement(
  deps: Reader & Pick<Deps, 'clock'>,
  owned: { accountId: number; id: number },
): Promise<Statement> {
  const row = await findStatementRow(deps.db, owned);
  if (row === undefined) throw notFound();
  if (row.status === 'issued') return statementOf(deps, row);
  const attempt = await findAttempt(deps.db, owned);
  if (attempt === undefined) throw notFound();
  const { claimed_until: until, failure } = attempt;
  const isRunning = until !== null && until > deps.clock();
  const draft = statementOf(deps, row);
  if (isRunning) return { ...draft, status: 'processing' };
  return { ...draft, status: 'failed', failure: failure ?? interrupted(deps, draft.id) };
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

function statementOf({ publicUrl, mode }: Reader, row: StatementRow): Statement {
  const id = statementKey(row.id);
  const { reference, file_sha256: sha256 } = row;
  return {
    id,
    mode,
    status: 'issued',
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
    parties: { owner: row.vendeur_nom, recipient: row.acheteur_nom },
    document: sha256 === null ? null : documentOf(`${publicUrl}/api/v3/statements/${id}/document.pdf`, sha256),
    verification_url: reference === null ? null : `${publicUrl}/verification/${reference}`,
    metadata: row.metadata ?? {},
    failure: null,
  };
}

const isoOf = (date: Date | null): string | null => date && date.toISOString();

const documentOf = (url: string, sha256: string) => ({ url, sha256, handover_url: `${url}?extent=short` });
