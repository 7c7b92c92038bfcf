import { departementOf, inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import { latest } from '#domain/latest.ts';
import { leastCovered, type Coverage } from './coverage.ts';

/** What a release has under one code. */
export type Held<R> = { coverage: Coverage; rows: R[] };
type Lookup<R> = (inseeCode: string) => Held<R>;

/**
 * What a release has for a place. `isMixed`: several former communes have different rows and the cadastre does not tell
 * which is the property's.
 */
export type HeldForPlace<R> = Held<R> & { isMixed: boolean };

/** Codes under which releases may hold rows of one commune of a place. */
export type CommuneCodes = {
  codes: string[];
  /** Codes of the communes that it absorbed. */
  former: string[];
  /** Former codes that the cadastral prefixes name; null when a prefix names none. */
  named: string[] | null;
  /** The absorbed ones, and those that the prefixes may name. */
  others: string[];
};

/** Made once for all releases of a place. `formerCodes` gives the codes that a commune absorbed. */
export function communeCodes(place: Place, formerCodes: (inseeCode: string) => readonly string[]): CommuneCodes[] {
  return communesOf(place).map(({ codes, prefixes }) => {
    const former = codes.flatMap(formerCodes);
    if (former.length === 0 && isWhole(prefixes)) return { codes, former, named: null, others: former };
    const others = [...former, ...unknownFormer(prefixes, [...codes, ...former])];
    return { codes, former, named: namedBy(prefixes, codes, former), others };
  });
}

/**
 * Looks a place up by the communes of its parcels. Releases keep the codes of their year: one that is older than a merger
 * has rows under the absorbed codes, also where the merged commune kept one of them. The former commune that the cadastral
 * prefix names answers, else all of them.
 */
export function heldForPlace<R>(communes: readonly CommuneCodes[], lookup: Lookup<R>): HeldForPlace<R> {
  const found = communes.map((commune) => heldIn(commune, lookup));
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  return {
    coverage: leastCovered(found.map(({ coverage }) => coverage)),
    rows: found.flatMap(({ rows }) => rows),
    isMixed: found.some(({ isMixed }) => isMixed),
  };
}

function heldIn<R>({ codes, former, named, others }: CommuneCodes, lookup: Lookup<R>): HeldForPlace<R> {
  const [code] = codes;
  if (code !== undefined && codes.length === 1 && others.length === 0) return heldUnder(lookup(code));
  const own = codes.map(lookup).find(isHeld);
  const byPrefix = named?.map(lookup);
  if (byPrefix?.every(({ rows }) => rows.length > 0)) return joined(byPrefix);
  if (own === undefined) return joined(byPrefix ?? former.map(lookup));
  return joined([own, ...others.map(lookup).filter(({ rows }) => rows.length > 0)]);
}

/** Most communes have one code. */
function heldUnder<R>(held: Held<R>): HeldForPlace<R> {
  if (!isHeld(held)) return { coverage: 'not-digitised', rows: [], isMixed: false };
  return { coverage: held.coverage, rows: held.rows, isMixed: false };
}

/** Codes under which a list may have rows of one commune: its own and the linked ones. */
export type ListedCodes = Pick<CommuneCodes, 'codes'> & { all: string[]; isKnown: boolean };

/**
 * Made once for all lists of a place. `linked` gives the codes that a commune absorbed and those that followed it, null for
 * an unknown code: an absent row then proves nothing.
 */
export function listedCodes(place: Place, linked: (inseeCode: string) => readonly string[] | null): ListedCodes[] {
  return communesOf(place).map(({ codes }) => {
    const others = codes.map(linked);
    if (others.every((one) => one?.length === 0)) return { codes, all: codes, isKnown: true };
    const all = [...new Set([...codes, ...others.flatMap((one) => one ?? [])])];
    return { codes, all, isKnown: others.every((one) => one !== null) };
  });
}

/**
 * Every row of a list (plans, decrees) that may concern a place. Such tables keep some communes under their former code
 * and others under today's: both are read, whatever the cadastral prefix, which may name a commune absorbed earlier.
 */
export function listedForPlace<R>(communes: readonly ListedCodes[], lookup: Lookup<R>): Held<R> {
  const found = communes.map(({ codes, all, isKnown }): Held<R> => {
    const held = all.map(lookup);
    const [only] = held;
    if (isKnown && only !== undefined && held.length === 1) return only;
    return {
      coverage: isKnown ? leastCovered(held.slice(0, codes.length).map(({ coverage }) => coverage)) : 'not-digitised',
      rows: held.length === 1 ? (held[0]?.rows ?? []) : held.flatMap(({ rows }) => rows),
    };
  });
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  return {
    coverage: found.length === 0 ? 'not-digitised' : leastCovered(found.map(({ coverage }) => coverage)),
    rows: found.flatMap(({ rows }) => rows),
  };
}

/** Each commune of a place is covered, by one of its codes. */
export function isCovered(place: Place, coverageOf: (inseeCode: string) => Coverage): boolean {
  return communesOf(place).every(({ codes }) => codes.some((code) => coverageOf(code) === 'covered'));
}

const isHeld = ({ coverage, rows }: Held<unknown>): boolean => coverage === 'covered' || rows.length > 0;

type Commune = { codes: string[]; prefixes: string[] };

const communesOf = latest((place: Place): Commune[] => {
  const { parcels } = place;
  const [first] = parcels;
  const isOne = parcels.every(({ commune, prefix }) => commune === first?.commune && prefix === first.prefix);
  if (first === undefined || !isOne) return severalCommunes(place);
  return [{ codes: inseeCodesOf(first.commune), prefixes: [first.prefix] }];
});

function severalCommunes({ parcels, inseeCodes }: Place): Commune[] {
  const communes = [...Map.groupBy(parcels, ({ commune }) => commune)];
  if (communes.length === 0) return [{ codes: inseeCodes, prefixes: [] }];
  return communes.map(([commune, own]) => ({
    codes: inseeCodesOf(commune),
    prefixes: [...new Set(own.map(({ prefix }) => prefix))],
  }));
}

/** Codes that the prefixes may name though no list of mergers has them: it is missing, or older than the merger. */
const unknownFormer = (prefixes: string[], codes: string[]): string[] =>
  codesByPrefix(
    prefixes.filter((prefix) => prefix !== NO_FORMER),
    codes,
  ).filter((code) => !codes.includes(code));

/** The prefix of a commune that absorbed none. */
const NO_FORMER = '000';
const isWhole = (prefixes: string[]): boolean => prefixes.every((prefix) => prefix === NO_FORMER);

const codesByPrefix = (prefixes: string[], codes: string[]): string[] =>
  prefixes.map((prefix) => departementOf(codes[0] ?? '').slice(0, 2) + prefix);

/** The former communes that the cadastral prefixes name; null when one names none. */
function namedBy(prefixes: string[], codes: string[], former: string[]): string[] | null {
  const named = codesByPrefix(prefixes, codes);
  return named.length > 0 && named.every((code) => former.includes(code)) ? named : null;
}

function joined<R>(found: Held<R>[]): HeldForPlace<R> {
  const [only] = found;
  if (only !== undefined && found.length === 1) return { coverage: only.coverage, rows: only.rows, isMixed: false };
  const texts = new Set(found.map(({ rows }) => JSON.stringify(rows)));
  return {
    coverage: found.length === 0 ? 'not-digitised' : leastCovered(found.map(({ coverage }) => coverage)),
    rows: found.flatMap(({ rows }) => rows),
    isMixed: texts.size > 1,
  };
}
