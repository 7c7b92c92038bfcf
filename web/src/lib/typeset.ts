const NBSP = '\u00A0';

/** French typography of running text: no-break spaces with « », before : ; ! ? % € and between a number and its unit. */
export function typeset(text: string): string {
  return text
    .replaceAll(/ (?=[:;!?%€»])/g, NBSP)
    .replaceAll('« ', `«${NBSP}`)
    .replaceAll(/(?<=\d) (?=(?:jours?|mois|ans|heures?|crédits?|\d{3})(?![\p{L}\d]))/gu, NBSP);
}
