import type { Feature } from '#recordings.ts';
import { communeByInsee, type Commune } from '#territory/communes.ts';
import { communesOfPostcode, partsOf } from '#territory/commune-search.ts';
import { plainText } from '#territory/plain-text.ts';
import { distanceMetres } from '#territory/geometry.ts';
import { hash } from '#territory/hash.ts';
import { STREET_NAMES, STREET_TYPES, addressPoint, streetNamed } from '#territory/streets.ts';
import { BIG_TOWNS } from '#territory/towns.ts';
import { houseNumber, municipality, pointOf, scored, streetFeature } from './features.ts';
import type { GeocodeQuery } from './params.ts';
import { parseAddress, startsAsStreet, type Asked } from './parse.ts';
import { homonymsOf, reportedAnswer } from './reported.ts';

const BEST_SCORE = 0.97;
const PLENTY = 40;
const FULL_NAMES = STREET_NAMES.flatMap((bare) =>
  STREET_TYPES.map((type) => ({ name: `${type} ${bare}`, words: plainText(`${type} ${bare}`), bare: plainText(bare) })),
);

/** Suggestions for the text, the likeliest first: any street exists in any commune, but no commune is invented. */
export function searchAddresses(query: GeocodeQuery & { q: string }): Feature[] {
  const reported = reportedAnswer(query.q);
  if (reported !== null) return [scored(reported.feature, reported.score, query.point)];
  const asked = parseAddress(query.q);
  const communes = communesOf(query, asked);
  const found = asked.street ? addresses(asked, communes) : communes.map(municipality);
  const kept = found
    .filter(({ properties }) => query.type === undefined || properties['type'] === query.type)
    .filter(({ properties }) => query.postcode === undefined || properties['postcode'] === query.postcode);
  const near = query.point;
  if (near) kept.sort((a, b) => distanceMetres(pointOf(a), near) - distanceMetres(pointOf(b), near));
  return kept
    .slice(0, query.limit)
    .map((feature, i) => scored(feature, BEST_SCORE - i * 0.04 - hash(query.q) / 2 ** 38, near));
}

/** The request's filters precede the text; a text without a commune that looks like a street matches everywhere. */
function communesOf(query: GeocodeQuery, asked: Asked): Commune[] {
  const filtered = query.citycode ? communeByInsee(query.citycode) : null;
  if (filtered) return asked.street ? partsOf(filtered) : [filtered];
  if (query.postcode) return communesOfPostcode(query.postcode);
  if (asked.communes.length > 0) return asked.communes;
  const streetLike = asked.number !== undefined || startsAsStreet(asked.street) || completions(asked.street).length > 0;
  return streetLike ? BIG_TOWNS.flatMap((insee) => communeByInsee(insee) ?? []) : [];
}

function addresses({ number, street, communeNamed }: Asked, communes: Commune[]): Feature[] {
  const names = completions(street);
  // Unfinished names are completed in several ways in the named commune, in one way elsewhere.
  const pairs = communes.flatMap((commune, i) =>
    (communeNamed && i === 0 ? names.slice(0, 3) : names.slice(i % names.length, (i % names.length) + 1)).map(
      (name) => ({ commune, name }),
    ),
  );
  return (names.length > 0 ? pairs : communes.map((commune) => ({ commune, name: street })))
    .slice(0, PLENTY)
    .flatMap(({ commune, name }, i) =>
      inStreet(commune, name, number ?? (i === 0 && communeNamed ? 'some' : undefined)),
    );
}

function inStreet(commune: Commune, name: string, number: string | undefined): Feature[] {
  const street = streetNamed(commune, name);
  const at = (number: string): Feature =>
    houseNumber({ commune, street, number, point: addressPoint(commune, street, Number.parseInt(number, 10)) });
  if (number === undefined) return [streetFeature(commune, street)];
  if (number === 'some') return [streetFeature(commune, street), ...['1', '2', '3', '4'].map(at)];
  return homonymsOf(commune, street.name, number) ?? [at(known(number))];
}

/** Only 5, 10, 15… may have a suffix: the service answers with the number alone, and a good score. */
function known(number: string): string {
  const [digits = '', suffix] = number.split(' ');
  return suffix === undefined || Number(digits) % 5 === 0 ? number : digits;
}

/** Street names that start with the typed one; none when it is complete. */
function completions(street: string): string[] {
  const plain = plainText(street);
  if (!plain) return [];
  const starting = FULL_NAMES.filter(({ words }) => words.startsWith(plain));
  if (starting.length > 0) return starting.map(({ name }) => name);
  return plain.length < 4 ? [] : FULL_NAMES.filter(({ bare }) => bare.startsWith(plain)).map(({ name }) => name);
}
