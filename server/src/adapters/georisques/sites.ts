import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import { z } from 'zod';
import type { Place } from '#domain/geometry/place.ts';
import type { Installation, NearbySite, SisSite } from '#domain/risks/facts.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { isMeasuredFromParcels, propertyAt } from '#domain/geometry/overlap.ts';
import { askPages } from './http.ts';
import { lonLat, metresToSite, reachMetres, REACH_MARGIN_METRES } from '#adapters/addresses/place-points.ts';
import { mergeOutlines, OptionalPoint, positionAt, readOutline } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';

export const AROUND_METRES = 500;
/** This many establishments at the same point share a default location, not an address. */
const CLUSTER = 3;

/**
 * `isDefault`: the position is a default one, or known to the street, kilometre or commune only. `metres` from the
 * property, when they were measured.
 */
export type Located<S> = { site: S; at: [number, number] | null; isDefault: boolean; metres?: number };

const OptionalNumber = z.coerce.number().nullish();
const radiusQuery = (place: Place, rayon: number): Query => ({ latlon: lonLat(place), rayon });

/** All within 500 m of the property, without a distance for those whose point cannot be read: of several parcels, the circle around the point that holds them is wider. */
async function askAround<S extends NearbySite>(
  http: HttpClient,
  place: Place,
  { path, row, needs = [] }: { path: string; row: z.ZodType<Located<S>>; needs?: readonly string[] },
): Promise<S[]> {
  const isWide = isMeasuredFromParcels(propertyAt(place));
  const rayon = isWide ? reachMetres(place) + AROUND_METRES : AROUND_METRES;
  const rows = await askPages(http, { path, query: radiusQuery(place, rayon), row, needs });
  // The margin: the source measures from the outline of some sites.
  const isNear = ({ at }: Located<S>): boolean =>
    at === null || metresToSite(place, at) <= AROUND_METRES + REACH_MARGIN_METRES;
  return withDistances(place, isWide ? rows.filter(isNear) : rows);
}

/** Sorted by distance; no distance is given from a default location (commune's centroid, cluster, no address). */
export function withDistances<S extends NearbySite>(place: Place, rows: Located<S>[]): S[] {
  if (rows.length === 0) return [];
  // A site may occur twice at its place: that is no cluster.
  const distinct = haveOwnIds(rows.map(({ site }) => site)) ? rows : withoutRepeats(rows);
  const byLongitude = distinct.length < CLUSTER ? null : Map.groupBy(distinct, ({ at }) => at?.[0]);
  const sites = distinct.map(({ site, at, isDefault, metres }) => {
    const vague = at === null || isDefault || countAt(at, byLongitude?.get(at[0])) >= CLUSTER;
    if (vague) return { ...site, distanceMetres: null };
    return { ...site, distanceMetres: Math.round(metres ?? metresToSite(place, at)), position: at };
  });
  if (sites.length < 2) return sites;
  const nearestFirst = sites.toSorted(
    (one, other) => (one.distanceMetres ?? Infinity) - (other.distanceMetres ?? Infinity) || 0,
  );
  return haveOwnIds(nearestFirst) ? nearestFirst : groupedById(nearestFirst).map(([nearest]) => nearest);
}

const haveOwnIds = (sites: { id: string }[]): boolean =>
  sites.length < 2 || new Set(sites.map(({ id }) => id)).size === sites.length;

const withoutRepeats = <S extends NearbySite>(rows: Located<S>[]): Located<S>[] => [
  ...new Map(rows.map((row, index) => [row.site.id === '' ? index : `${row.site.id} ${String(row.at)}`, row])).values(),
];

const countAt = ([, latitude]: [number, number], rows: Located<unknown>[] = []): number =>
  rows.filter(({ at }) => at?.[1] === latitude).length;

/** The rows of each site, in order. Rows without an identifier count as separate sites. */
export function groupedById<S extends { id: string }>(rows: S[]): [S, ...S[]][] {
  const groups = Map.groupBy(rows, (row) => (row.id === '' ? row : row.id));
  return [...groups.values()].flatMap(([first, ...others]): [S, ...S[]][] => (first ? [[first, ...others]] : []));
}

export const joined = (...lines: (string | null)[]): string | null =>
  lines.filter((line) => line !== null).join(', ') || null;

const CasiasRow = z
  .object({
    identifiant_ssp: OptionalText,
    identifiant_casias: OptionalText,
    nom_etablissement: OptionalText,
    activite_principale: OptionalText,
    statut: OptionalText,
    adresse: OptionalText,
    adresse_lieudit: OptionalText,
    nom_commune: OptionalText,
    fiche_risque: OptionalText,
    geom: OptionalPoint,
  })
  .transform((row): Located<NearbySite> => {
    const street = joined(row.adresse, row.adresse_lieudit);
    const site = {
      id: row.identifiant_ssp ?? row.identifiant_casias ?? '',
      name: row.nom_etablissement ?? 'Ancien site industriel',
      activity: row.activite_principale,
      status: row.statut,
      address: joined(street, row.nom_commune),
      sheetUrl: row.fiche_risque,
      distanceMetres: null,
    };
    return { site, at: row.geom, isDefault: street === null };
  });

