import type { HttpClient } from '#platform/suppliers/http-client.ts';
import type { Parcel } from '#domain/geometry/place.ts';
import { askPage, byIdentifier, codeOfIdu, communeQuery, decodeParcelCode, toParcel } from './parcel-features.ts';

/** Codes of one section, in capitals. */
type Group = { commune: string; prefix: string; section: string; codes: string[] };

/** `undrawn`: codes of those that the cadastre has without an outline. */
export type InSection = { parcels: Parcel[]; undrawn: string[] };

/** Codes by section; what is no code belongs to none. */
export function groupedBySection(codes: readonly string[]): Group[] {
  const references = codes.flatMap((code) => {
    const reference = decodeParcelCode(code);
    return reference === null ? [] : [{ ...reference, code: code.toUpperCase() }];
  });
  const groups = Map.groupBy(references, ({ commune, prefix, section }) => [commune, prefix, section].join(' '));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { commune, prefix, section, code } = first;
    return { commune, prefix, section, codes: [code, ...others.map((one) => one.code)].toSorted() };
  });
}

/** API Carto gives 1 000 features at most; the largest sections have some thousands of parcels. */
const PAGE = 1_000;
const MOST_PAGES = 5;

/** Finds the parcels of a section by one request: a request for each would be fifty. */
export async function findInSection(http: HttpClient, group: Group): Promise<InSection> {
  const { commune, prefix, section, codes } = group;
  const wanted = new Set(codes);
  const { drawn, undrawn } = byIdentifier(
    await askSection(http, { ...communeQuery(commune), com_abs: prefix, section }),
  );
  const isOurs = (idu: string): boolean => idu.startsWith(commune + prefix + section) && wanted.has(codeOfIdu(idu));
  return {
    parcels: drawn.filter(({ idu }) => isOurs(idu)).map(toParcel),
    undrawn: undrawn.filter(isOurs).map(codeOfIdu),
  };
}

async function askSection(http: HttpClient, query: Record<string, string>) {
  const pages = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const paging = page === 0 ? {} : { _start: page * PAGE };
    const some = await askPage(http, { query: { ...query, ...paging } });
    pages.push(some);
    if (some.features.length + some.unread < PAGE) break;
  }
  return pages;
}
