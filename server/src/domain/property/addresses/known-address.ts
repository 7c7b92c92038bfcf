import type { AddressFeature } from '@clairisque/contract/addresses.ts';

/** An address of the Base adresse nationale (BAN), as the geocoder gives it. */
export type KnownAddress = {
  /** « 3 Rue de la Raffinerie 69320 Feyzin » */
  label: string;
  kind: string | null;
  /** « 3 », « 3bis »; null below a house number, or when the answer has it in its label only. */
  number: string | null;
  /** 0 to 1: how well it matches the search text. */
  score: number;
  postcode: string | null;
  inseeCode: string | null;
  communeName: string | null;
  /** INSEE code of the commune that was absorbed. */
  formerInseeCode: string | null;
  formerCommuneName: string | null;
  /** « 69, Rhône, Auvergne-Rhône-Alpes » */
  context: string | null;
  longitude: number;
  latitude: number;
};

/** `nextScore`: of the second best; null when there is none. */
export type BestAddress = KnownAddress & { nextScore: number | null };

export function knownAddress({ geometry, properties }: AddressFeature): KnownAddress {
  const { label, type, housenumber, score, postcode, citycode, oldcitycode, city, oldcity, context } = properties;
  const [longitude, latitude] = geometry.coordinates;
  return {
    label,
    kind: type ?? null,
    number: housenumber ?? null,
    score: score ?? 0,
    postcode: postcode ?? null,
    inseeCode: citycode ?? null,
    communeName: city ?? null,
    formerInseeCode: oldcitycode ?? null,
    formerCommuneName: oldcity ?? null,
    context: context ?? null,
    longitude,
    latitude,
  };
}

/**
 * Their labels, each with its former commune where another has the same label, since merged communes may have streets of
 * one name: « 5 Rue de la Mairie 85260 Montréverd (Saint-André-Treize-Voies) ».
 */
export function namesOf(addresses: readonly KnownAddress[]): string[] {
  const counts = Map.groupBy(addresses, ({ label }) => label);
  return addresses.map((address) => {
    const { label, communeName, formerCommuneName } = address;
    const part = formerCommuneName ?? communeName;
    return part === null || !isHomonym(address, counts.get(label) ?? []) ? label : `${label} (${part})`;
  });
}

const isHomonym = ({ formerInseeCode, formerCommuneName }: KnownAddress, others: readonly KnownAddress[]): boolean =>
  others.some((one) => one.formerInseeCode !== formerInseeCode || one.formerCommuneName !== formerCommuneName);

/** The geocoder does not read what `namesOf` adds. */
export const withoutPart = (text: string): string => text.replace(/(?<=[\p{L}\p{N}])\s*\([^()]*\)\s*$/u, '');
