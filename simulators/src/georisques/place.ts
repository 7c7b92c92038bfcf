import { COMMUNES, communeAt, communeByInsee, type Commune } from '#territory/communes.ts';
import type { Point } from '#territory/geometry.ts';
import { gasparCommune, isDivided } from '#territory/hazards-plans.ts';
import { parcelByReference } from '#territory/parcels.ts';

/** Place of a request, from its parameters. */
export type AskedPlace = {
  /** Empty when the request only names communes. */
  points: Point[];
  radiusMetres: number;
  /** Communes of the codes, else of the points. */
  communes: Commune[];
  /** INSEE codes as written, with those at the start of parcel codes. */
  codes: string[];
};
export type FiledBy = 'commune' | 'arrondissement' | 'both';
export type Query = Record<string, string | string[] | undefined>;

export class BadRequest extends Error {}

const MAX_CODES = 10;
const MAX_RADIUS_METRES = 10_000;
/** Size of « the whole base » here: enough rows to show that they are not about the place. */
const WHOLE_BASE = 60;

/** `latlon` is longitude then latitude, despite its name. @throws BadRequest */
export function v1Place(query: Query): AskedPlace {
  const [latlon, codes] = [text(query['latlon']), list(query['code_insee'] ?? query['codeInsee'])];
  const point = latlon === undefined ? pointOf(query['longitude'], query['latitude']) : pairOf(latlon);
  if (point && codes.length > 0) {
    throw new BadRequest('La recherche par code INSEE ne peut être combinée avec une recherche au rayon');
  }
  if (codes.length > MAX_CODES) throw new BadRequest('Le nombre maximum de codes INSEE est 10');
  if (!point && codes.length === 0) throw new BadRequest('Au moins un critère de recherche est obligatoire');
  return {
    points: point ? [point] : [],
    radiusMetres: radius(query['rayon'], 1000),
    communes: point ? communesAt([point]) : codes.flatMap((code) => communeByInsee(code) ?? []),
    codes,
  };
}

/** A wrong parameter name is silently ignored: without any known one, the whole base is searched. @throws BadRequest */
export function v2Place(query: Query): AskedPlace {
  const radiusMetres = radius(query['rayon'], 0);
  const codes = list(query['codesInsee']);
  const point = pointOf(query['longitude'], query['latitude']);
  const parcels = list(query['codesParcelle']);
  const geometry = text(query['geometry']);
  if (point || parcels.length > 0 || geometry !== undefined) {
    const points = [...(point ? [point] : []), ...parcels.flatMap(parcelPoints), ...wktPoints(geometry ?? '')];
    return { points, radiusMetres, communes: communesAt(points), codes: parcels.map((code) => code.slice(0, 5)) };
  }
  const communes =
    codes.length > 0 ? codes.flatMap((code) => communeByInsee(code) ?? []) : COMMUNES.slice(0, WHOLE_BASE);
  return { points: [], radiusMetres, communes, codes };
}

/**
 * The communes under the codes used by the endpoint: most databases only know Paris, Lyon and Marseille, radon only
 * their arrondissements. A code of the wrong level finds nothing, a point always finds its own.
 */
export function communesFiled(place: AskedPlace, level: FiledBy): Commune[] {
  if (level === 'both') return place.communes;
  if (place.points.length > 0) return level === 'commune' ? unique(place.communes.map(gasparCommune)) : place.communes;
  return place.communes.filter((commune) => (level === 'commune' ? !commune.mother : !isDivided(commune)));
}

export function text(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Centre and corners of the parcel `62160-000-XM-0307`; none when the cadastre lacks it. */
function parcelPoints(code: string): Point[] {
  const [insee = '', comAbs = '', section = '', numero = ''] = code.split('-');
  const commune = communeByInsee(insee);
  if (!commune || isDivided(commune)) return [];
  const reference = { comAbs, section: section.padStart(2, '0'), numero: numero.padStart(4, '0') };
  const rings = parcelByReference(commune, reference)?.polygons ?? [];
  return rings.flatMap((ring) => [middle(ring), ...ring]);
}

function middle(ring: Point[]): Point {
  const corners = ring.slice(1);
  const mean = (axis: 0 | 1) => corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length;
  return [mean(0), mean(1)];
}

function communesAt(points: Point[]): Commune[] {
  return unique(points.flatMap((point) => communeAt(...point) ?? []));
}

function unique(communes: Commune[]): Commune[] {
  return [...new Map(communes.map((commune) => [commune.insee, commune])).values()];
}

function list(value: string | string[] | undefined): string[] {
  return [value ?? []]
    .flat()
    .flatMap((item) => item.split(','))
    .filter((item) => item !== '');
}

function pairOf(latlon: string): Point {
  const [longitude, latitude, ...rest] = latlon.split(',');
  const point = rest.length === 0 ? pointOf(longitude, latitude) : null;
  if (!point) throw new BadRequest('Le paramètre latlon doit être de la forme longitude,latitude');
  return point;
}

function pointOf(longitude: string | string[] | undefined, latitude: string | string[] | undefined): Point | null {
  if (longitude === undefined || latitude === undefined) return null;
  const point: Point = [Number(text(longitude)), Number(text(latitude))];
  const valid = point.every(Number.isFinite) && Math.abs(point[0]) <= 180 && Math.abs(point[1]) <= 90;
  if (!valid) throw new BadRequest('Les coordonnées ne sont pas valides');
  return point;
}

function wktPoints(geometry: string): Point[] {
  return [...geometry.matchAll(/(-?\d+(?:\.\d+)?)\s+(-?\d+(?:\.\d+)?)/g)].map(([, x, y]): Point => [
    Number(x),
    Number(y),
  ]);
}

function radius(value: string | string[] | undefined, fallback: number): number {
  const metres = Number(text(value) ?? fallback);
  if (!Number.isFinite(metres) || metres < 0) throw new BadRequest('Le rayon doit être un nombre de mètres');
  return Math.min(metres, MAX_RADIUS_METRES);
}