/** Former industrial sites. The source measures from their outline, so some points are farther. */
export const findCasias = (http: HttpClient, place: Place): Promise<NearbySite[]> =>
  askAround(http, place, { path: '/ssp/casias', row: CasiasRow });

const InstallationRow = z
  .object({
    codeAIOT: OptionalText,
    raisonSociale: OptionalText,
    adresse1: OptionalText,
    adresse2: OptionalText,
    codePostal: OptionalText,
    commune: OptionalText,
    etatActivite: OptionalText,
    regime: OptionalText,
    statutSeveso: OptionalText,
    longitude: OptionalNumber,
    latitude: OptionalNumber,
  })
  .transform((row): Located<Installation> => {
    const street = joined(row.adresse1, row.adresse2);
    const site = {
      id: row.codeAIOT ?? '',
      name: row.raisonSociale ?? 'Installation classée',
      activity: null,
      status: row.etatActivite,
      address: joined(street, joined(row.codePostal, row.commune)?.replace(',', '') ?? null),
      sheetUrl: row.codeAIOT && `https://www.georisques.gouv.fr/risques/installations/donnees/details/${row.codeAIOT}`,
      distanceMetres: null,
      regime: row.regime,
      seveso: sevesoOf(row.statutSeveso),
    };
    return { site, at: positionAt(row.longitude, row.latitude), isDefault: street === null };
  });

/** « Seveso seuil haut », « Seveso seuil bas »; « Non Seveso » contains the word too. */
export function sevesoOf(status: string | null): Installation['seveso'] {
  if (status === null || /^non\b/i.test(status)) return null;
  if (/haut/i.test(status)) return 'haut';
  return /bas/i.test(status) ? 'bas' : null;
}

/** Installations classées, without those whose régime is now « Non ICPE ». */
export async function findInstallations(http: HttpClient, place: Place): Promise<Installation[]> {
  const sites = await askAround(http, place, {
    path: '/installations_classees',
    row: InstallationRow,
    // It decides whether the heading lists it.
    needs: ['regime'],
  });
  return sites.filter(({ regime }) => regime !== 'Non ICPE');
}

const CavityRow = z
  .object({
    identifiant: OptionalText,
    type: OptionalText,
    nom: OptionalText,
    reperage_geo: OptionalText,
    longitude: OptionalNumber,
    latitude: OptionalNumber,
  })
  .transform(({ identifiant, type, nom, reperage_geo, longitude, latitude }): Located<NearbySite> => {
    const name = nom ?? type ?? 'Cavité souterraine';
    const site = { ...unnamed(identifiant, name), activity: nom === null ? null : type };
    return { site, at: positionAt(longitude, latitude), isDefault: /commun/i.test(reperage_geo ?? '') };
  });

export const findCavities = (http: HttpClient, place: Place): Promise<NearbySite[]> =>
  askAround(http, place, { path: '/cavites', row: CavityRow });

const MovementRow = z
  .object({
    identifiant: OptionalText,
    type: OptionalText,
    lieu: OptionalText,
    precision_lieu: OptionalText,
    longitude: OptionalNumber,
    latitude: OptionalNumber,
  })
  .transform((row): Located<NearbySite> => {
    const site = { ...unnamed(row.identifiant, row.type ?? 'Mouvement de terrain'), address: row.lieu };
    // Known to the nearest kilometre or commune only.
    const isDefault = /kilom|commun/i.test(row.precision_lieu ?? '');
    return { site, at: positionAt(row.longitude, row.latitude), isDefault };
  });

export const findGroundMovements = (http: HttpClient, place: Place): Promise<NearbySite[]> =>
  askAround(http, place, { path: '/mvt', row: MovementRow });

function unnamed(id: string | null, name: string): NearbySite {
  return { id: id ?? '', name, activity: null, status: null, address: null, sheetUrl: null, distanceMetres: null };
}

const SisRow = z
  .object({
    id_sis: OptionalText,
    identifiant_ssp: OptionalText,
    nom: OptionalText,
    adresse: OptionalText,
    adresse_lieudit: OptionalText,
    fiche_risque: OptionalText,
    geom: z.unknown().optional(),
  })
  .transform((row): SisSite & { outline: MultiPolygon | null; isUnread: boolean } => ({
    id: row.id_sis ?? row.identifiant_ssp ?? '',
    name: row.nom ?? 'Secteur d’information sur les sols',
    address: joined(row.adresse, row.adresse_lieudit),
    sheetUrl: row.fiche_risque,
    outline: readOutline(row.geom),
    isUnread: row.geom !== null && row.geom !== undefined && readOutline(row.geom) === null,
  }));

/**
 * SIS that may meet the property: all within reach of its corners, in one or several rows; `domain/` compares the
 * outlines.
 */
export async function findSis(http: HttpClient, place: Place): Promise<SisSite[]> {
  const query = radiusQuery(place, reachMetres(place));
  const rows = await askPages(http, { path: '/ssp/conclusions_sis', query, row: SisRow, needs: [] });
  return groupedById(rows).map((same) => {
    const { isUnread: _, ...site } = same[0];
    // A part that cannot be read may be the one that meets the property.
    const isUnread = same.some((row) => row.isUnread);
    return { ...site, outline: isUnread ? null : mergeOutlines(same.flatMap((row) => row.outline ?? [])) };
  });
}
