/**
 * Headings whose state the law requires, in its order: R125-23 1° to 8° code de l’environnement, L125-7 (SIS) and L112-11
 * code de l’urbanisme (ENSA). From here on a heading has this one name.
 */
export const COMPULSORY_HEADINGS = [
  'pprt',
  'pprn',
  'pprm',
  'ppr-prescrit',
  'sismicite',
  'radon',
  'trait-de-cote',
  'debroussaillement',
  'sis',
  'bruit',
] as const;
export type CompulsoryHeading = (typeof COMPULSORY_HEADINGS)[number];

/** Headings outside the legal duty: annexes only. */
export const INFORMATIVE_HEADINGS = [
  'argiles',
  'casias',
  'icpe',
  'cavites',
  'mouvements-de-terrain',
  'remontee-de-nappe',
  'canalisations',
  'catnat',
] as const;
export type InformativeHeading = (typeof INFORMATIVE_HEADINGS)[number];
export type Heading = CompulsoryHeading | InformativeHeading;

/** The families of plans, whose source may publish a perimeter. */
export const PPR_FAMILIES = ['pprn', 'pprm', 'pprt'] as const;
export type PprFamily = (typeof PPR_FAMILIES)[number];

/** The headings whose sources give outlines. */
export const DRAWN_HEADINGS = ['sis', 'trait-de-cote', 'bruit'] as const satisfies CompulsoryHeading[];
export type DrawnHeading = (typeof DRAWN_HEADINGS)[number];

/** The drawing beside each heading, on the screen and on paper. */
export const HEADING_ICONS = {
  pprt: 'factory',
  pprn: 'wave',
  pprm: 'mine',
  'ppr-prescrit': 'draft',
  sismicite: 'quake',
  radon: 'radon',
  'trait-de-cote': 'coast',
  debroussaillement: 'flame',
  sis: 'soil',
  bruit: 'plane',
} as const satisfies Record<CompulsoryHeading, string>;
export type HeadingIcon = (typeof HEADING_ICONS)[CompulsoryHeading];
