import { COMMUNES, arrondissementsOf, communeByInsee } from './communes.ts';
import type { Commune } from './communes.ts';
import { plainText } from './plain-text.ts';

const MAX_FOUND = 40;
/** « saint » begins some 4000 names. */
const MOST_WITH_ONE_PREFIX = 5000;

const mothers = [...new Set(COMMUNES.flatMap(({ mother }) => mother?.insee ?? []))].flatMap(
  (c) => communeByInsee(c) ?? [],
);
/** Sorted by plain name, then by population, the biggest first. Arrondissements are found through their commune. */
const byName = [...COMMUNES.filter(({ mother }) => !mother), ...mothers]
  .map((commune) => ({ commune, name: plainText(commune.name) }))
  .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : b.commune.population - a.commune.population));
const byPostcode = Map.groupBy(
  COMMUNES.flatMap((commune) => commune.postcodes.map((postcode) => ({ postcode, commune }))),
  ({ postcode }) => postcode,
);

/** Communes whose name begins with the text: exact matches first, then by population. At most forty. */
export function searchCommunes(text: string): Commune[] {
  const plain = plainText(text);
  const starting = plain ? startingWith(plain) : [];
  return starting
    .sort((a, b) => Number(b.name === plain) - Number(a.name === plain) || b.commune.population - a.commune.population)
    .slice(0, MAX_FOUND)
    .map(({ commune }) => commune);
}

/** Communes of exactly that name, the biggest first. */
export function communesNamed(text: string): Commune[] {
  const plain = plainText(text);
  return startingWith(plain)
    .filter(({ name }) => name === plain)
    .map(({ commune }) => commune);
}

/** Communes and arrondissements of a postal code, the most populated first, each with that code. */
export function communesOfPostcode(postcode: string): Commune[] {
  return (byPostcode.get(postcode) ?? [])
    .map(({ commune }) => ({ ...commune, postcode }))
    .sort((a, b) => b.population - a.population);
}

/** The arrondissements of Paris, Lyon and Marseille; otherwise the commune itself. */
export function partsOf(commune: Commune): Commune[] {
  const parts = arrondissementsOf(commune.insee);
  return parts.length > 0 ? parts : [commune];
}

function startingWith(plain: string): typeof byName {
  let [low, high] = [0, byName.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((byName[middle]?.name ?? '') < plain) low = middle + 1;
    else high = middle;
  }
  const following = byName.slice(low, low + MOST_WITH_ONE_PREFIX);
  const after = following.findIndex(({ name }) => !name.startsWith(plain));
  return after < 0 ? following : following.slice(0, after);
}
