import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#platform/db/db.ts';

/**
 * Secret URLs without stored state: the token contains the id and a MAC under `signing_key`. The database without that
 * key is not enough to make one; a wrong token is refused before any other query.
 */
const SEAL_BYTES = 24;

/** `id` is hexadecimal, without a UUID's dashes; `kind` prevents a token from opening another kind of object. */
export function secretToken(key: Buffer, kind: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, seal(key, kind, bytes)]).toString('base64url');
}

/** The id, hexadecimal without dashes (PostgreSQL accepts it as a UUID); null for a token that is not ours. */
export function readSecretToken(key: Buffer, kind: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // Canonical encoding only: Node also accepts plain base64 characters and leftover bits.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, -SEAL_BYTES);
  return timingSafeEqual(bytes.subarray(-SEAL_BYTES), seal(key, kind, id)) ? id.toString('hex') : null;
}

function seal(key: Buffer, kind: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update(`${kind}\n`).update(id).digest().subarray(0, SEAL_BYTES);
}

/** Key of all secret URLs, created with the database: replacing it ends them all. */
export async function linksKey(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('signing_key').select('key').where('name', '=', 'links').executeTakeFirstOrThrow();
  return row.key;
}
