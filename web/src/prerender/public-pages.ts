import { RESOURCES, resourcePath, type Resource } from '#pages/developers/resources.ts';
import { paths } from '#paths.ts';

/**
 * The pages that search engines may index: prerendered at build time, with their own description, and listed in
 * `/sitemap.xml`. All others are marked as not indexable (`server/src/platform/http/web.ts`).
 */
export type PublicPage = {
  path: string;
  /** At most 160 characters, or search engines cut them. */
  description: string;
  /**
   * The file of `src/` that renders it, when it is not in the first chunk: its code and style are loaded with the
   * page.
   */
  screen?: string;
  /** A file of `src/` without imports, loaded before the application. */
  early?: string;
  /** Another one, which `early` loads itself when it is needed. */
  onGesture?: string;
  /** Language of the page, when it is not French. */
  lang?: 'en';
  /** Not hydrated: one of its components cannot be prerendered, so the browser renders the screen anew. */
  isSkeleton?: true;
};

const REFERENCE: Record<Resource, string> = {
  statements: 'issue a statement of risks, read it, download its PDF, its facts and its map, renew it, hand it over.',
  assessments: 'what a statement would say of a property today, without a document, a credit or legal value.',
  places: 'search the addresses of the Base adresse nationale and the parcels of the cadastre.',
  batches: 'issue up to ten thousand statements from JSON or a CSV file, row by row.',
  webhooks: 'endpoints that receive signed events, their secrets, their tests and their deliveries.',
  events: 'what happened in the last thirty days, and the schema of each event that a webhook carries.',
  account: 'the credits that are left, and where they come from.',
};

export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: paths.home,
    early: 'pages/home/field-before-hydration.ts',
    onGesture: 'lib/home-suggestions.ts',
    description:
      'L’état des risques obligatoire pour vendre ou louer un bien, établi d’après les sources officielles et livré en PDF en moins d’une minute. 7,90 € TTC.',
  },
  {
    path: paths.prices,
    screen: 'pages/pricing/prices-page.tsx',
    description:
      'Un état des risques à 7,90 € TTC, 15 € les cinq, 25 € les dix. Sans abonnement, bruit des aérodromes compris, facture à chaque achat.',
  },
  {
    path: paths.wizard,
    screen: 'features/issuance/wizard-page.tsx',
    isSkeleton: true,
    description:
      'Donnez l’adresse, choisissez la parcelle sur la carte : votre état des risques est prêt en PDF en moins d’une minute, sources et dates comprises.',
  },
  {
    path: paths.about,
    screen: 'pages/about/about-page.tsx',
    description:
      'Qui établit votre état des risques, d’après quelles sources officielles, comment chaque constat est vérifié et ce que le document ne dit pas.',
  },
  {
    path: paths.help,
    screen: 'pages/help/help-page.tsx',
    description:
      'Quand remettre l’état des risques, combien de temps il est valable, comment le renouveler, que faire d’une erreur : les réponses aux questions posées.',
  },
  {
    path: paths.status,
    screen: 'features/status/status-page.tsx',
    description:
      'Disponibilité et fraîcheur de chaque source publique de l’état des risques, incidents des sept derniers jours : mesurées sur nos demandes réelles.',
  },
  {
    path: paths.verification,
    screen: 'features/verification/verification-page.tsx',
    description:
      'On vous a remis un état des risques Clairisque ? Vérifiez en quelques secondes qu’il est authentique, complet et toujours valable.',
  },
  {
    path: paths.terms,
    screen: 'pages/terms/terms-page.tsx',
    description:
      'Conditions générales de vente de Clairisque : prix, crédits, livraison, rétractation, responsabilité et recours.',
  },
  {
    path: paths.legal,
    screen: 'pages/legal/legal-page.tsx',
    description:
      'Mentions légales de Clairisque : éditeur, hébergeur, directeur de la publication, propriété des contenus.',
  },
  {
    path: paths.privacy,
    screen: 'pages/privacy/privacy-page.tsx',
    description:
      'Quelles données Clairisque garde, pourquoi et combien de temps, quels cookies le site dépose et comment exercer vos droits.',
  },
  {
    path: paths.developers,
    screen: 'pages/developers/developers-page.tsx',
    description:
      'L’API de Clairisque : un appel émet l’état des risques d’un bien et donne son PDF, ses faits et ses contours. À essayer sans compte.',
  },
  {
    path: paths.apiGuides,
    screen: 'pages/developers/pages.ts',
    description:
      'Guides de l’API de Clairisque : le premier PDF en cinq minutes, les erreurs, l’idempotence, les webhooks vérifiés en quatre langages.',
  },
  {
    path: paths.apiReference,
    screen: 'pages/developers/pages.ts',
    lang: 'en',
    description: 'Reference of the API of Clairisque: every call, its parameters, its responses and an example.',
  },
  ...RESOURCES.map((resource): PublicPage => ({
    path: resourcePath(resource),
    screen: 'pages/developers/pages.ts',
    lang: 'en',
    description: `Reference of the API of Clairisque: ${REFERENCE[resource]}`,
  })),
  {
    path: paths.apiSandbox,
    screen: 'pages/developers/pages.ts',
    description:
      'Bac à sable de l’API de Clairisque : des adresses et des parcelles qui forcent chaque réponse, chaque refus et chaque événement.',
  },
  {
    path: paths.apiProblems,
    screen: 'pages/developers/pages.ts',
    description: 'Les codes d’erreur de l’API de Clairisque : ce que chacun veut dire, et quoi faire.',
  },
  {
    path: paths.login,
    screen: 'features/accounts/login-page.tsx',
    description: 'Connectez-vous pour retrouver vos états des risques, vos crédits et vos factures.',
  },
  {
    path: paths.signUp,
    screen: 'features/accounts/sign-up-page.tsx',
    description:
      'Créez votre compte Clairisque : une adresse e-mail suffit pour établir votre premier état des risques.',
  },
];
