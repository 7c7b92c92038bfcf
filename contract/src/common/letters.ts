import { DRAWN } from './letters.gen.ts';

/**
 * Letters that only repeat others in another shape (ligatures, superscripts, Roman numerals, full width), and the signs
 * of full width. Not « ª º µ », which French keyboards have, nor « ² ½ ① », which are no letters.
 */
const COMPATIBLE = /(?![ªºµ\p{Default_Ignorable_Code_Point}])[\p{L}\p{Nd}\p{Nl}\u3000\uFF01-\uFF5E\uFFE0-\uFFE6]/gu;

/**
 * Returns the text with composed letters (NFC) and plain ones (NFKC): « Tru + ̛ + ơng » and « Joseﬁne » become « Trương » and
 * « Josefine ». Idempotent.
 */
export function plainLetters(text: string): string {
  if (ASCII.test(text)) return text;
  const composed = text.normalize('NFC');
  // Letter by letter it takes twenty times as long.
  if (composed.normalize('NFKC') === composed) return composed;
  return composed.replaceAll(COMPATIBLE, plainLetter).normalize('NFC');
}

const ASCII = /^[\0-\x7f]*$/;

/** Unchanged when its plain form has an accent apart: that is no other shape of a letter. */
function plainLetter(letter: string): string {
  const plain = letter.normalize('NFKC');
  return /\p{M}/u.test(plain) ? letter : plain;
}

const CLUSTER = /[^]\p{M}*/gu;
/** White space is always allowed: the layout handles it. */
const IS_DRAWN = new RegExp(String.raw`^(?:\s|${DRAWN})*$`, 'u');
/** Characters that a reader would miss. Emoji and other signs that no font has are left out of print. */
const LETTER = /(?!\p{Extended_Pictographic})[\p{L}\p{N}\p{Co}\p{Cn}\uFFFD]/u;
const ACCENT = /[\p{Mn}\p{Mc}]/u;
/** They only make an emoji of a sign. */
const EMOJI_MARKS = /[\uFE00-\uFE0F\p{Me}]/gu;

/** The first letter, with its accents, that the fonts of the documents do not draw. The text has `plainLetters`. */
export function undrawnLetter(text: string): string | null {
  const isMissed = (letter: string): boolean => !IS_DRAWN.test(letter) && (LETTER.test(letter) || ACCENT.test(letter));
  return IS_DRAWN.test(text) ? null : (clusters(text).find(isMissed) ?? null);
}

/**
 * A stored or foreign text as it is printed: without the accents that the fonts do not place, « ? » for a letter that
 * they do not draw, nothing for a sign.
 */
export function drawnLetters(text: string): string {
  if (IS_DRAWN.test(text)) return text;
  const shown = (cluster: string): string => {
    if (IS_DRAWN.test(cluster)) return cluster;
    const [base = ''] = cluster;
    if (IS_DRAWN.test(base)) return base;
    return LETTER.test(base) ? '?' : '';
  };
  return clusters(text).map(shown).join('');
}

const clusters = (text: string): string[] => text.replaceAll(EMOJI_MARKS, '').match(CLUSTER) ?? [];
