import { createHash, randomBytes } from 'node:crypto';
import { buyLot } from '#features/credits/credits.ts';
import type { Deps } from '#deps.ts';
import { transact } from '#platform/db.ts';
import { Failure } from '#platform/failure.ts';
import type { Caller } from '#platform/http/auth.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import {
  deleteToken,
  deleteTokensExpiredBefore,
  findLogin,
  findToken,
  findUser,
  insertActiveAccount,
  insertToken,
} from './accounts.queries.ts';

/** The browser keeps its token seven days (spec §3); the server does not honour it longer. */
const TOKEN_LIFE_MS = 7 * 24 * 3_600_000;

/** Opens a session; wrong password, unknown and inactive user answer the same, in the same time (Djoser §2.3). */
export async function signIn(deps: Deps, credentials: { username: string; password: string }): Promise<string> {
  const account = await findLogin(deps.db, credentials.username.trim());
  const matches = await verifyPassword(credentials.password.trim(), account?.password_hash ?? null);
  if (account === undefined || !matches || !account.active) {
    throw new Failure('bad_credentials', {
      non_field_errors: ["Impossible de se connecter avec les informations d'identification fournies."],
    });
  }
  // 40 hexadecimal characters, the shape of DRF's tokens; only its hash is stored.
  const token = randomBytes(20).toString('hex');
  const expires = new Date(deps.clock().getTime() + TOKEN_LIFE_MS);
  await insertToken(deps.db, { account_id: account.id, token_hash: hashToken(token), expires_at: expires });
  return token;
}

export async function signOut(deps: Deps, caller: Caller): Promise<void> {
  await deleteToken(deps.db, caller.tokenHash);
}

export async function authenticate(deps: Deps, token: string): Promise<Caller | { refused: string }> {
  const tokenHash = hashToken(token);
  const row = await findToken(deps.db, tokenHash);
  if (row === undefined || row.expires_at <= deps.clock()) return { refused: 'Token non valide.' };
  if (!row.active) return { refused: 'Utilisateur inactif ou supprimé.' };
  return { accountId: row.account_id, tokenHash };
}

export function currentUser(deps: Deps, caller: Caller): ReturnType<typeof findUser> {
  return findUser(deps.db, caller.accountId);
}

export async function forgetExpiredTokens(deps: Deps): Promise<void> {
  await deleteTokensExpiredBefore(deps.db, deps.clock());
}

/** Makes the demonstration account and its credits when it does not exist yet (decision R4). */
export async function ensureDemoAccount(
  deps: Deps,
  demo: { email: string; password: string; credits: number },
): Promise<void> {
  const passwordHash = await hashPassword(demo.password);
  await transact(deps, async (deps) => {
    const now = deps.clock();
    const id = await insertActiveAccount(deps.db, {
      email: demo.email,
      password_hash: passwordHash,
      activated_at: now,
      nom: 'Démonstration',
      prenom: 'Camille',
    });
    if (id === undefined) return;
    await buyLot(deps, {
      accountId: id,
      productCode: 'DEMO',
      label: 'Crédits de démonstration',
      credits: demo.credits,
      expiresAt: null,
    });
  });
}

function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
