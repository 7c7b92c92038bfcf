import { plainLetters } from './letters.ts';

/** File systems allow 255 bytes; a browser adds « (1) », an archive its folder. */
const MAX_BYTES = 200;

/**
 * Returns a file name of at most 200 bytes in UTF-8: `before`, `free`, `after`. `free` loses the characters that file
 * systems refuse or that a reader cannot see, and is cut between two characters.
 */
export function fileName({ before, free, after }: { before: string; free: string; after: string }): string {
  const room = MAX_BYTES - bytesOf(`${before} ${after}`);
  const kept = within(legible(free), room);
  return `${kept === '' ? before : `${before} ${kept}`}${after}`;
}

/** `mark` distinguishes an older edition from the current one. */
export function statementFileName(document: { id: number | string; adresse: string; mark?: string }): string {
  const { id, adresse, mark = '' } = document;
  return fileName({ before: `ERP ${id}`, free: adresse, after: `${mark}.pdf` });
}

/**
 * A text without the characters that file systems refuse or a reader cannot see: separators of folders, controls,
 * halves of surrogate pairs, line separators, and marks that change the reading direction (`gpj.exe` for `exe.jpg`).
 */
export const legible = (text: string): string =>
  plainLetters(text)
    .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

function within(text: string, maxBytes: number): string {
  let [end, bytes] = [0, 0];
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) break;
    end += character.length;
  }
  return text.slice(0, end).trimEnd();
}

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;
