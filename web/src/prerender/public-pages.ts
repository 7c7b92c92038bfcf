import { paths } from '#paths.ts';

/**
 * The pages that search engines may keep: printed when the application is built, with their own description, and listed in
 * `/sitemap.xml`. Every other address is refused to them (`server/src/platform/http/web.ts`).
 */
export type PublicPage = {
  path: string;
  /** Under 160 characters, or they are cut in the results. */
  description: string;
  /** The file of `features/` that draws it, when it is not in the first chunk: its code and style come with the page. */
  screen?: string;
  /** Drawn by the browser alone, from what it kept: only the head is printed. */
  isBlank?: true;
};

export const PUBLIC_PAGES: readonly PublicPage[] = [
  {
    path: paths.home,
    description:
      'L’état des risques obligatoire pour vendre ou louer un bien, établi d’après les sources officielles et livré en PDF en moins d’une minute. 7,90 € TTC.',
  },
  {
    path: paths.prices,
    screen: 'pricing/prices-page.tsx',
    description:
      'Un état des risques à 7,90 € TTC, 15 € les cinq, 25 € les dix. Sans abonnement, bruit des aérodromes compris, facture à chaque achat.',
  },
  {
    path: paths.wizard,
    screen: 'statements/wizard-page.tsx',
    isBlank: true,
    description:
      'Donnez l’adresse, choisissez la parcelle sur la carte : votre état des risques est prêt en PDF en moins d’une minute, sources et dates comprises.',
  },
];
