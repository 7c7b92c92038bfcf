import { communesOf, inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import type { CommuneGrade } from '#domain/risks/facts.ts';
import type { LocalFact } from './local-fact.ts';

/** `isMixed`: former communes differ; absent otherwise. */
type Grade<V> = { value: V; isMixed?: true; communes?: CommuneGrade<V>[] };

/**
 * The highest grade of the property's communes, and each one's when there are several. Null as soon as one has none: the
 * live service is then asked for all.
 */
export function gradeByCommune<V extends number>(
  place: Place,
  gradeOf: (place: Place) => LocalFact<Grade<V>>,
): LocalFact<Grade<V>> {
  const communes = communesOf(place);
  if (communes.length < 2) return gradeOf(place);
  const all = communes.map((commune) => ({ ...commune, fact: gradeOf(partIn(place, commune)) }));
  const found = all.flatMap(({ fact, ...commune }) => (fact === null ? [] : [{ commune, fact }]));
  const [highest] = found.toSorted((one, other) => other.fact.value.value - one.fact.value.value);
  if (highest === undefined || found.length < all.length) return null;
  return {
    ...highest.fact,
    value: {
      value: highest.fact.value.value,
      ...(found.some(({ fact }) => fact.value.isMixed) && { isMixed: true }),
      communes: found.map(({ commune, fact }) => ({ ...commune, value: fact.value.value })),
    },
  };
}

/** The parcels of a place in one of its communes. */
const partIn = (place: Place, { code, name }: { code: string; name: string }): Place => ({
  ...place,
  inseeCodes: inseeCodesOf(code),
  communeName: name,
  parcels: place.parcels.filter(({ commune }) => commune === code),
});
