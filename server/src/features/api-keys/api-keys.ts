import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '#deps.ts';
import { hourOf, lockAccount } from '#features/accounts/accounts.ts';
import { findSpace } from '#features/events/events.ts';
import { createBatch } from '#platform/shared-calls.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import { keyOf, type AuthenticateKey } from '#platform/http/auth.ts';
import {
  deleteEndedBefore,
  findKeyName,
  findKeys,
  spaceOf,
  updateLastUse,
  type PresentedKey,
} from './api-keys.queries.ts';
import { NO_SANDBOX } from './sandbox.service.ts';
import { isKey, modeOf } from './secret.rules.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { modeOf as modeOfId, rowOf, uuidOf } from '@clairisque/contract/common/v3.ts';

export { forgetOldTests, fundTests, NO_SANDBOX } from './sandbox.service.ts';

export { spaceOf };

/** For a session that calls API v3. */
export async function spaceOfAccount(deps: Pick<Deps, 'db'>, accountId: number): Promise<number> {
  const known = await findSpace(deps, accountId);
  if (known !== undefined) return known;
  return transact(deps, async ({ db }) => {
    if ((await lockAccount(db, accountId)) === undefined) throw accountGone();
    return spaceOf(db, accountId);
  });
}

/** The name that its owner gave to a key. */
export const nameOfKey = async ({ db }: Pick<Deps, 'db'>, id: number): Promise<string> =>
  (await findKeyName(db, id)) || 'sans nom';

export const hashKey = (key: string): Buffer => hash('sha256', key, 'buffer');

const UNKNOWN = { code: 'key_invalid', sentence: 'Cette clé d’API n’existe pas.' } as const;
const DISABLED = { code: 'key_invalid', sentence: 'Le compte de cette clé d’API est désactivé.' } as const;
const REVOKED = { code: 'key_revoked', sentence: 'Cette clé d’API a été révoquée.' } as const;
const EXPIRED = { code: 'key_expired', sentence: 'Cette clé d’API a expiré.' } as const;

/**
 * Returns the space and the account of a key, or why it is refused. Called for every request of API v3: concurrent
 * lookups are batched.
 */
export function createAuthenticateKey(deps: Deps): AuthenticateKey {
  const find = createBatch(async (hashes: Buffer[]) => {
    const rows = await findKeys(deps.db, hashes);
    const byHash = new Map(rows.map((row) => [row.key_hash.toString('hex'), row]));
    return (keyHash: Buffer) => byHash.get(keyHash.toString('hex'));
  });
  const recordUse = createUseRecorder(deps);
  return async (key) => {
    if (!isKey(key)) return { refused: UNKNOWN };
    const keyHash = hashKey(key);
    const row = await find(keyHash);
    if (row === undefined) return { refused: UNKNOWN };
    if (row.revoked_at !== null) return { refused: REVOKED };
    if (row.expires_at !== null && row.expires_at <= deps.clock()) return { refused: EXPIRED };
    if (!row.active) return { refused: DISABLED };
    recordUse(row);
    return {
      accountId: row.account_id,
      tokenHash: keyHash,
      key: { id: row.id, spaceId: row.space_id, mode: modeOf(key), scopes: row.scopes, isVisitor: row.visitor },
    };
  };
}

/**
 * What a call of API v3 works with: for a test key, other tables and simulated suppliers. Throws `test_key_refused` when
 * there is no sandbox any more.
 */
export function depsOf(deps: Deps, request: FastifyRequest): Deps {
  const { mode, isVisitor } = keyOf(request).key;
  if (mode === 'live') return deps;
  const tests = isVisitor ? deps.visitors : deps.sandbox;
  if (tests === null) throw new AppError('test_key_refused', NO_SANDBOX);
  return tests;
}

/** Once an hour, in parallel with the call, which neither waits for it nor fails with it. */
function createUseRecorder(deps: Deps): (key: PresentedKey) => void {
  const underWay = new Set<number>();
  return ({ id, last_used_at: lastUse }) => {
    const hour = hourOf(deps.clock());
    if ((lastUse !== null && lastUse >= hour) || underWay.has(id)) return;
    underWay.add(id);
    updateLastUse(deps.db, id, hour)
      .finally(() => underWay.delete(id))
      .catch((err: unknown) => deps.log.warn({ err }, 'use of a key not written'));
  };
}

/** An owner may look up an ended key for so long. */
const KEPT_DAYS = 180;

/** For a daily cron. */
export const forgetOldKeys = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> =>
  deleteEndedBefore(db, new Date(clock().getTime() - KEPT_DAYS * 86_400_000));

/** The number in an id that a caller gives. Throws `id_of_other_mode`. */
export const numberOf = (mode: KeyMode, id: string): number => rowOf(ofMode(mode, id));

/** The UUID in one. Throws the same. */
export const uuidIn = (mode: KeyMode, id: string): string => uuidOf(ofMode(mode, id));

function ofMode(mode: KeyMode, id: string): string {
  if (modeOfId(id) === mode) return id;
  const detail =
    mode === 'live'
      ? 'Cet identifiant est celui d’un essai\u00A0: lisez-le avec une clé d’essai.'
      : 'Cet identifiant n’est pas celui d’un essai\u00A0: lisez-le avec une clé réelle.';
  throw new AppError('id_of_other_mode', detail);
}
