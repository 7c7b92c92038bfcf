import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from './db.ts';

/**
 * Secret addresses that nothing has to be stored for: the token holds the id of what it opens and a seal that only we can
 * make. Who has the database alone can make none without `signing_key`; a wrong one is told before any other query.
 */
const SEAL_BYTES = 24;

/** `id` is hexadecimal, the dashes of a UUID set aside; `kind` keeps a token from opening something else of that id. */
export function secretToken(key: Buffer, kind: string, id: string): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  return Buffer.concat([bytes, seal(key, kind, bytes)]).toString('base64url');
}

/** The id, hexadecimal without dashes (PostgreSQL reads a UUID so); null for a token that we did not make. */
export function readSecretToken(key: Buffer, kind: string, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url');
  // One address, one writing: Node also reads the signs of plain base64 and leftover bits.
  if (bytes.length <= SEAL_BYTES || bytes.toString('base64url') !== token) return null;
  const id = bytes.subarray(0, -SEAL_BYTES);
  return timingSafeEqual(bytes.subarray(-SEAL_BYTES), seal(key, kind, id)) ? id.toString('hex') : null;
}

function seal(key: Buffer, kind: string, id: Buffer): Buffer {
  return createHmac('sha256', key).update(`${kind}\n`).update(id).digest().subarray(0, SEAL_BYTES);
}

/** The key of every secret address, made with the database: another key, and they all end. */
export async function linksKey(db: Db): Promise<Buffer> {
  const row = await db.selectFrom('signing_key').select('key').where('name', '=', 'links').executeTakeFirstOrThrow();
  return row.key;
}
