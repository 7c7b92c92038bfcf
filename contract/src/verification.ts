import { z } from 'zod';
import { route } from './common/route.ts';

/** True for a document made with a test key, which has no value. */
export const isTest = (reference: string): boolean => reference.startsWith('TEST-');

export const REFERENCE = /^(?:ERP|TEST)-\d{4}-\d{6,15}(?:-R1)?(?:-A[1-9]\d{0,2})?(?:-C[1-9]\d?)?$/;

/** Public information about a document: the commune of the property, nothing about people. */
export const Verification = z.object({
  reference: z.string(),
  /**
   * `valide`, `complete` (its owner's answers are in a later print of the same facts), `remplace` by its renewal, or
   * `expire`. A replaced document is never shown as expired.
   */
  etat: z.enum(['valide', 'complete', 'remplace', 'expire']),
  emis_le: z.iso.date(),
  /** Last day of validity, in Paris. */
  expire_le: z.iso.date(),
  specimen: z.boolean(),
  /** Commune of the parcel, from the cadastre: a copy that shows another commune is a forgery. Null for older documents. */
  commune: z.object({ nom: z.string(), code_insee: z.string() }).nullish(),
  /** When there are several: how many parcels, and the communes after the first. */
  nombre_parcelles: z.int().optional(),
  autres_communes: z.array(z.object({ nom: z.string(), code_insee: z.string() })).optional(),
  /** The edition that replaces it. */
  remplace_par: z.object({ reference: z.string(), emis_le: z.iso.date() }).nullable(),
  /** Reference of the edition that it replaces, possibly of another year. */
  remplace: z.string().nullable(),
  /** The newest edition that completes it; absent or null for others. */
  complete_par: z.object({ reference: z.string(), complete_le: z.iso.date() }).nullish(),
  /** The document that a completed edition completes, and when. */
  complete: z.object({ reference: z.string(), complete_le: z.iso.date() }).nullish(),
  /** SHA-256 of the PDF, hexadecimal. */
  sha256: z.string(),
  /** SHA-256 of the short version to hand over; absent or null until its first download. */
  sha256_remise: z.string().nullish(),
  /** A line signed when the document was issued; null for documents older than the signature. */
  attestation: z
    .object({
      /** `CLAIRISQUE-1 ERP-2026-000123 2026-11-21T08:00:00Z sha256:…` in UTF-8 */
      ligne: z.string(),
      /** Ed25519 over the line, base64url. */
      signature: z.string(),
      /** Address of our public key. */
      cle: z.string(),
    })
    .nullable(),
});
export type Verification = z.infer<typeof Verification>;

export const verify = route({
  method: 'GET',
  url: '/api/v2/verification/:reference/',
  config: { access: 'none', priority: 'paid' },
  schema: {
    tags: ['Vérification'],
    summary: 'Vérifier un document',
    params: z.object({ reference: z.string().max(40) }),
    response: { 200: Verification },
  },
});

/** Our public keys as a JSON Web Key Set (RFC 7517), newest first. */
export const verificationKeys = route({
  method: 'GET',
  url: '/.well-known/clairisque-keys.json',
  config: { access: 'none', throttle: 'open', priority: 'paid' },
  schema: {
    tags: ['Vérification'],
    summary: 'Clés publiques de signature',
    response: { 200: z.object({ keys: z.array(z.record(z.string(), z.string())) }) },
  },
});
