import { z } from 'zod';
import { route } from './route.ts';

/** What a formula's credits can do: `VAL` be spent, `EXP` no more, `PENDING` not yet, their payment is on its way. */
export const FormulaStatus = z.enum(['VAL', 'EXP', 'PENDING']);

export const Formula = z.object({
  id_formule: z.int(),
  formule: z.string(),
  produits: z.string(),
  nb_credits: z.int(),
  date_d_achat: z.iso.datetime(),
  /** Null: no expiry. */
  date_de_peremption: z.iso.datetime().nullable(),
  nb_restants: z.int(),
  nb_consommes: z.int(),
  statut: FormulaStatus,
});
export type Formula = z.infer<typeof Formula>;

/** The caller's formulas, oldest purchase first (the screen shows them reversed). */
export const myFormulas = route({
  method: 'GET',
  url: '/api/v2/solde/me/',
  config: { access: 'required' },
  schema: { tags: ['Crédits'], summary: 'Mes formules de crédits', response: { 200: z.array(Formula) } },
});

/** The key of the quantity is accepted in NFC, NFD and without its accent; the refusal is `{erreur}`. */
export const Bespoke = z.record(z.string(), z.unknown());

export const simulatePrice = route({
  method: 'POST',
  url: '/api/v2/solde/simulator/',
  config: { access: 'none' },
  schema: {
    tags: ['Crédits'],
    summary: 'Prix d’une formule sur mesure',
    description:
      'Corps : `quantité` (entier) et `duree` (« illimité », ou « 1 » à « 6 » mois). `prix` est en euros TTC.',
    body: Bespoke,
    response: { 200: z.object({ prix: z.number() }), 400: z.object({ erreur: z.string() }) },
  },
});
