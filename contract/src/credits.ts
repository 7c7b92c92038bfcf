import { z } from 'zod';
import { BODY_LIMIT, route } from './common/route.ts';

/** A row of the balance. The screen shows « N/A » for what a server leaves out, and an unknown status as pending. */
export const CreditPack = z.object({
  id_formule: z.int().optional(),
  formule: z.string(),
  produits: z.string(),
  nb_credits: z.int().optional(),
  date_d_achat: z.string().nullish(),
  /** More than fifty years after the purchase: no expiry. Null: not known yet. */
  date_de_peremption: z.string().nullish(),
  nb_restants: z.int(),
  nb_consommes: z.int(),
  /** `VAL`: can be spent; `EXP`: expired; `PENDING`: payment in progress. */
  statut: z.string(),
});
export type CreditPack = z.infer<typeof CreditPack>;

/** The caller's lots, oldest purchase first (the screen reverses them). */
export const myCreditPacks = route({
  method: 'GET',
  url: '/api/v2/solde/me/',
  config: { access: 'required' },
  schema: { tags: ['Crédits'], summary: 'Mes formules de crédits', response: { 200: z.array(CreditPack) } },
});

/** The key `quantité` is accepted in NFC, NFD and without its accent; a refusal is `{erreur}`. */
export const Bespoke = z.record(z.string(), z.unknown());

export const simulatePrice = route({
  method: 'POST',
  url: '/api/v2/solde/simulator/',
  config: { access: 'none', throttle: 'open', priority: 'free' },
  bodyLimit: BODY_LIMIT.form,
  schema: {
    tags: ['Crédits'],
    summary: 'Prix d’une formule sur mesure',
    description:
      'Corps : `quantité` (entier) et `duree` (« illimité », ou « 1 » à « 6 » mois). `prix` est en euros TTC.',
    body: Bespoke,
    response: { 200: z.object({ prix: z.number() }), 400: z.object({ erreur: z.string() }) },
  },
});
