import type { Route } from '@clairisque/contract/common/route.ts';

/**
 * What a success must hold. A hotel's portal, a proxy or a broken gateway answers 200 with its own page to any call:
 * read as a success, it would confirm a deletion that never happened and save a page as the statement.
 */

/** A page by its headers alone, for what is read as it arrives. */
export function isPage(headers: Headers): boolean {
  return /^\s*(text\/html|application\/xhtml)/i.test(headers.get('content-type') ?? '');
}

/** JSON, or the nothing of an empty 204. @throws {SyntaxError} otherwise. */
export function jsonOf(status: number, text: string): unknown {
  return status === 204 && text === '' ? null : (JSON.parse(text) as unknown);
}

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
