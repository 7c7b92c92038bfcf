import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What a confirmation is bound to: a key and its space, and the digest of exactly what is issued. */
export type Bound = { keyId: number; spaceId: number; digest: Buffer };

const NONCE_BYTES = 12;
const SEAL_BYTES = 24;
const HEAD_BYTES = 4 + NONCE_BYTES;

/** A token of its last second, an unguessable number, and their MAC with what they are bound to. */
export function newConfirmation(secret: Buffer, bound: Bound, expires: Date): string {
  const head = Buffer.concat([Buffer.alloc(4), randomBytes(NONCE_BYTES)]);
  head.writeUInt32BE(Math.floor(expires.getTime() / 1000));
  return Buffer.concat([head, seal(secret, bound, head)]).toString('base64url');
}

/** `id`: the same for each use of the token. Null when it is not ours, or bound to something else. */
export function readConfirmation(secret: Buffer, bound: Bound, token: string): { id: string; expires: Date } | null {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== HEAD_BYTES + SEAL_BYTES || bytes.toString('base64url') !== token) return null;
  const head = bytes.subarray(0, HEAD_BYTES);
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), seal(secret, bound, head))) return null;
  return { id: head.subarray(4).toString('hex'), expires: new Date(head.readUInt32BE() * 1000) };
}

function seal(secret: Buffer, { keyId, spaceId, digest }: Bound, head: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`confirmation\n${spaceId}\n${keyId}\n`)
    .update(digest)
    .update(head)
    .digest()
    .subarray(0, SEAL_BYTES);
}
