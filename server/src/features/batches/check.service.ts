import type { RowRequest } from '@clairisque/contract/batches.v3.ts';
import { hash } from 'node:crypto';
import type { Deps } from '#deps.ts';
import type { Point } from '#domain/geometry/interior-point.ts';
import { fieldsOf, findProperty, metresFromAddress, refusePlanned, type Property } from '#features/api-v3/api-v3.ts';
import { lockLedger, releaseCredits } from '#features/credits/credits.ts';
import { draftOf } from '#features/issuance/issuance.ts';
import { isDatabaseUnavailable, transact } from '#platform/db/db.ts';
import type { Work } from './batches.queries.ts';
import { problemOf } from './problems.rules.ts';
import { putOff } from './queue.service.ts';
import { updateRow, type CheckedProperty, type RowToDo } from './rows.queries.ts';

/** `point`: of its address, when it was located with others. */
type RowToCheck = RowToDo & { point: Point | undefined };

/** Finds the property of a row, without a debit. A doubt is left to the user, with the candidates. */
export async function checkRow(deps: Deps, batch: Work, row: RowToCheck): Promise<void> {
  const { position, request, point, revision } = row;
  const at = { batchId: batch.id, position, revision, from: 'waiting' } as const;
  try {
    refusePlanned(deps, request);
    // The suppliers' limits: as a free preview, behind paid calls.
    const property = await deps.previewBulkhead.execute(async () =>
      described(deps, request, await findProperty(deps, request, point)),
    );
    draftOf(fieldsOf(request, property));
    const likeness = likenessOf(request, property);
    const found = { state: 'ready', property, likeness, problem: null } as const;
    await updateRow(deps.db, at, { ...found, attempts: 0, retry_at: null, waiting_since: null });
  } catch (error) {
    if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
    if (await putOff(deps, { at, row, error })) return;
    const problem = problemOf(error);
    const state = problem.candidates.length > 0 ? 'doubtful' : 'refused';
    await transact(deps, async (deps) => {
      // A row that joined a run had its credit reserved: it goes back.
      if (!(await lockLedger(deps, batch.account_id))) return;
      const isMine = await updateRow(deps.db, at, { state, problem, retry_at: null, waiting_since: null });
      if (isMine && batch.status === 'running') await releaseCredits(deps, batch.id, 1);
    });
  }
}

/** The property, its area, and the distance from its address to its parcels. */
async function described(
  deps: Deps,
  { address, parcels: given }: RowRequest,
  property: Property,
): Promise<CheckedProperty> {
  const { parcels } = await deps.cadastre.parcels(property.codes);
  const [first, ...others] = parcels;
  const areas = parcels.flatMap(({ areaSquareMetres }) => areaSquareMetres ?? []);
  const area = areas.length === 0 ? null : areas.reduce((sum, one) => sum + one, 0);
  if (first === undefined || address === undefined) return { ...property, area, distance: null };
  // Without parcels, those are the ones that its point is on.
  if (given === undefined) return { ...property, area, distance: 0 };
  return { ...property, area, distance: await metresFromAddress(deps, address, [first, ...others]) };
}

/** Equal for two rows that ask for one document. */
function likenessOf(
  { transaction, parties, metadata, declarations, answers }: RowRequest,
  { codes }: Property,
): string {
  const names = [parties.owner, parties.recipient, metadata?.['reference'] ?? ''];
  const words = names.map((name) => name.trim().toLocaleLowerCase('fr'));
  return hash(
    'sha256',
    JSON.stringify([
      codes.toSorted(),
      transaction,
      words,
      declarations ?? null,
      ...(answers === undefined ? [] : [answers]),
    ]),
  );
}
