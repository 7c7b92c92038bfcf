const NBSP = '\u00A0';
/** After a hyphen: prevents a line break there. Neither read aloud nor searched. */
const JOINER = '\u2060';
const MONTHS = 'janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre';

/**
 * French typography of running text: no-break spaces with « », before : ; ! ? % €, between a number and its unit, a day
 * and its month, the pairs of a phone number; « L221-28 » and « e-mail » are not broken.
 */
export function typeset(text: string): string {
  return text
    .replaceAll(/ (?=[:;!?%€»])/g, NBSP)
    .replaceAll('« ', `«${NBSP}`)
    .replaceAll(/(?<=\d) (?=(?:jours?|mois|ans|heures?|crédits?|\d{3})(?![\p{L}\d]))/gu, NBSP)
    .replaceAll(/(?<=\b\d\d) (?=\d\d\b)/g, NBSP)
    .replaceAll(new RegExp(`(?<=\\b\\d{1,2}(?:er)?) (?=(?:${MONTHS})\\b)`, 'g'), NBSP)
    .replaceAll(/\b[LRD]\d+(?:-\d+)+|\be-mail/g, (word) => word.replaceAll('-', `-${JOINER}`));
}

/** One text of the sentences that there are. */
export const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ');
