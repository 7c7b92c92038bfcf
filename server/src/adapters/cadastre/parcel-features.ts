import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Geometry } from 'geojson';
import { z } from 'zod';
import { inseeCodesOf } from '#domain/geo/place.ts';
import type { Parcel } from '#domain/risks/facts.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { askFeatures } from './apicarto.ts';
import { mergeOutlines, OptionalOutline, Outline } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

const Feature = z.object({
  geometry: Outline,
  properties: z.object({
    /** INSEE (the arrondissement's in Paris, Lyon, Marseille), absorbed commune, section, number. */
    idu: z.string().regex(/^\d[\dAB]\d{6}[\dA-Z]{2}\w{4}$/),
    nom_com: OptionalText,
    // 0: the fiscal area is unknown.
    contenance: z.coerce
      .number()
      .nullish()
      .transform((area) => (area ? Math.round(area) : null)),
  }),
});
/** A parcel may have no outline: one bad feature must not hide a list. */
export const InList = Feature.extend({ geometry: OptionalOutline });
export type Found = { idu: string; communeName: string; contenance: number | null; outline: MultiPolygon };

export async function askParcels(http: HttpClient, where: { query?: Query; geometry?: Geometry }): Promise<Found[]> {
  const features = await askFeatures(http, { path: '/cadastre/parcelle', feature: Feature, ...where });
  return features.map(({ geometry, properties: { idu, nom_com, contenance } }) => ({
    idu,
    communeName: nom_com ?? '',
    contenance,
    outline: geometry,
  }));
}

/** `gid` and `id` change with every edition: only `idu` identifies a parcel. Merges the parts of one parcel. */
export function byIdentifier(parcels: Found[]): Found[] {
  const groups = Map.groupBy(parcels, (parcel) => parcel.idu);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const outline = mergeOutlines([first, ...others].map((parcel) => parcel.outline));
    return [{ ...first, outline: outline ?? first.outline }];
  });
}

export const toParcel = ({ idu, communeName, contenance, outline }: Found): Parcel => ({
  commune: idu.slice(0, 5),
  communeName,
  prefix: idu.slice(5, 8),
  section: idu.slice(8, 10),
  number: idu.slice(10, 14),
  areaSquareMetres: contenance,
  outline,
});

export type ParcelReference = { commune: string; prefix: string; section: string; number: string };

/** `prefixe-section-numero@commune`; API Carto refuses the départements 00, 20, 96, 98 and 99. */
export function decodeParcelCode(code: string): ParcelReference | null {
  const parts = /^(\d{3})-([0-9A-Z]{2})-(\w{4})@((?!00|20|96|98|99)\d[\dAB]\d{3})$/.exec(code.toUpperCase());
  const [, prefix, section, number, commune] = parts ?? [];
  if (prefix === undefined || section === undefined || number === undefined || commune === undefined) return null;
  return { commune, prefix, section, number };
}

/** An arrondissement's code finds nothing as `code_insee`: queries the commune's, with `code_arr`. */
export function communeQuery(commune: string): Query {
  const [, mother] = inseeCodesOf(commune);
  return mother === undefined ? { code_insee: commune } : { code_insee: mother, code_arr: commune.slice(2) };
}
