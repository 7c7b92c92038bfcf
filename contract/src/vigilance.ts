import { z } from 'zod';
import { route } from './common/route.ts';

const tags = ['Vérification'] as const;
const Hash = z.string().regex(/^[\da-f]{64}$/);

/** Proof that a line is in the log, to check without us (`docs/verification.md`). */
export const Inclusion = z.object({
  /** Ranks begin with 1. */
  rang: z.int(),
  jour: z.iso.date(),
  /** « edition ERP-2026-000123 sha256:… 2026-11-28T09:14:07Z » */
  ligne: z.string(),
  /** Hash of the line before; 64 zeros before the first. */
  precedente: Hash,
  /** SHA-256 of `precedente`, a line break and `ligne`. */
  empreinte: Hash,
  /** From the leaf to the root of its day; null until the day has ended. */
  preuve: z
    .object({
      racine: Hash,
      premier_rang: z.int(),
      dernier_rang: z.int(),
      /** The other half of each level, and its side. */
      chemin: z.array(z.object({ cote: z.enum(['gauche', 'droite']), empreinte: Hash })),
    })
    .nullable(),
});
export type Inclusion = z.infer<typeof Inclusion>;

/** Proof of a document or of an attestation, oldest line first; none until it is written, within a minute. */
export const readInclusion = route({
  method: 'GET',
  url: '/api/v2/verification/:reference/preuve/',
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags,
    summary: 'Preuve qu’un document est dans le journal de vigilance',
    params: z.object({ reference: z.string().max(40) }),
    response: { 200: z.object({ preuves: z.array(Inclusion) }) },
  },
});

/** The last 400 days, newest first. */
export const listRoots = route({
  method: 'GET',
  url: '/api/v2/statut/racines/',
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags: ['Statut'],
    summary: 'Racines du journal de vigilance, un jour par ligne',
    response: {
      200: z.object({
        racines: z.array(z.object({ jour: z.iso.date(), premier_rang: z.int(), dernier_rang: z.int(), racine: Hash })),
      }),
    },
  },
});

/** All of them, oldest first: a file to keep. */
export const downloadRoots = route({
  method: 'GET',
  url: '/racines.txt',
  config: { access: 'none', throttle: 'open', produces: 'text/plain' },
  schema: {
    tags: ['Statut'],
    summary: 'Fichier des racines du journal de vigilance',
    response: { 200: z.unknown() },
  },
});
