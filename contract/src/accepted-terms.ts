import { z } from 'zod';
import { route } from './common/route.ts';

/** This header of `signUp`, whose body is prescribed, holds the version of the terms that the page showed. */
export const TERMS_SHOWN = { header: 'conditions-affichees' } as const;

export const AcceptedTerms = z.object({
  version: z.string(),
  acceptees_le: z.string(),
  /** The order's label; null: by creating the account. */
  commande: z.string().nullable(),
  /** SHA-256 of the text that was accepted; null: kept only in the confirmation of the order. */
  empreinte: z.string().nullable(),
});
export type AcceptedTerms = z.infer<typeof AcceptedTerms>;

export const myTerms = route({
  method: 'GET',
  url: '/api/v2/conditions/me/',
  config: { access: 'required' },
  schema: {
    tags: ['Compte'],
    summary: 'Conditions générales que j’ai acceptées',
    response: { 200: z.array(AcceptedTerms) },
  },
});

/** The very text that somebody accepted, by its digest; it names the seller only. */
export const acceptedTermsPdf = route({
  method: 'GET',
  url: '/api/v2/cgv/:empreinte/pdf/',
  config: { access: 'none', throttle: 'open', produces: 'application/pdf' },
  schema: {
    tags: ['Éditeur'],
    summary: 'Conditions générales de vente telles qu’acceptées, en PDF',
    params: z.object({ empreinte: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: { 200: z.unknown() },
  },
});
