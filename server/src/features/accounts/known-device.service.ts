import { createHash, randomBytes } from 'node:crypto';
import type { Deps } from '#deps.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import type { AccountRow } from './accounts.queries.ts';

type Owner = Pick<AccountRow, 'id' | 'password_hash'>;

const COOKIE = 'appareil';
const ONE_YEAR_S = 31_536_000;
const DEVICE_BYTES = 8;
const ATTRIBUTES = 'Path=/api/v2/; HttpOnly; Secure; SameSite=Strict';

/**
 * A device cookie (OWASP): the browser has opened this account by its password or by a mailed link. It authenticates
 * nothing; attempts that carry it have a separate count, which strangers cannot fill. A new password ends it.
 */
export async function deviceCookie(deps: Deps, account: Owner, known: string | null): Promise<string> {
  const device = known ?? randomBytes(DEVICE_BYTES).toString('hex');
  const token = secretToken(await linksKey(deps.db), COOKIE, `${ownerOf(account)}${device}`);
  return `${COOKIE}=${token}; Max-Age=${ONE_YEAR_S}; ${ATTRIBUTES}`;
}

/** Ends the cookie: the account is deleted. */
export const NO_DEVICE_COOKIE = `${COOKIE}=; Max-Age=0; ${ATTRIBUTES}`;

/** Number of the device that the header `Cookie` proves for this account; null without proof. */
export async function knownDevice(
  deps: Deps,
  account: Owner | undefined,
  cookies: string | undefined,
): Promise<string | null> {
  const token = tokenIn(cookies);
  if (token === undefined) return null;
  const id = readSecretToken(await linksKey(deps.db), COOKIE, token);
  if (account === undefined) return null;
  const owner = ownerOf(account);
  return id?.length === owner.length + 2 * DEVICE_BYTES && id.startsWith(owner) ? id.slice(owner.length) : null;
}

/** Whether the header proves a device of any account. */
export async function isDevice(deps: Deps, cookies: string | undefined): Promise<boolean> {
  const token = tokenIn(cookies);
  return token !== undefined && readSecretToken(await linksKey(deps.db), COOKIE, token) !== null;
}

/** When two have the same name, the first: by RFC 6265, the one of the longest path. */
const tokenIn = (cookies = ''): string | undefined =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1);

/** The account's number has these digits in `ownerOf`. */
export const ACCOUNT_DIGITS = 14;

/** Hexadecimal: the account's number and a fingerprint of its password's hash. */
export function ownerOf({ id, password_hash }: Owner): string {
  const fingerprint = createHash('sha256').update(password_hash).digest('hex').slice(0, 16);
  return `${id.toString(16).padStart(ACCOUNT_DIGITS, '0')}${fingerprint}`;
}
