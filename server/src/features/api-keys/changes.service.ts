import { MOST_KEYS, type ApiKey, type createApiKey, type NewApiKey } from '@clairisque/contract/api-keys.ts';
import type { KeyMode } from '@clairisque/contract/common/route.ts';
import { apiKeyId } from '@clairisque/contract/common/v3.ts';
import type { z } from 'zod';
import type { Deps } from '#deps.ts';
import { lockAccount, proveOwnership, recordEvent, type Origin } from '#features/accounts/accounts.ts';
import { transact } from '#platform/db/db.ts';
import { accountGone, AppError } from '#platform/app-error.ts';
import type { Caller } from '#platform/http/auth.ts';
import { queueMail, type MailKind } from '#platform/mails/outbox.ts';
import {
  bringExpiryForward,
  countWorking,
  findWorking,
  insertKey,
  listKeys,
  revokeKey,
  spaceOf,
  type KeyRow,
} from './api-keys.queries.ts';
import { hashKey } from './api-keys.ts';
import { NO_SANDBOX } from './sandbox.service.ts';
import { modeOf, newKey, shownPart } from './secret.rules.ts';

export const API_KEY_MAIL: MailKind = {
  name: 'api-key-created',
  label: 'nouvelle clé d’API',
  notResent: 'il annoncerait comme neuve une clé passée.',
};

const LISTED = 100;
const A_DAY_MS = 86_400_000;
const AN_HOUR_MS = 3_600_000;

type Shown = z.infer<typeof NewApiKey>;
type Create = z.output<typeof createApiKey.schema.body>;
/** A key, as its id names it. */
type Named = { caller: Caller; id: number; mode: KeyMode };
type Made = Pick<KeyRow, 'name' | 'scopes' | 'expires_at'> & { mode: KeyMode };

export async function listApiKeys(deps: Deps, accountId: number): Promise<ApiKey[]> {
  const now = deps.clock();
  return (await listKeys(deps.db, { accountId, limit: LISTED })).map((row) => shown(row, now));
}

/** The whole key is in this response only. Throws `invalid_input` (wrong password), `conflict` (too many keys, no sandbox). */
export async function makeApiKey(deps: Deps, asked: Create & { caller: Caller }, origin: Origin): Promise<Shown> {
  const account = await proveOwnership(deps, { caller: asked.caller, password: asked.current_password }, origin);
  const { name, mode, days } = asked;
  const expires_at = days === null ? null : new Date(deps.clock().getTime() + days * A_DAY_MS);
  const made = await transact(deps, (deps) =>
    writeKey(deps, account, { name, scopes: [...new Set(asked.scopes)], mode, expires_at }),
  );
  recordEvent(deps, { kind: 'api_key_created', account }, origin);
  return made;
}

/**
 * A new key with the name, the rights and the life of the former, which works for some hours more. Throws `not_found`
 * before the password is checked.
 */
export async function rotateApiKey(
  deps: Deps,
  asked: Named & { overlap_hours: number; current_password: string },
  origin: Origin,
): Promise<Shown> {
  const { caller, id, mode } = asked;
  const own = { accountId: caller.accountId, id, mode };
  await requireWorking(deps, own);
  const account = await proveOwnership(deps, { caller, password: asked.current_password }, origin);
  const made = await transact(deps, async (deps) => {
    // One of two concurrent replacements succeeds when the former ends at once.
    await lockAccount(deps.db, account.id);
    const former = await requireWorking(deps, own);
    const now = deps.clock();
    await bringExpiryForward(deps.db, id, { now, until: new Date(now.getTime() + asked.overlap_hours * AN_HOUR_MS) });
    // The former key's lifetime, also when it was replaced before.
    const end = former.replaced_at === null ? former.expires_at : former.made_until;
    const expires_at = end && new Date(now.getTime() + end.getTime() - former.created_at.getTime());
    const { name, scopes } = former;
    return writeKey(deps, account, { name, scopes, mode: modeOf(former.prefix), expires_at });
  });
  recordEvent(deps, { kind: 'api_key_rotated', account }, origin);
  return made;
}

/** Its next call is refused. Throws `not_found`. */
export async function revokeApiKey(deps: Deps, { caller, ...named }: Named, origin: Origin): Promise<void> {
  const { accountId } = caller;
  if (!(await revokeKey(deps.db, { ...named, accountId, now: deps.clock() }))) throw noSuchKey();
  recordEvent(deps, { kind: 'api_key_revoked', account: { id: accountId } }, origin);
}

type Owner = { id: number; email: string };

async function writeKey(deps: Deps, { id: accountId, email }: Owner, made: Made): Promise<Shown> {
  const { mode, ...columns } = made;
  // Also against an erasure, and another key at the same time.
  if ((await lockAccount(deps.db, accountId)) === undefined) throw accountGone();
  const now = deps.clock();
  if ((await countWorking(deps.db, { accountId, now })) >= MOST_KEYS) {
    throw new AppError('conflict', `Vous avez déjà ${MOST_KEYS} clés actives\u00A0: révoquez-en une d’abord.`);
  }
  if (mode === 'test' && deps.sandbox === null) throw new AppError('conflict', NO_SANDBOX);
  const key = newKey(mode);
  const row = await insertKey(deps.db, {
    space_id: await spaceOf(deps.db, accountId),
    ...columns,
    prefix: shownPart(key),
    key_hash: hashKey(key),
    created_at: now,
  });
  if (mode === 'live') {
    await queueMail(deps, { kind: API_KEY_MAIL, recipient: email, accountId, params: { name: columns.name } });
  }
  return { ...shown(row, now), key };
}

async function requireWorking(deps: Deps, key: { accountId: number; id: number; mode: KeyMode }): Promise<KeyRow> {
  const row = await findWorking(deps.db, { ...key, now: deps.clock() });
  if (row === undefined) throw noSuchKey();
  return row;
}

const noSuchKey = (): AppError => new AppError('not_found', 'Cette clé n’existe pas, ou ne fonctionne déjà plus.');

function shown(row: KeyRow, now: Date): ApiKey {
  const mode = modeOf(row.prefix);
  const isExpired = row.expires_at !== null && row.expires_at <= now;
  return {
    id: apiKeyId(row.id, mode),
    name: row.name,
    prefix: row.prefix,
    mode,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    status: row.revoked_at === null ? (isExpired ? 'expired' : 'active') : 'revoked',
  };
}
