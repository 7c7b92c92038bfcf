/**
 * What a success must hold. A hotel's portal, a proxy or a broken gateway answers 200 with its own page to any call:
 * read as a success, it would confirm a deletion that never happened and save a page as the statement.
 */

/** A page by its headers alone, for what is read as it arrives. */
export function isPage(headers: Headers): boolean {
  return /html/i.test(headers.get('content-type') ?? '');
}

/** Undefined for what is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
