import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import type { MailKind } from '#platform/mails/outbox.ts';
import { findAccount, type AccountRow } from './accounts.queries.ts';
import { insertMailedToken, type PresentedToken, type Purpose } from './token.queries.ts';

export type MailedLink = { uid: string; token: string };

const HOUR_MS = 3_600_000;
const PAGES: Record<Purpose, { path: string; validHours: number }> = {
  activation: { path: 'activate', validHours: 72 },
  password_reset: { path: 'password-reset-confirmation', validHours: 1 },
};

/** `notMeUrl`: page where the owner of the address says « ce n'est pas moi » (`disown`). */
export type SentLink = { url: string; notMeUrl: string; validHours: number };

/** Returns a link to mail, with a new token; only the token's hash is stored. Earlier links stay valid. */
export async function createLink(
  deps: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  account: Pick<AccountRow, 'id' | 'email'>,
  purpose: Purpose,
): Promise<SentLink> {
  const { path, validHours } = PAGES[purpose];
  const token = randomBytes(32).toString('base64url');
  await insertMailedToken(deps.db, {
    account_id: account.id,
    purpose,
    token_hash: hashToken(token),
    email: account.email,
    expires_at: new Date(deps.clock().getTime() + validHours * HOUR_MS),
  });
  const secret = `${encodeUid(account.id)}/${token}`;
  return { url: `${deps.publicUrl}/${path}/${secret}`, notMeUrl: `${deps.publicUrl}/pas-moi/${secret}`, validHours };
}

/** For an activation mail whose link makes its holder choose the password. */
export const CHOOSES_PASSWORD = { password: 'to-choose' };

/** An id that no account has. */
export const NO_ACCOUNT = 0;

export const ACTIVATION_MAIL: MailKind = { name: 'activation', label: 'activation du compte' };
export const PASSWORD_RESET_MAIL: MailKind = {
  name: 'password-reset',
  label: 'mot de passe oublié',
  notResent: 'seul son titulaire demande un nouveau mot de passe : page « Mot de passe oublié ».',
};

/** With null, queues a mail without recipient: the same work, dropped when it is composed. */
export function mailFor(kind: MailKind, account: AccountRow | null) {
  return { kind, recipient: account?.email ?? '', accountId: account?.id ?? null };
}

export function presented(
  deps: Pick<Deps, 'clock'>,
  account: AccountRow,
  link: { token: string; purpose: Purpose },
): PresentedToken {
  return {
    accountId: account.id,
    purpose: link.purpose,
    tokenHash: hashToken(link.token),
    email: account.email,
    now: deps.clock(),
  };
}

/** A fast hash is enough: the token is random, not chosen. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export async function findByUid(deps: Deps, uid: string): Promise<AccountRow | undefined> {
  const id = decodeUid(uid);
  return id === null ? undefined : findAccount(deps.db, id);
}

/** Writes the decimal id in base64url, as Django does. */
export function encodeUid(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Padding is accepted, as by Django; null for an invalid id. */
export function decodeUid(uid: string): number | null {
  if (!/^[\w-]{1,26}={0,2}$/.test(uid)) return null;
  const digits = Buffer.from(uid, 'base64url').toString('latin1');
  const id = /^\d{1,19}$/.test(digits) ? Number(digits) : null;
  return Number.isSafeInteger(id) ? id : null;
}

export function invalidUid(): AppError {
  return new AppError('invalid_input', {
    uid: ["L'id de l'utilisateur est invalide ou cet utilisateur n'existe pas."],
  });
}

export function invalidToken(): AppError {
  return new AppError('invalid_input', {
    token: ["Le jeton d'authentification est invalide pour cet utilisateur."],
  });
}
