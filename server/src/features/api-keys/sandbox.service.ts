import type { Deps } from '#deps.ts';
import { balance, buyLot, lockLedger } from '#features/credits/credits.ts';
import { transact } from '#platform/db/db.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { deleteTestTraces, deleteTests, listTestFiles } from './sandbox.queries.ts';

export const NO_SANDBOX =
  'Les clés d’essai ne sont pas disponibles sur ce serveur\u00A0: il n’a pas de simulateurs (SANDBOX_URL).';

/** More than a program can spend before its first statements are deleted. */
const CREDITS = 100_000_000;

/** Gives fictitious credits to an account without any. `deps` of a test key. */
export async function fundTests(deps: Deps, accountId: number): Promise<void> {
  if ((await balance(deps, accountId)) > 0) return;
  await transact(deps, async (deps) => {
    const isFirst = (await lockLedger(deps, accountId)) && (await balance(deps, accountId)) === 0;
    const lot = { accountId, productCode: 'ESSAI', label: 'Essai', credits: CREDITS, expiresAt: null };
    if (isFirst) await buyLot(deps, lot);
  });
}

const KEPT_DAYS = 30;
const A_JOB = 500;

/** For a daily cron, even once there is no sandbox: test statements, and what they left. */
export async function forgetOldTests(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  const before = new Date(deps.clock().getTime() - KEPT_DAYS * 86_400_000);
  await deleteTestTraces(deps.db, before);
  for (;;) {
    const old = await listTestFiles(deps.db, { before, limit: A_JOB });
    if (old.length === 0) return;
    const keys = old.flatMap((statement) => statement.keys.filter((key) => key !== null));
    await transact(deps, async ({ db, jobs }) => {
      if (keys.length > 0) await jobs.enqueue(db, REMOVE_FILES, { keys });
      const ids = old.map(({ id }) => id);
      await deleteTests(db, ids);
    });
  }
}
