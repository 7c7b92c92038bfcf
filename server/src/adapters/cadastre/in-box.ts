import { bboxPolygon } from '@turf/turf';
import type { Box } from '#adapters/suppliers.ts';
import type { Parcel } from '#domain/risks/facts.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { askFeatures } from './apicarto.ts';
import { byIdentifier, InList, toParcel, type Found } from './parcel-features.ts';

/** Features of a page: smaller than API Carto's most, since a town's tile is some 400 parcels. */
const PAGE = 500;

/** Parcels that meet the box; null when there are more than `most`. */
export async function findInBox(http: HttpClient, box: Box, most: number): Promise<Parcel[] | null> {
  const { geometry } = bboxPolygon([...box]);
  const found: Found[] = [];
  for (let start = 0; ; start += PAGE) {
    const query = { _limit: PAGE, ...(start > 0 && { _start: start }) };
    const page = await askFeatures(http, { path: '/cadastre/parcelle', query, geometry, feature: InList });
    for (const { geometry: outline, properties } of page) {
      const { idu, nom_com: name, contenance } = properties;
      if (outline !== null) found.push({ idu, communeName: name ?? '', contenance, outline });
    }
    if (found.length > most) return null;
    if (page.length < PAGE) return byIdentifier(found).map(toParcel);
  }
}
