import type { RetreatZone } from '#domain/risks/facts.ts';

/**
 * Recognises the terms with which communes publish their zones of recul du trait de côte on the Géoportail de
 * l'urbanisme. A carte de préfiguration is an information of type 99-00, a code used for other maps too (fire water
 * supply): recognised by its TXT `pre-ZERTC` (CNIG standard, PLU v2024), or by its label.
 */
export function isCoastlineRetreatMap({ libelle, txt }: { libelle: string | null; txt: string | null }): boolean {
  const words = folded(`${libelle ?? ''} ${txt ?? ''}`);
  if (/\b(?:pre )?zertc/u.test(words)) return true;
  const isAbout = /\btraits? de cote\b|\brtc\b/u.test(words);
  // Studies and former coastlines are also published as informations.
  return isAbout && (isPreliminary(words) || /\bhorizon\b|\bexpose/u.test(words) || horizonIn(words) !== null);
}

export const isPreliminary = (text: string): boolean => /\bprefigur|\bpre zertc/u.test(folded(text));

/** Null when the text gives no legal horizon: a year (« horizon 2050 ») is neither 30 nor 100 years. */
export function horizonIn(text: string): RetreatZone['horizon'] {
  const words = folded(text)
    .replaceAll(/\btrente\b/gu, '30')
    .replaceAll(/\bcent\b/gu, '100');
  if (/\b30 (?:(?:ans )?a |et )?100\b/u.test(words)) return '30-100';
  const isFar = /\b100 ans\b|\bhorizon (?:a |de )?100\b|zertc ?100\b/u.test(words);
  const isNear = /\b30 ans\b|\b0 (?:a |et )?30\b|\bhorizon (?:a |de )?30\b|zertc ?30\b/u.test(words);
  if (isFar === isNear) return null;
  return isFar ? '30-100' : '0-30';
}

/** Lower case, without accents, punctuation as spaces: spelling varies. */
const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim();
