import { randomUUID } from 'node:crypto';
import { VISIT_MINUTES, type createVisitorKey } from '@clairisque/contract/api-v3.trial.ts';
import type { KeyScope } from '@clairisque/contract/common/route.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { statementFolder } from '#features/documents/documents.ts';
import { AppError } from '#platform/app-error.ts';
import { transact } from '#platform/db/db.ts';
import { REMOVE_FILES } from '#platform/files/pending-files.ts';
import { insertKey, spaceOf } from './api-keys.queries.ts';
import { hashKey } from './api-keys.ts';
import { NO_SANDBOX } from './sandbox.service.ts';
import { newKey, shownPart } from './secret.rules.ts';
import { deleteVisitors, insertVisitor, listExpiredVisitors } from './visitors.queries.ts';
import { recurringJob, type Job } from '#platform/jobs/jobs.ts';

/** Visitors at once, those that wait for their deletion included. */
const MOST = 200;
const FULL =
  'Trop de visiteurs essaient l’API en ce moment. Réessayez dans quelques minutes, ou créez un compte : ses clés d’essai sont gratuites.';
const SCOPES: KeyScope[] = ['read', 'issue'];

/**
 * A test key for a visitor, with its own account: a visitor reads no other's statements (decision 0095). Throws
 * `conflict` (no sandbox), `too_many_requests`.
 */
export async function makeVisitorKey(deps: Deps): Promise<z.input<(typeof createVisitorKey.schema.response)[201]>> {
  if (deps.visitors === null) throw new AppError('conflict', NO_SANDBOX);
  const now = deps.clock();
  const expiresAt = new Date(now.getTime() + VISIT_MINUTES * 60_000);
  const cle = newKey('test');
  await transact(deps, async ({ db }) => {
    const email = `visiteur-${randomUUID()}@visiteur.invalid`;
    const accountId = await insertVisitor(db, { email, now, expiresAt, most: MOST });
    if (accountId === undefined) throw new AppError('too_many_requests', FULL, 120);
    await insertKey(db, {
      space_id: await spaceOf(db, accountId),
      name: 'Visiteur',
      scopes: SCOPES,
      prefix: shownPart(cle),
      key_hash: hashKey(cle),
      created_at: now,
      expires_at: expiresAt,
    });
  });
  return { cle, droits: SCOPES, expire_le: expiresAt.toISOString() };
}

const A_JOB = 100;

/** For a frequent cron: expired visitors, with what they made and its files. */
export async function forgetVisitors(deps: Pick<Deps, 'db' | 'clock' | 'jobs'>): Promise<void> {
  for (let forgotten = A_JOB; forgotten === A_JOB;) {
    forgotten = await transact(deps, async ({ db, clock, jobs }) => {
      const ids = (await listExpiredVisitors(db, { now: clock(), limit: A_JOB })).map((row) => row.account_id);
      if (ids.length === 0) return 0;
      // Whole folders, as in an erasure.
      await jobs.enqueue(db, REMOVE_FILES, { keys: [], folders: ids.map(statementFolder) });
      await deleteVisitors(db, ids);
      return ids.length;
    });
  }
}

export const apiKeyJobs: Job<Deps>[] = [
  recurringJob({ name: 'visitors.forget', cron: '*/5 * * * *', expireInSeconds: 300 }, forgetVisitors),
];
