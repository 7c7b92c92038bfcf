import type { Deps } from '#deps.ts';
import type { Point } from '#domain/geo/interior-point.ts';
import { fieldsOf, findProperty } from '#features/api-v3/api-v3.ts';
import { draftOf } from '#features/issuance/issuance.ts';
import { isDatabaseUnavailable } from '#platform/db/db.ts';
import { problemOf, waitMs } from './problems.rules.ts';
import { updateRow, type RowToDo } from './rows.queries.ts';

/** `point`: of its address, when it was located with others. */
type RowToCheck = RowToDo & { batchId: number; point: Point | undefined };

/** Finds the property of a row, without a debit. A doubt is left to the user, with the candidates. */
export async function checkRow(deps: Deps, { batchId, position, request, attempts, point }: RowToCheck): Promise<void> {
  const row = { batchId, position, from: 'waiting' } as const;
  try {
    // The suppliers' limits: as a free preview, behind paid calls.
    const property = await deps.previewBulkhead.execute(() => findProperty(deps, request, point));
    draftOf(fieldsOf(request, property));
    await updateRow(deps.db, row, { state: 'ready', property, problem: null, attempts: 0, retry_at: null });
  } catch (error) {
    if (error instanceof Error && isDatabaseUnavailable(error)) throw error;
    const problem = problemOf(error);
    const tried = attempts + 1;
    const wait = waitMs(error, tried);
    if (wait !== null) {
      deps.log.warn({ err: error, batchId, position }, 'row not checked');
      const retry_at = new Date(deps.clock().getTime() + wait);
      await updateRow(deps.db, row, { problem, attempts: tried, retry_at });
    } else {
      await updateRow(deps.db, row, { state: problem.candidates.length > 0 ? 'doubtful' : 'refused', problem });
    }
  }
}
