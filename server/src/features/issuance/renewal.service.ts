import type { StatementListItem } from '@clairisque/contract/statements.ts';
import type { Deps } from '#deps.ts';
import { parisDate, renewalRefusal } from '#domain/risks/validity.ts';
import { lockLedger } from '#features/credits/credits.ts';
import { insertEdition, requireEdition } from '#features/documents/documents.ts';
import { emitForAccount } from '#features/events/events.ts';
import { markOpenQuestions } from '#features/questions/questions.ts';
import { readListItem } from '#features/statements/statements.ts';
import { AppError } from '#platform/app-error.ts';
import type { Clock } from '#platform/clock.ts';
import { countFailure, refuseAfterFailures } from './failures.service.ts';
import { issuedData, issueEdition, saveEdition, type PreparedEdition } from './edition.service.ts';
import { lockStatement, markRenewed } from './issuance.queries.ts';
import { requireStatement } from './creation.service.ts';

type Owned = { accountId: number; id: number };
type Renewed = StatementListItem & { message: string; changements: string[] };

/**
 * Makes the second and last edition, free, with the facts of today; the former is kept and marked replaced. Of two
 * concurrent calls, one renews and the other is refused. Throws `not_found`, `conflict` (renewal not open; says the
 * date), `facts_not_obtained` (nothing is changed). `clock` is that of the document: a test's runs ahead.
 */
export async function renewStatement(deps: Deps, owned: Owned, clock: Clock = deps.clock): Promise<Renewed> {
  let isOurs = false;
  await deps.generations({ owner: String(owned.accountId), key: `renewal ${owned.id}` }, () => {
    isOurs = true;
    return renewOnce(deps, owned, clock);
  });
  if (!isOurs) await refuseClosed(deps, owned, clock);
  const { changes } = await requireEdition(deps, owned);
  return {
    ...(await readListItem(deps, owned)),
    message: 'ERP renouvelé avec succès ! Téléchargement en cours...',
    changements: changes,
  };
}

async function renewOnce(deps: Deps, owned: Owned, clock: Clock): Promise<void> {
  const former = await requireEdition(deps, owned);
  await refuseClosed(deps, owned, clock);
  const statement = await requireStatement(deps, owned);
  await refuseAfterFailures(deps, owned.accountId);
  await countFailure(deps, owned.accountId, async () => {
    const prepared = await issueEdition(deps, statement, { former, clock });
    await saveEdition(deps, prepared.edition, (deps) => replaceFormer(deps, owned, prepared));
  });
}

async function refuseClosed(deps: Deps, owned: Owned, clock: Clock): Promise<void> {
  refuse(await requireStatement(deps, owned), clock());
}

/** Throws `conflict` unless renewal is open at that instant. */
function refuse(issues: { issued_at: Date | null; renewed_at: Date | null }, at: Date): void {
  if (issues.issued_at === null) throw new AppError('not_found', 'Pas trouvé.');
  const dates = {
    issuedOn: parisDate(issues.issued_at.toISOString()),
    renewedOn: issues.renewed_at && parisDate(issues.renewed_at.toISOString()),
  };
  const refusal = renewalRefusal(dates, parisDate(at.toISOString()));
  if (refusal !== null) throw new AppError('conflict', refusal);
}

async function replaceFormer(deps: Deps, owned: Owned, { edition, ...place }: PreparedEdition): Promise<true> {
  // The account's lock comes before the statement's, as in a deletion: no deadlock.
  if (!(await lockLedger(deps, owned.accountId))) throw new AppError('not_found', 'Pas trouvé.');
  const current = await lockStatement(deps.db, owned);
  if (current === undefined) throw new AppError('not_found', 'Pas trouvé.');
  // Another call was faster. The last day may have ended in the meantime: the call came in time.
  if (current.renewed_at !== null) refuse(current, edition.issued_at);
  // An edition may have completed the former one meanwhile.
  const number = (await requireEdition(deps, owned)).edition + 1;
  await insertEdition(deps.db, { ...edition, edition: number });
  await markRenewed(deps.db, owned, { renewedAt: edition.issued_at, ...place });
  await markOpenQuestions(deps, owned, edition);
  await emitForAccount(deps, owned.accountId, { type: 'statement.renewed', data: issuedData(deps, current, edition) });
  return true;
}
