import type { MultiPolygon } from '@clairisque/contract/parcels.ts';

/** A cadastral parcel with its outline. Longitudes and latitudes in degrees, WGS 84. */
export type Parcel = {
  /** INSEE code; the arrondissement's in Paris, Lyon and Marseille. */
  commune: string;
  communeName: string;
  prefix: string;
  section: string;
  number: string;
  /** Fiscal area in m²; null when the cadastre has none (0). Never a surveyed area. */
  areaSquareMetres: number | null;
  outline: MultiPolygon;
  /** When the cadastre gave it, ISO instant UTC; absent when unknown. */
  obtainedAt?: string;
};

/** The place of a statement: one point chosen by the user and the parcels of the property. */
export type Place = {
  longitude: number;
  latitude: number;
  /** INSEE codes to query: in Paris, Lyon and Marseille the arrondissement's and the commune's. */
  inseeCodes: string[];
  communeName: string;
  parcels: Parcel[];
};

/** Communes with arrondissements: both their own code and the arrondissement's are in use (INSEE). */
const DIVIDED: readonly { arrondissement: RegExp; commune: string }[] = [
  { arrondissement: /^751[0-2]\d$/, commune: '75056' },
  { arrondissement: /^6938[1-9]$/, commune: '69123' },
  { arrondissement: /^132(0[1-9]|1[0-6])$/, commune: '13055' },
];

const MAY_BE_DIVIDED = /^(?:75|69|13)/;

/**
 * INSEE codes that suppliers may use for a commune: in Paris, Lyon and Marseille the arrondissement's and the
 * commune's.
 */
export function inseeCodesOf(code: string): string[] {
  if (!MAY_BE_DIVIDED.test(code)) return [code];
  const divided = DIVIDED.find(({ arrondissement }) => arrondissement.test(code));
  return divided === undefined ? [code] : [code, divided.commune];
}

/** `prefixe-section-numero@commune` */
export const codeOf = ({
  prefix,
  section,
  number,
  commune,
}: Pick<Parcel, 'prefix' | 'section' | 'number' | 'commune'>): string => `${prefix}-${section}-${number}@${commune}`;

/** Code of the département of a commune: `2A`, `974`, three digits overseas. */
export function departementOf(inseeCode: string): string {
  return inseeCode.slice(0, inseeCode.startsWith('97') ? 3 : 2);
}

/** The place of a draft once its parcels are known: the commune is the first one's. */
export function placeOf(
  draft: { longitude: number; latitude: number },
  parcels: readonly [Parcel, ...Parcel[]],
): Place {
  return {
    longitude: draft.longitude,
    latitude: draft.latitude,
    inseeCodes: [...new Set(parcels.flatMap(({ commune }) => inseeCodesOf(commune)))],
    communeName: parcels[0].communeName,
    parcels: [...parcels],
  };
}

/** The communes of a place, from the cadastre: the place's first, then in the order of the parcels. */
export function communesOf({ inseeCodes: [first], parcels }: Place): { code: string; name: string }[] {
  const [{ commune: code, communeName: name } = NO_PARCEL] = parcels;
  if (parcels.length === 1) return [{ code, name }];
  const all = parcels.map(({ commune, communeName }) => ({ code: commune, name: communeName }));
  const ordered = [...all.filter(({ code }) => code === first), ...all];
  return [...new Map(ordered.map((commune) => [commune.code, commune])).values()];
}

const NO_PARCEL = { commune: '', communeName: '' };

/** The place with that commune first (S8): the address's, when the parcels are in several. */
export function withCommuneFirst(place: Place, commune: string | undefined): Place {
  const parcel = place.parcels.find((one) => one.commune === commune);
  if (parcel === undefined || parcel.commune === place.inseeCodes[0]) return place;
  const inseeCodes = [...new Set([...inseeCodesOf(parcel.commune), ...place.inseeCodes])];
  return { ...place, inseeCodes, communeName: parcel.communeName };
}
