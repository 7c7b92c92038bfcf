import { verificationKeys, type Verification } from '@clairisque/contract/verification.ts';
import { call } from '#lib/api.ts';
import { parisDay } from '#lib/dates.ts';

type Attestation = NonNullable<Verification['attestation']>;
/** `day`: the one that the page shows, in Paris. */
export type Signed = { reference: string; sha256: string; day: string; attestation: Attestation };
export type SignatureState = 'verified' | 'wrong' | 'unavailable';

const LINE = /^CLAIRISQUE-1 (?<reference>\S+) (?<instant>\S+) sha256:(?<sha256>[0-9a-f]{64})$/;

/**
 * Whether one of our public keys signed a line about this document and that day. `unavailable` where the browser lacks Ed25519, or
 * WebCrypto outside https.
 * @throws {ApiFailure} when the keys could not be fetched.
 */
export async function checkSignature(signed: Signed, signal: AbortSignal): Promise<SignatureState> {
  if (!globalThis.crypto?.subtle) return 'unavailable';
  const { attestation } = signed;
  const line = LINE.exec(attestation.ligne)?.groups;
  if (line?.['reference'] !== signed.reference || line['sha256'] !== signed.sha256) return 'wrong';
  if (parisDay(line['instant']) !== signed.day) return 'wrong';
  const { keys } = await call(verificationKeys, { signal });
  for (const jwk of keys.filter(({ kty, crv }) => kty === 'OKP' && crv === 'Ed25519')) {
    const state = await checkWith(jwk, attestation);
    if (state !== 'wrong') return state;
  }
  return 'wrong';
}

async function checkWith(jwk: JsonWebKey, { ligne, signature }: Attestation): Promise<SignatureState> {
  const key = await importKey(jwk);
  if (key === null) return 'unavailable';
  const isSigned = await crypto.subtle.verify('Ed25519', key, bytesOf(signature), new TextEncoder().encode(ligne));
  return isSigned ? 'verified' : 'wrong';
}

/** Null where the browser lacks the algorithm (before Chrome 137, Firefox 129, Safari 17). */
async function importKey({ kty = '', crv = '', x = '' }: JsonWebKey): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  } catch {
    return null;
  }
}

/** base64url */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
