import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Geometry } from 'geojson';
import { z } from 'zod';
import { codeOf, inseeCodesOf, type Parcel } from '#domain/geometry/place.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { askFeatures } from './apicarto.ts';
import type { Features } from '#adapters/supplier-features.ts';
import { mergeOutlines } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

const Properties = z.object({
  /** INSEE (the arrondissement's in Paris, Lyon, Marseille), absorbed commune, section, number. */
  idu: z.string().regex(/^\d[\dAB]\d{6}[\dA-Z]{2}\w{4}$/),
  nom_com: OptionalText,
  // 0: the fiscal area is unknown.
  contenance: z.coerce
    .number()
    .nullish()
    .catch(null)
    .transform((area) => (area ? Math.round(area) : null)),
});
export type Found = { idu: string; communeName: string; contenance: number | null; outline: MultiPolygon };
/** `undrawn`: identifiers of the parcels without a readable outline. `unread`: how many features have no identifier. */
type FoundInList = { drawn: Found[]; undrawn: string[]; unread: number };

type ParcelPage = Features<z.infer<typeof Properties>>;
/** One page of features, of which a parcel may have several. */
export const askPage = (http: HttpClient, where: { query?: Query; geometry?: Geometry }): Promise<ParcelPage> =>
  askFeatures(http, { path: '/cadastre/parcelle', properties: Properties, isPaged: true, ...where });

/**
 * `gid` and `id` change with every edition: only `idu` identifies a parcel. Merges the parts of one parcel: with a part
 * that cannot be read it has no outline.
 */
export function byIdentifier(pages: readonly ParcelPage[]): FoundInList {
  const groups = Map.groupBy(
    pages.flatMap((page) => page.features),
    ({ properties: { idu } }) => idu,
  );
  const list: FoundInList = { drawn: [], undrawn: [], unread: 0 };
  for (const [idu, parts] of groups) {
    const outlines = parts.flatMap(({ outline }) => outline ?? []);
    const outline = outlines.length < parts.length ? null : mergeOutlines(outlines);
    const { nom_com, contenance = null } = parts[0]?.properties ?? { nom_com: null };
    if (outline === null) list.undrawn.push(idu);
    else list.drawn.push({ idu, communeName: nom_com ?? '', contenance, outline });
  }
  for (const { unread } of pages) list.unread += unread;
  return list;
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

/** The code of an identifier of the cadastre. */
export const codeOfIdu = (idu: string): string =>
  codeOf({ commune: idu.slice(0, 5), prefix: idu.slice(5, 8), section: idu.slice(8, 10), number: idu.slice(10, 14) });

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
