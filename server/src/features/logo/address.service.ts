import type { Deps } from '#deps.ts';
import { AppError } from '#platform/app-error.ts';
import { linksKey, readSecretToken, secretToken } from '#platform/security/secret-link.ts';
import { findLogoRow } from './logo.ts';

/** An `<img>` sends no token: its URL contains one, valid for a day and for that picture only. */
const LIFE_S = 86_400;

export async function currentLogoUrl(deps: Deps, accountId: number): Promise<string | null> {
  const row = await findLogoRow(deps.db, accountId);
  return row === undefined ? null : logoUrl(deps, { accountId, sha256: row.sha256 });
}

export async function logoUrl(deps: Deps, logo: { accountId: number; sha256: string }): Promise<string> {
  const expires = Math.floor(deps.clock().getTime() / 1000) + LIFE_S;
  const token = secretToken(await linksKey(deps.db), 'logo', idOf({ ...logo, expires }));
  return `${deps.publicUrl}/api/v2/user/logo/image/${token}/`;
}

/** Throws `not_found` for an expired token, or when the logo was replaced. */
export async function readLogo(deps: Deps, token: string): Promise<Buffer> {
  const id = readSecretToken(await linksKey(deps.db), 'logo', token);
  const link = id === null ? null : partsOf(id);
  if (link === null || link.expires * 1000 < deps.clock().getTime()) throw notFound();
  const row = await findLogoRow(deps.db, link.accountId);
  if (row === undefined || !row.sha256.startsWith(link.shaStart)) throw notFound();
  return deps.files.get({ key: row.file_key, sha256: row.sha256 });
}

/** Sixteen bytes in hexadecimal: account, end, start of the sha256. */
function idOf({ accountId, expires, sha256 }: { accountId: number; expires: number; sha256: string }): string {
  return accountId.toString(16).padStart(12, '0') + expires.toString(16).padStart(8, '0') + sha256.slice(0, 12);
}

function partsOf(id: string): { accountId: number; expires: number; shaStart: string } {
  const number = (from: number, to: number): number => Number.parseInt(id.slice(from, to), 16);
  return { accountId: number(0, 12), expires: number(12, 20), shaStart: id.slice(20) };
}

const notFound = (): AppError => new AppError('not_found', 'Ce logo n’existe plus, ou son adresse a expiré.');
