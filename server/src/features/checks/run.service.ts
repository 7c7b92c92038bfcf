import { Temporal } from 'temporal-polyfill';
import type { Deps } from '#deps.ts';
import { watchedUntil } from '#domain/risks/deeds.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { requireEdition } from '#features/documents/documents.ts';
import { collectAgain, compareAgain, requireStatement, type Again } from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { findCheckable, type Checkable } from './checks.queries.ts';
import { claimCheck, lockRunning, writeCheck, type Claimed } from './running.queries.ts';
import { confirm, lack, missingOf, replace, TakenOver, type Running } from './outcome.service.ts';

/** Longer than a check: two minutes of sources, then an edition. A worker that dies loses it after that time. */
const LEASE_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
/** Minutes since it was asked for, and before the next try. The sources are asked for three days, then no more. */
const RETRIES = [
  { within: 10, wait: 10 },
  { within: 70, wait: 60 },
  { within: 250, wait: 180 },
  { within: 610, wait: 360 },
] as const;
const LATER_RETRY = 720;
const GIVEN_UP_AFTER_MS = 3 * 86_400_000;

/**
 * Asks the sources again about a statement and writes what was found: unchanged, changed, or not obtained. Idempotent: of
 * two workers, one writes, and what a dead one began is done again.
 */
export async function runCheck(deps: Deps, id: number): Promise<void> {
  const now = deps.clock();
  const until = new Date(now.getTime() + LEASE_MS);
  const check = await claimCheck(deps.db, { id, now, until });
  if (check === undefined) return;
  try {
    if (!(await perform(deps, check, until))) await putBack(deps, check, until);
  } catch (error) {
    // Its account is gone, and this check with it.
    if (error instanceof AppError && error.code === 'not_found') return;
    if (error instanceof TakenOver) return;
    await giveBack(deps, check, until).catch(() => undefined);
    throw error;
  }
}

/** False when the statement was completed, renewed or signed meanwhile. */
async function perform(deps: Deps, check: Claimed, until: Date): Promise<boolean> {
  const checkable = await findCheckable(deps.db, { id: check.statement_id });
  if (checkable === undefined || checkRefusal(checkable, deps.clock()) !== null) return drop(deps, check, until);
  const owned = { accountId: check.account_id, id: check.statement_id };
  const statement = await requireStatement(deps, owned);
  const former = await requireEdition(deps, owned);
  const running = { check, until, statement, former };
  const again = await collect(deps, running);
  if ('missing' in again) return lack(deps, running, again);
  const comparison = await compareAgain(deps, former, again);
  const { changes } = comparison;
  if (changes.length > 0 && comparison.isIssuable) return replaceInTurn(deps, running, { again, comparison });
  const missing = missingOf(comparison);
  if (missing.length > 0)
    return lack(deps, running, { missing, sentences: changes, nextAt: nextTry(check, deps.clock()) });
  return confirm(deps, running, again);
}

type Missing = Parameters<typeof lack>[2];

/** The cadastre may be silent, or no longer have the parcel. */
async function collect(deps: Deps, { statement, former, check }: Running): Promise<Again | Missing> {
  const lacking = (reason: string, nextAt: Date | null): Missing => ({
    missing: [{ heading: 'cadastre', title: 'Parcelles du cadastre', reason }],
    sentences: [],
    nextAt,
  });
  try {
    return await collectAgain(deps, statement, former);
  } catch (error) {
    if (error instanceof SupplierFailure) return lacking('le cadastre ne répond pas', nextTry(check, deps.clock()));
    // A parcel was divided or merged since: asking again changes nothing.
    if (error instanceof AppError && error.code === 'conflict') return lacking(sentenceOf(error), null);
    throw error;
  }
}

const sentenceOf = (error: AppError): string =>
  typeof error.content === 'string' ? error.content : Object.values(error.content).flat().join(' ');

type Found = Parameters<typeof replace>[2];

/** Prints in the turn of its account, behind people. */
async function replaceInTurn(deps: Deps, running: Running, found: Found): Promise<boolean> {
  let isWritten = false;
  const { account_id: accountId, id } = running.check;
  // A run of its own for each claim: who takes a check over does not join the run that lost it.
  const turn = { owner: String(accountId), key: `check ${id} ${running.until.toISOString()}`, isBackground: true };
  await deps.generations(turn, async () => {
    isWritten = await replace(deps, running, found);
  });
  return isWritten;
}

/** The age of a check decides, not its tries: those that people ask for do not put off the next. */
function nextTry({ asked_at }: Claimed, now: Date): Date | null {
  const age = now.getTime() - asked_at.getTime();
  if (age > GIVEN_UP_AFTER_MS) return null;
  const wait = RETRIES.find(({ within }) => age < within * MINUTE_MS)?.wait ?? LATER_RETRY;
  return new Date(now.getTime() + wait * MINUTE_MS);
}

/** Signed, expired, or after the year of checks. */
async function drop(deps: Deps, check: Claimed, until: Date): Promise<true> {
  const values = {
    ended_at: deps.clock(),
    next_at: null,
    outcome: check.missing === null ? 'dropped' : 'incomplete',
  } as const;
  await change(deps, check, { until, values });
  return true;
}

/** The document changed meanwhile: its next run compares the new one. */
const putBack = (deps: Deps, check: Claimed, until: Date): Promise<void> =>
  change(deps, check, { until, values: { next_at: deps.clock() } });

/** Our own failure: tried again soon. */
const giveBack = (deps: Deps, check: Claimed, until: Date): Promise<void> =>
  change(deps, check, { until, values: { next_at: new Date(deps.clock().getTime() + MINUTE_MS) } });

type Change = { until: Date; values: Parameters<typeof writeCheck>[2] };

function change(deps: Deps, { id }: Claimed, { until, values }: Change): Promise<void> {
  return transact(deps, async ({ db }) => {
    if ((await lockRunning(db, { id, until })) !== undefined) await writeCheck(db, id, values);
  });
}

/** Why a statement is not checked, in one sentence; null when it may be. */
export function checkRefusal(
  { issuedAt, expiresOn, closedAt }: Pick<Checkable, 'issuedAt' | 'expiresOn' | 'closedAt'>,
  now: Date,
): string | null {
  const today = parisDate(now.toISOString());
  if (closedAt !== null) return 'La signature est faite : ce document n’est plus vérifié.';
  if (Temporal.PlainDate.compare(today, expiresOn) > 0)
    return 'Ce document a expiré : renouvelez-le, il sera établi avec les données du jour.';
  const last = watchedUntil(parisDate(issuedAt.toISOString()));
  if (Temporal.PlainDate.compare(today, last) > 0)
    return 'Les vérifications comprises dans le crédit s’arrêtent un an après la première émission.';
  return null;
}
