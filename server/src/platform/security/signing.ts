import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { Db } from '#platform/db/db.ts';

/**
 * Attestation of a document, signed with Ed25519: the line and our public key prove later what was issued, when and
 * with which bytes, even without us (docs/verification.md).
 */
export type Attestation = { line: string; signature: Buffer };

/** `sha256`: of the PDF, hexadecimal. Deterministic: the same edition has the same line and signature (RFC 8032). */
export async function attestEdition(
  { db }: { db: Db },
  edition: { reference: string; issuedAt: Date; sha256: string },
): Promise<Attestation> {
  const instant = edition.issuedAt.toISOString().replace(/\.\d+Z$/, 'Z');
  const line = `CLAIRISQUE-1 ${edition.reference} ${instant} sha256:${edition.sha256}`;
  return { line, signature: sign(null, Buffer.from(line), await privateKey(db)) };
}

type JwkMembers = Record<'crv' | 'kty' | 'x', string>;

/**
 * Our public keys as JSON Web Keys (RFC 8037): the current one, then retired ones, latest first; `kid` is the
 * thumbprint of RFC 7638.
 */
export async function publicKeys({ db }: { db: Db }): Promise<Record<string, string>[]> {
  const current = await privateKey(db);
  const retired = await db
    .selectFrom('signing_key')
    .select('key')
    .where('name', 'like', `${NAME}-%`)
    .orderBy('name', 'desc')
    .execute();
  return [current, ...retired.map(({ key }) => keyOf(key))].map((key) => {
    const { kty, crv, x } = createPublicKey(key).export({ format: 'jwk' });
    const members = { crv, kty, x } as JwkMembers;
    return { ...members, use: 'sig', alg: 'EdDSA', kid: thumbprint(members) };
  });
}

/** SHA-256 of the required members in alphabetical order, without spaces. */
function thumbprint({ crv, kty, x }: JwkMembers): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/** Created at first use; of two concurrent ones, one is stored and both read it. */
async function privateKey(db: Db): Promise<KeyObject> {
  return keyOf((await findKey(db)) ?? (await makeKey(db)));
}

const keyOf = (key: Buffer): KeyObject => createPrivateKey({ key, format: 'der', type: 'pkcs8' });

async function makeKey(db: Db): Promise<Buffer> {
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  await db
    .insertInto('signing_key')
    .values({ name: NAME, key: privateKey })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await findKey(db)) ?? privateKey;
}

/**
 * A retired key is renamed `attestation-` with its instant (docs/security/keys.md): the next document creates a new
 * one.
 */
const NAME = 'attestation';

async function findKey(db: Db): Promise<Buffer | undefined> {
  const row = await db.selectFrom('signing_key').select('key').where('name', '=', NAME).executeTakeFirst();
  return row?.key;
}
