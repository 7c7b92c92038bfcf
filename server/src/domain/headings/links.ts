import type { Link } from '#domain/printing/parts.ts';

/** Public sites to which several headings send the reader. */
export const GEORISQUES: Link = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };
export const URBANISME: Link = {
  text: 'www.geoportail-urbanisme.gouv.fr',
  href: 'https://www.geoportail-urbanisme.gouv.fr/',
};
