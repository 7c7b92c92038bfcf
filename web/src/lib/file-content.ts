import type { Route } from '@clairisque/contract/common/route.ts';

// Apart from `content.ts`: the first view needs no file.

const LONGEST_BEGINNING = 64;
/** How a file begins, by the media type that the contract declares. */
const BEGINNINGS: Record<string, RegExp> = {
  'application/pdf': /^%PDF/,
  'application/zip': /^PK/,
  'application/geo+json': /^\s*\{/,
};
/** A table or an attachment: anything but a page. */
const NO_MARKUP = /^\s*[^\s<]/;

export async function isFileOf({ config }: Route, file: Blob): Promise<boolean> {
  const beginning = await file.slice(0, LONGEST_BEGINNING).text();
  return (BEGINNINGS[config.produces ?? ''] ?? NO_MARKUP).test(beginning);
}
