import { departementOf, inseeCodesOf } from '#domain/geo/place.ts';
import type { Place } from '#domain/risks/facts.ts';
import { leastCovered, type Coverage } from './coverage.ts';

/** What a release has under one code. */
export type Held<R> = { coverage: Coverage; rows: R[] };
type Lookup<R> = (inseeCode: string) => Held<R>;

/**
 * What a release has for a place. `isMixed`: several former communes have different rows and the cadastre does not tell
 * which is the property's.
 */
export type HeldForPlace<R> = Held<R> & { isMixed: boolean };

/**
 * Looks a place up by the communes of its parcels. Releases keep the code of their year: where today's code is not
 * covered, the former communes answer, the one that the cadastral prefix names if it does, else all of them.
 * `formerCodes` gives the codes that a commune absorbed.
 */
export function heldForPlace<R>(
  place: Place,
  lookup: Lookup<R>,
  formerCodes: (inseeCode: string) => readonly string[],
): HeldForPlace<R> {
  const found = communesOf(place).map(({ codes, prefixes }) => {
    const own = codes.map(lookup).find(isHeld);
    if (own !== undefined) return { ...own, isMixed: false };
    return joined(formerOf(codes, prefixes, formerCodes).map(lookup));
  });
  return {
    coverage: leastCovered(found.map(({ coverage }) => coverage)),
    rows: found.flatMap(({ rows }) => rows),
    isMixed: found.some(({ isMixed }) => isMixed),
  };
}

const isHeld = ({ coverage, rows }: Held<unknown>): boolean => coverage === 'covered' || rows.length > 0;

type Commune = { codes: string[]; prefixes: string[] };

function communesOf({ parcels, inseeCodes }: Place): Commune[] {
  const communes = [...Map.groupBy(parcels, ({ commune }) => commune)];
  if (communes.length === 0) return [{ codes: inseeCodes, prefixes: [] }];
  return communes.map(([commune, own]) => ({
    codes: inseeCodesOf(commune),
    prefixes: [...new Set(own.map(({ prefix }) => prefix))],
  }));
}

function formerOf(codes: string[], prefixes: string[], formerCodes: (code: string) => readonly string[]): string[] {
  const all = codes.flatMap(formerCodes);
  const named = prefixes.map((prefix) => departementOf(codes[0] ?? '').slice(0, 2) + prefix);
  const isTold = named.length > 0 && named.every((code) => all.includes(code));
  return isTold ? named : all;
}

function joined<R>(found: Held<R>[]): HeldForPlace<R> {
  const texts = new Set(found.map(({ rows }) => JSON.stringify(rows)));
  return {
    coverage: found.length === 0 ? 'not-digitised' : leastCovered(found.map(({ coverage }) => coverage)),
    rows: found.flatMap(({ rows }) => rows),
    isMixed: texts.size > 1,
  };
}
