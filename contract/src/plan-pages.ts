import { z } from 'zod';
import { route } from './route.ts';

const PieceName = z.string().regex(/^[\w-]{3,80}\.pdf$/);
const Sha256 = z.string().regex(/^[\da-f]{64}$/);
const PageNumbers = z.array(z.int().min(1).max(5000)).min(1).max(60);

/**
 * The pages that the owner chose from one document of a plan (R125-24 1°); `null` is all of them. Valid for this
 * SHA-256 only: a newer file needs a new choice.
 */
export const PlanPageChoice = z.object({ piece: PieceName, sha256: Sha256, pages: PageNumbers.nullable() });
export type PlanPageChoice = z.infer<typeof PlanPageChoice>;

export const PlanPiece = z.object({
  piece: z.string(),
  /** « Règlement du plan « PPRI de la Seine » » */
  titre: z.string(),
  sha256: z.string(),
  /** Of the whole file. */
  pages: z.int(),
  /** Pages taken unless the owner chooses; empty when none can be proposed. */
  proposees: z.array(z.int()),
  raison: z
    .enum(['toutes', 'coordonnees', 'zone', 'aucune'])
    .describe('« zone » : les pages dont le texte cite la zone, à confirmer en lisant l’original.'),
  /** « B1 » */
  zones: z.array(z.string()),
});
export type PlanPiece = z.infer<typeof PlanPiece>;

/**
 * Maps and règlements of the plans that may concern the parcel, and the pages that the document would take from them.
 */
export const listPlanPages = route({
  method: 'GET',
  url: '/api/v2/cadastre/pieces-plans/:code_parcelle/',
  config: { access: 'required', throttle: 'preview' },
  schema: {
    tags: ['Cadastre'],
    summary: 'Cartes et règlements des plans d’une parcelle, et leurs pages à joindre',
    params: z.object({ code_parcelle: z.string().regex(/^\w{3}-\w{2}-\w{4}@\w{5}$/) }),
    querystring: z.object({
      longitude: z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/),
      latitude: z.string().regex(/^-?\d{1,3}(\.\d{1,20})?$/),
    }),
    response: { 200: z.object({ pieces: z.array(PlanPiece) }) },
  },
});
