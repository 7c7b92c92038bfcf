import type { GeneratedStatement } from '@clairisque/contract/issuance.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { parisDate } from '#domain/risks/validity.ts';
import {
  balance,
  debitCredit,
  emitLowBalance,
  lockLedger,
  noCredit,
  reservedCredits,
} from '#features/credits/credits.ts';
import { insertEdition, requireEdition } from '#features/documents/documents.ts';
import { deleteDraft } from '#features/drafts/drafts.ts';
import { markOpenQuestions } from '#features/questions/questions.ts';
import { emitForAccount } from '#features/events/events.ts';
import { transact } from '#platform/db/db.ts';
import { AppError } from '#platform/app-error.ts';
import { countFailure, refuseAfterFailures } from './failures.service.ts';
import { issuedData, issueEdition, saveEdition, type PreparedEdition } from './edition.service.ts';
import {
  beginGeneration,
  countGenerating,
  endGeneration,
  lockStatement,
  markIssued,
  type StatementRow,
} from './issuance.queries.ts';
import { refuseContradictory, refuseUndrawn, requireStatement } from './creation.service.ts';

type Owned = { accountId: number; id: number };
type Prepared = PreparedEdition & { begunAt: Date };
/**
 * Set for a row of a batch, whose credit was reserved at that instant. `issued` runs in the transaction that debits, and undoes
 * it by throwing.
 */
export type Reserved = { owner: string; at: Date; issued: (deps: Deps) => Promise<void> };

/**
 * The pages wait as long (web/src/features/issuance/issue-query.ts); after a crash, declarations are refused no
 * longer than this.
 */
const LONGEST_MS = 5 * 60_000;

/**
 * Collects, renders and stores the document, then debits one credit and issues the statement in one transaction, with
 * the declarations it had at the start. Called again, or twice at once, it returns the same without a second debit.
 * Throws `not_found`, `too_many_requests` (decision 0026), `no_credit`, `conflict` (every credit is reserved by a
 * running generation), `invalid_input` (no such parcel, a letter that no font has), `facts_not_obtained` (a compulsory
 * heading has no answer). `reserved`: behind all users, and no failure counts.
 */
export async function generateStatement(
  deps: Deps,
  owned: Owned,
  reserved?: Reserved,
): Promise<z.infer<typeof GeneratedStatement>> {
  const turn = { owner: reserved?.owner ?? String(owned.accountId), isBackground: reserved !== undefined };
  await deps.generations({ ...turn, key: String(owned.id) }, () => generateOnce(deps, owned, reserved));
  const issued = await requireEdition(deps, owned, 1);
  return {
    erp_id: owned.id,
    reference: issued.reference,
    date_emission: parisDate(issued.issuedAt.toISOString()).toString(),
    date_expiration: issued.expiresOn,
  };
}

async function generateOnce(deps: Deps, owned: Owned, reserved?: Reserved): Promise<void> {
  const draft = await requireStatement(deps, owned);
  if (draft.status === 'issued') return;
  refuseUndrawn(draft);
  refuseContradictory(draft);
  if (reserved === undefined) await refuseAfterFailures(deps, owned.accountId);
  const now = deps.clock();
  const statement = await (reserved === undefined ? begin(deps, owned, now) : mark(deps, owned, now));
  // Issued by another process in the meantime.
  if (statement === undefined) return;
  const prepare = async (): Promise<void> => {
    const prepared = { ...(await issueEdition(deps, statement, null)), begunAt: reserved?.at ?? now };
    await saveEdition(deps, prepared.edition, async (deps) => {
      const isIssued = await payAndIssue(deps, statement, prepared);
      if (!isIssued) return false;
      // A reserved credit was taken when its batch began.
      await (reserved === undefined ? emitLowBalance(deps, owned.accountId, 1) : reserved.issued(deps));
      return true;
    });
  };
  try {
    await (reserved === undefined ? countFailure(deps, owned.accountId, prepare) : prepare());
  } finally {
    // Otherwise it expires by itself.
    await endGeneration(deps.db, owned).catch((err: unknown) =>
      deps.log.warn({ err }, 'end of generation not written'),
    );
  }
}

/**
 * Marks the draft as being generated, when a credit is left besides those reserved by the account's other generations
 * and batches (decisions 0005, 0094).
 */
function begin(deps: Deps, owned: Owned, now: Date): Promise<StatementRow | undefined> {
  return transact(deps, async (deps) => {
    if (!(await lockLedger(deps, owned.accountId))) throw new AppError('not_found', 'Pas trouvé.');
    const credits = await balance(deps, owned.accountId);
    if (credits < 1) throw noCredit();
    const taken = (await countGenerating(deps.db, { ...owned, now })) + (await reservedCredits(deps, owned.accountId));
    if (taken >= credits) throw allTaken(credits);
    return mark(deps, owned, now);
  });
}

const mark = ({ db }: Deps, owned: Owned, now: Date): Promise<StatementRow | undefined> =>
  beginGeneration(db, { ...owned, now, ms: LONGEST_MS });

/** Credits reserved by the account's running generations, batches apart. */
export const creditsInUse = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: number): Promise<number> =>
  countGenerating(db, { accountId, id: 0, now: clock() });

function allTaken(credits: number): AppError {
  const taken =
    credits === 1
      ? 'Votre dernier crédit est réservé à un autre état des risques, en cours de préparation. Attendez qu’il soit prêt'
      : `Vos ${credits} crédits sont réservés à d’autres états des risques, en cours de préparation. Attendez qu’ils soient prêts`;
  return new AppError('conflict', `${taken}, ou achetez un crédit\u00A0: rien n’a été débité.`);
}

const changedMeanwhile = (): AppError =>
  new AppError('conflict', 'Les déclarations ont changé pendant la génération\u00A0: relancez-la.');

/** False when another call was faster. */
async function payAndIssue(deps: Deps, statement: StatementRow, prepared: Prepared): Promise<boolean> {
  const owned = { accountId: statement.account_id, id: statement.id };
  // The account's lock comes before the statement's, as in a deletion: no deadlock.
  if (!(await lockLedger(deps, owned.accountId))) throw new AppError('not_found', 'Pas trouvé.');
  const current = await lockStatement(deps.db, owned);
  if (current === undefined) throw new AppError('not_found', 'Pas trouvé.');
  if (current.issued_at !== null) return false;
  if (current.answers_version !== statement.answers_version) throw changedMeanwhile();
  if (JSON.stringify(current.declarations) !== JSON.stringify(statement.declarations)) {
    throw changedMeanwhile();
  }
  await debitCredit(deps, { accountId: owned.accountId, statementId: owned.id, at: prepared.begunAt });
  const { edition, ...place } = prepared;
  await markIssued(deps.db, owned, { issuedAt: edition.issued_at, ...place });
  await insertEdition(deps.db, edition);
  await markOpenQuestions(deps, owned, edition);
  await deleteDraft(deps.db, { accountId: owned.accountId, codeParcelle: statement.code_parcelle });
  await emitForAccount(deps, owned.accountId, { type: 'statement.issued', data: issuedData(deps, statement, edition) });
  return true;
}
