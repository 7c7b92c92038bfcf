import { arrondissementsOf, communeByInsee } from '#territory/communes.ts';
import type { Commune } from '#territory/communes.ts';
import { mainLots, parcelByReference, parcelOfLot, parcelsAround } from '#territory/parcels.ts';
import type { Parcel } from '#territory/parcels.ts';
import { blockOfSection, blocksOfCommune } from '#territory/sections.ts';
import { meets, shapeOf } from '#territory/shapes.ts';
import type { ParcelQuery } from './params.ts';

export type Page = { total: number; parcels: Parcel[] };

/** One page of the synthetic parcels of the query. None without a place or a commune. */
export function findParcels(query: ParcelQuery): Page {
  if (query.geom) return page(query, around(query, query.geom));
  const communes = communesOf(query);
  const { section, numero, comAbs } = query;
  if (section === undefined) return wholeCommunes(query, communes);
  const found = communes.flatMap((commune) => {
    if (numero !== undefined) {
      return parcelByReference(commune, { section, numero, ...(comAbs !== undefined && { comAbs }) }) ?? [];
    }
    const block = blockOfSection(commune, section, comAbs);
    return block ? mainLots(block).flatMap((lot) => parcelOfLot(lot) ?? []) : [];
  });
  return page(query, found);
}

function around(query: ParcelQuery, geom: NonNullable<ParcelQuery['geom']>): Parcel[] {
  const shape = shapeOf(geom);
  const wanted = new Set(communesOf(query).map(({ insee }) => insee));
  return parcelsAround(shape.box).filter(
    (parcel) =>
      (query.codeInsee === undefined || wanted.has(parcel.commune.insee)) &&
      (query.section ?? parcel.section) === parcel.section &&
      (query.numero ?? parcel.numero) === parcel.numero &&
      (query.comAbs ?? parcel.comAbs) === parcel.comAbs &&
      meets(
        shape,
        parcel.polygons.map((ring) => [ring]),
      ),
  );
}

/** Only the lots of the page are drawn: a commune has tens of thousands. */
function wholeCommunes({ start, limit }: ParcelQuery, communes: Commune[]): Page {
  const lots = communes.flatMap((commune) => [...blocksOfCommune(commune)].flatMap(mainLots));
  return { total: lots.length, parcels: lots.slice(start, start + limit).flatMap((lot) => parcelOfLot(lot) ?? []) };
}

/**
 * Paris, Lyon and Marseille are queried by the commune's code, with `code_arr` or not; an arrondissement's finds
 * nothing.
 */
function communesOf({ codeInsee, codeArr }: ParcelQuery): Commune[] {
  const commune = communeByInsee(codeInsee ?? '');
  if (!commune || commune.mother) return [];
  const parts = arrondissementsOf(commune.insee);
  if (parts.length === 0) return codeArr === undefined || codeArr === '000' ? [commune] : [];
  return codeArr === undefined ? parts : parts.filter(({ insee }) => insee.endsWith(codeArr));
}

function page({ start, limit }: ParcelQuery, found: Parcel[]): Page {
  return { total: found.length, parcels: found.slice(start, start + limit) };
}
