import type { Deps } from '#deps.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import { ACCOUNT_DIGITS, ownerOf } from './known-device.service.ts';
import { findAccount, type AccountRow } from './accounts.queries.ts';

const KIND = 'attente';
const HOUR_S = 3_600;
/** Hexadecimal digits of a time in seconds. */
const TIME_DIGITS = 8;

/**
 * For the tab that signed up: it may ask whether this account is active, with this very password. A link asked for again has its
 * holder choose another one, and the token says nothing any more: the sign-up may have been a stranger's (decision 0055).
 */
export async function awaitedToken(deps: Deps, account: Pick<AccountRow, 'id' | 'password_hash'>): Promise<string> {
  const time = secondsOf(deps).toString(16).padStart(TIME_DIGITS, '0');
  return secretToken(await linksKey(deps.db), KIND, `${ownerOf(account)}${time}`);
}

export async function isActivated(deps: Deps, token: string): Promise<boolean> {
  const read = readSecretToken(await linksKey(deps.db), KIND, token);
  if (read === null) return false;
  const owner = read.slice(0, -TIME_DIGITS);
  if (secondsOf(deps) - parseInt(read.slice(-TIME_DIGITS), 16) > HOUR_S) return false;
  const account = await findAccount(deps.db, parseInt(owner.slice(0, ACCOUNT_DIGITS), 16));
  return account !== undefined && account.active && ownerOf(account) === owner;
}

const secondsOf = ({ clock }: Deps): number => Math.floor(clock().getTime() / 1000);
