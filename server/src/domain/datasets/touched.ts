import { inseeCodesOf } from '#domain/geometry/place.ts';

/** `[west, south, east, north]` in degrees. */
export type DegreeBox = readonly [west: number, south: number, east: number, north: number];

/** Where two releases of a dataset may say something else: every place of it is in one of these. */
export type Touched = {
  isEverywhere: boolean;
  /** INSEE codes, or their first characters: a département, the arrondissements of a commune. */
  codePrefixes: string[];
  boxes: DegreeBox[];
};

/** Paris, Lyon and Marseille: their statements have the arrondissement's code. */
const DIVIDED = Object.entries({ '751': '75101', '6938': '69381', '132': '13201' }).map(
  ([prefix, arrondissement]) => [inseeCodesOf(arrondissement)[1], prefix] as const,
);

/** Codes of parcels in a commune whose rows changed. */
export const parcelCodesOf = (inseeCode: string): string[] => [
  inseeCode,
  ...DIVIDED.filter(([commune]) => commune === inseeCode).map(([, prefix]) => prefix),
];
