import { bboxPolygon } from '@turf/turf';
import type { Box } from '#adapters/suppliers.ts';
import type { Parcel } from '#domain/geometry/place.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { askPage, byIdentifier, toParcel } from './parcel-features.ts';

/** Features of a page: smaller than API Carto's most, since a town's tile is some 400 parcels. */
const PAGE = 500;

/** Parcels that meet the box; null when there are more than `most`. */
export async function findInBox(http: HttpClient, box: Box, most: number): Promise<Parcel[] | null> {
  const { geometry } = bboxPolygon([...box]);
  const pages = [];
  let drawn = 0;
  for (let start = 0; ; start += PAGE) {
    const query = { _limit: PAGE, ...(start > 0 && { _start: start }) };
    const page = await askPage(http, { query, geometry });
    pages.push(page);
    drawn += page.features.filter(({ outline }) => outline !== null).length;
    if (drawn > most) return null;
    if (page.features.length + page.unread < PAGE) return byIdentifier(pages).drawn.map(toParcel);
  }
}
