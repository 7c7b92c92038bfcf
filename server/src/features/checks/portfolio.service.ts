import type { Check } from '@clairisque/contract/checks.ts';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { transact } from '#platform/db/db.ts';
import type { Checkable, CheckRow } from './checks.queries.ts';
import { insertChecks, listChecksBefore, listPlanned, listRecent, lockCheckables } from './portfolio.queries.ts';
import { askSweep, PORTFOLIO } from './queue.service.ts';
import { checkRefusal } from './run.service.ts';
import { viewCheck } from './view.rules.ts';

type Asked = { accountId: number; ids: readonly number[]; origin: 'owner' | 'key' };
/** `check` null: why none is made. Both null: the account has no such issued statement. */
export type Answered = { id: number; check: Check | null; refusal: string | null };

/**
 * Checks of many statements, in their order: those under way are joined, and one that ended today is that of today. They
 * run behind people and planned checks, in turn between accounts; the minute's sweep begins what is left.
 */
export function askChecks(deps: Deps, { accountId, ids, origin }: Asked): Promise<Answered[]> {
  return transact(deps, async (deps) => {
    const now = deps.clock();
    const checkables = await lockCheckables(deps.db, { accountId, ids });
    const refusals = new Map(checkables.map((one) => [one.statementId, checkRefusal(one, now)]));
    const allowed = checkables.filter(({ statementId }) => refusals.get(statementId) === null);
    const recent = await listRecent(
      deps.db,
      allowed.map(({ statementId }) => statementId),
      midnightOf(now),
    );
    const known = new Map(recent.map((row) => [row.statement_id, row]));
    const missing = allowed.filter((one) => !speaksOf(known.get(one.statementId), one));
    const subject = `${PORTFOLIO}${now.toISOString()}`;
    const made = await insertChecks(deps.db, missing, { origin, subject, now });
    if (made.length > 0) await askSweep(deps);
    const rows = new Map([...recent, ...made].map((row) => [row.statement_id, row]));
    const references = new Map(checkables.map((one) => [one.statementId, one.reference]));
    return ids.map((id) => {
      const refusal = refusals.get(id) ?? null;
      const row = refusal === null ? rows.get(id) : undefined;
      return { id, refusal, check: row === undefined ? null : viewCheck(row, references.get(id) ?? '', now) };
    });
  });
}

const midnightOf = (now: Date): Date =>
  new Date(parisDate(now.toISOString()).toZonedDateTime('Europe/Paris').epochMilliseconds);

/** True for a check that is under way, or of the current document. */
const speaksOf = (check: CheckRow | undefined, { edition, reference }: Checkable): boolean =>
  check !== undefined && (check.ended_at === null || check.edition === edition || check.new_reference === reference);

/** Statements in validity with a day to come, a page at a time. */
export const plannedAfter = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  page: { accountId: number; after: number; limit: number },
): Promise<number[]> => listPlanned(db, { ...page, today: parisDate(clock().toISOString()).toString() });

/** Checks of every statement of the account, newest first. */
export async function checksBefore(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  page: { accountId: number; before: number | null; limit: number },
): Promise<{ statementId: number; check: Check }[]> {
  const rows = await listChecksBefore(db, page);
  return rows.map((row) => ({ statementId: row.statement_id, check: viewCheck(row, row.current, clock()) }));
}
