import type { Deps } from '#deps.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { currentEdition, insertEdition, type Edition } from '#features/documents/documents.ts';
import { markOpenQuestions } from '#features/questions/questions.ts';
import { AppError } from '#platform/app-error.ts';
import type { Again } from './again.service.ts';
import { issueEdition, issuedData, saveEdition } from './edition.service.ts';
import { copyNotices, lockStatement, markPlace, type LockedStatement, type StatementRow } from './issuance.queries.ts';

type Owned = { accountId: number; id: number };
/** Written in the same transaction as the edition. */
type Told = (deps: Deps, data: ReturnType<typeof issuedData>) => Promise<void>;

/**
 * Prints what the sources say now as an edition that replaces the former one: free, whole, with its expiry and its owner's
 * answers. False when the statement was completed, renewed or signed meanwhile: nothing is written. Throws `not_found`.
 */
export async function updateStatement(
  deps: Deps,
  { statement, former, again }: { statement: StatementRow; former: Edition; again: Again },
  told: Told,
): Promise<boolean> {
  const owned = { accountId: statement.account_id, id: statement.id };
  const { edition, ...place } = await issueEdition(deps, statement, { former, clock: deps.clock, again });
  let isWritten = false;
  await saveEdition(deps, edition, async (deps) => {
    const locked = await lockUnchanged(deps, owned, former);
    if (locked === undefined) return false;
    await insertEdition(deps.db, edition);
    await markPlace(deps.db, owned, place);
    await copyNotices(deps.db, { statementId: owned.id, from: former.edition, to: edition.edition });
    await markOpenQuestions(deps, owned, edition);
    await told(deps, issuedData(deps, locked, edition));
    isWritten = true;
    return true;
  });
  return isWritten;
}

/**
 * Locks a statement whose current edition is still that one and whose sale or lease is not said signed; undefined
 * otherwise. Throws `not_found` once it is erased.
 */
export async function lockUnchanged(deps: Deps, owned: Owned, former: Edition): Promise<LockedStatement | undefined> {
  // The account's lock comes before the statement's, as in a deletion: no deadlock.
  if (!(await lockLedger(deps, owned.accountId))) throw new AppError('not_found', 'Pas trouvé.');
  const statement = await lockStatement(deps.db, owned);
  if (statement === undefined) throw new AppError('not_found', 'Pas trouvé.');
  if (statement.closed_at !== null) return undefined;
  return (await currentEdition(deps, owned))?.edition === former.edition ? statement : undefined;
}
