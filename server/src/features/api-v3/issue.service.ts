import { setTimeout as sleep } from 'node:timers/promises';
import type { Declarations } from '@clairisque/contract/common/declarations.ts';
import type { Problem } from '@clairisque/contract/common/problems.ts';
import type { Statement, StatementRequest } from '@clairisque/contract/api-v3.ts';
import type { Deps } from '#deps.ts';
import { createStatement, declareOwner, generateStatement } from '#features/issuance/issuance.ts';
import { AppError, DetailedError } from '#platform/app-error.ts';
import { problemOf } from '#platform/http/problems.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { claim, digestOf } from './idempotency.service.ts';
import { findProperty } from './property.service.ts';
import { updateRequest } from './requests.queries.ts';
import { readStatement } from './statements.service.ts';

type Asked = {
  caller: { accountId: number; spaceId: number };
  key: string;
  request: StatementRequest;
  origin: { method: string; path: string; requestId: string };
  waitMs: number;
};
/** `isReplayed`: an earlier request with this key made it. */
type Issued = { statement: Statement; isReplayed: boolean };

/**
 * Issues as the wizard does: a draft, its declarations, its generation, which debits. A repeated request finds the same
 * draft, whose generation debits once (decision 0005), whatever was interrupted. After `waitMs` the draft is returned,
 * and the generation goes on.
 */
export async function issueStatement(deps: Deps, asked: Asked): Promise<Issued> {
  const { caller, key, request, origin } = asked;
  const own = { spaceId: caller.spaceId, key };
  const claimed = await claim(deps, own, digestOf({ ...origin, body: request }));
  const { accountId } = caller;
  if (claimed.issued && claimed.statementId !== null) {
    return { statement: await readStatement(deps, { accountId, id: claimed.statementId }), isReplayed: true };
  }
  const drafted = claimed.statementId === null ? draft(deps, asked) : Promise.resolve(claimed.statementId);
  const work = released(deps, asked, async () => {
    const id = await drafted;
    await generateStatement(deps, { accountId, id });
  });
  await inTime(work, asked.waitMs);
  return { statement: await readStatement(deps, { accountId, id: await drafted }), isReplayed: false };
}

/** Ends the claim whatever happens, with the problem that a later read will show. Throws in the words of API v3. */
async function released(deps: Deps, { caller, key, origin }: Asked, work: () => Promise<void>): Promise<void> {
  const own = { spaceId: caller.spaceId, key };
  const end = (failure: Problem | null): Promise<void> =>
    updateRequest(deps.db, own, { claimed_until: null, failure }).catch((err: unknown) =>
      deps.log.warn({ err }, 'end of a request not written'),
    );
  try {
    await work();
    await end(null);
  } catch (error) {
    const failure = inV3(error);
    const refusal = failure instanceof AppError ? failure : refusalOf(failure);
    await end(problemOf(refusal, { site: deps.publicUrl, instance: origin.path, requestId: origin.requestId }));
    throw failure;
  }
}

const refusalOf = (error: unknown) =>
  error instanceof SupplierFailure
    ? ({ code: 'source_unavailable', status: 503, detail: 'Un service public ne répond pas pour le moment.' } as const)
    : ({ code: 'internal_error', status: 500, detail: 'Une erreur inattendue s’est produite.' } as const);

/** Waits for the work, at most that long; its failure after that is kept for later reads. */
async function inTime(work: Promise<void>, waitMs: number): Promise<void> {
  const timer = new AbortController();
  const timeUp = sleep(waitMs, undefined, { signal: timer.signal, ref: false }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
    work.catch(() => undefined);
  }
}

async function draft(deps: Deps, { caller, key, request }: Asked): Promise<number> {
  const { accountId, spaceId } = caller;
  const { codes, adresse, longitude, latitude } = await findProperty(deps, request);
  const [cadastre = ''] = codes[0].split('@');
  const { erp_id: id } = await createStatement(deps, accountId, {
    adresse,
    longitude,
    latitude,
    cadastre,
    code_parcelle: codes[0],
    parcelles: codes,
    type_de_transaction: request.transaction === 'sale' ? 'Vente' : 'Location',
    vendeur_nom: request.parties.owner,
    acheteur_nom: request.parties.recipient,
  });
  const { declarations } = request;
  if (declarations) await declareOwner(deps, { accountId, id }, declarationsOf(declarations));
  await updateRequest(deps.db, { spaceId, key }, { statement_id: id });
  return id;
}

const declarationsOf = (given: NonNullable<StatementRequest['declarations']>): Declarations => ({
  travaux_prescrits: given.works_prescribed,
  travaux_realises: given.works_done,
  sinistres_indemnises: given.disasters_indemnified,
  travaux_rga_non_realises: given.drought_works_not_done,
  ...(given.condominium_lot && { lot_copropriete: { etage: given.condominium_lot.floor } }),
});

/** Where each field of the wizard comes from. */
const POINTERS: Partial<Record<string, string>> = {
  code_parcelle: '/parcels',
  parcelles: '/parcels',
  latitude: '/point',
  adresse: '/address',
};

/** A refusal of the wizard's fields, by those of API v3. */
export function inV3(error: unknown): unknown {
  if (!(error instanceof AppError) || typeof error.content === 'string' || Array.isArray(error.content)) return error;
  const errors = Object.entries(error.content).flatMap(([field, messages]) =>
    messages.map((detail) => ({ pointer: POINTERS[field] ?? '', title: 'This place is refused.', detail })),
  );
  return new DetailedError(error.code, errors[0]?.detail ?? '', { errors });
}
