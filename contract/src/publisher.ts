import { z } from 'zod';
import { route } from './common/route.ts';
import { TERMS_PDF_URL } from './common/terms.ts';

const Contact = z.object({ nom: z.string(), adresse: z.string() });

/**
 * Identity of the publisher, as art. 1-1 of the law of 21 June 2004 (LCEN) and art. L616-1 of the Code de la
 * consommation require.
 */
export const Publisher = z.object({
  nom: z.string(),
  /** « SAS au capital de 1 000 € ». */
  forme: z.string(),
  adresse: z.string(),
  siren: z.string(),
  siret: z.string(),
  rcs: z.string(),
  tva: z.string(),
  email: z.email(),
  telephone: z.string(),
  directeur: z.string(),
  hebergeur: Contact.extend({ telephone: z.string() }),
  mediateur: Contact.extend({ site: z.url().nullable() }),
  /** Who carries the mails; null: not named in the settings. */
  messagerie: z.string().nullable(),
  /** Host of the Matomo server that receives the page views; null without one. */
  matomo: z.string().nullable(),
  /** The terms of sale describe how accessible the site is: the company is too large to be exempt. */
  accessibilite: z.boolean(),
  /** Some values were not configured and are placeholders in square brackets: never in live mode. */
  incomplet: z.boolean(),
});
export type Publisher = z.infer<typeof Publisher>;

export const publisher = route({
  method: 'GET',
  url: '/api/v2/editeur/',
  config: { access: 'none', throttle: 'open' },
  schema: {
    tags: ['Éditeur'],
    summary: 'Mentions légales de l’éditeur',
    response: { 200: Publisher },
  },
});

/** The terms of sale in force, as attached to each buyer's confirmation. */
export const termsPdf = route({
  method: 'GET',
  url: TERMS_PDF_URL,
  config: { access: 'none', throttle: 'open', produces: 'application/pdf' },
  schema: { tags: ['Éditeur'], summary: 'Conditions générales de vente, en PDF', response: { 200: z.unknown() } },
});
