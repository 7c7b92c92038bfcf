import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { renewStatement } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { listDueDates, listToTellOnEve } from './due.queries.ts';
import { beginCheck } from './queue.service.ts';
import { tellOnEve } from './told.service.ts';
import { listToRenew, markRenewTried } from './watch.queries.ts';

/** A run reads so many rows a page, and so many pages; the next one, a minute later, goes on. */
const AT_ONCE = 1_000;
const PAGES = 20;
const RENEWED_AT_ONCE = 20;
const RENEW_AGAIN_MS = 3 * 3_600_000;

const todayOf = ({ clock }: Pick<Deps, 'clock'>) => parisDate(clock().toISOString());

/** Each minute: checks of planned days whose moment has come, then owners to tell on the eve. */
export async function planChecks(deps: Deps): Promise<void> {
  const today = todayOf(deps);
  for (let page = 0; page < PAGES; page += 1) {
    const due = await listDueDates(deps.db, { now: deps.clock(), today: today.toString(), limit: AT_ONCE });
    for (const { statementId, edition, subject } of due) {
      await beginCheck(deps, { statementId, edition, origin: 'date', subject });
    }
    if (due.length < AT_ONCE) return;
  }
}

/** From the eve of a planned day: its owner learns what is still missing, once for each check. */
export async function tellEves(deps: Deps): Promise<void> {
  const today = todayOf(deps);
  const asked = { now: deps.clock(), today: today.toString(), tomorrow: today.add({ days: 1 }).toString() };
  for (const eve of await listToTellOnEve(deps.db, { ...asked, limit: AT_ONCE })) {
    await transact(deps, (deps) => tellOnEve(deps, eve));
  }
}

/** « Renouveler ce jour-là »: what fails is tried again some hours later. */
export async function renewAsChosen(deps: Deps): Promise<void> {
  const now = deps.clock();
  const triedBefore = new Date(now.getTime() - RENEW_AGAIN_MS);
  const due = await listToRenew(deps.db, { today: todayOf(deps).toString(), triedBefore, limit: RENEWED_AT_ONCE });
  for (const { statementId, accountId } of due) {
    await markRenewTried(deps.db, statementId, now);
    await renewStatement(deps, { accountId, id: statementId }).catch((err: unknown) => {
      // Renewed meanwhile, or a source is silent: the list says which, at the next run.
      if (!(err instanceof AppError)) throw err;
      deps.log.warn({ err, statementId }, 'statement not renewed on the chosen day');
    });
  }
}
