import { distanceMetres, shifted, type Point } from './geometry.ts';
import { metresTo, rectangle } from './hazards-outline.ts';
import type { Polygon } from 'geojson';

/** Zones exposed to the recul du trait de côte (L. 121-22-2 code de l'urbanisme), along a few typed coasts. */

export type RetreatZone = {
  insee: string;
  place: string;
  horizon: '0-30' | '30-100';
  /** Shown by a carte de préfiguration only, not by the PLU. */
  provisional: boolean;
  outline: Polygon;
};

/**
 * `at` stands at the inner edge of the 0–30 zone, so that the town's centre of `towns.ts` lies in one zone or the other;
 * `seaward` is the bearing of the sea.
 */
type Coast = { insee: string; place: string; at: Point; seaward: number; provisional?: true };

const COASTS: Coast[] = [
  { insee: '33214', place: 'Lacanau', at: [-1.0765, 44.978], seaward: 270 },
  { insee: '33514', place: 'Soulac-sur-Mer', at: [-1.1295, 45.512], seaward: 280 },
  { insee: '80182', place: 'Cayeux-sur-Mer', at: [1.489, 50.182], seaward: 290 },
  { insee: '40046', place: 'Biscarrosse', at: [-1.1675, 44.394], seaward: 270 },
  { insee: '35288', place: 'Saint-Malo', at: [-2.0036, 48.6435], seaward: 330, provisional: true },
];
const DEPTH_METRES = { '0-30': 300, '30-100': 450 } as const;
const LENGTH_METRES = 4000;

const ZONES: RetreatZone[] = COASTS.flatMap((coast) => [zone(coast, '0-30'), zone(coast, '30-100')]);

/** Zones that hold the point or come within `radiusMetres` of it. */
export function retreatZones(point: Point, radiusMetres: number): RetreatZone[] {
  return ZONES.filter(({ outline }) => {
    const corner = outline.coordinates[0]?.[0] as Point;
    return distanceMetres(corner, point) < 2 * LENGTH_METRES + radiusMetres && metresTo(outline, point) <= radiusMetres;
  });
}

export function retreatZonesOf(insee: string): RetreatZone[] {
  return ZONES.filter((zone) => zone.insee === insee);
}

function zone(coast: Coast, horizon: '0-30' | '30-100'): RetreatZone {
  const depth = DEPTH_METRES[horizon];
  const offset = horizon === '0-30' ? depth / 2 : -depth / 2;
  const sea = (coast.seaward * Math.PI) / 180;
  const centre = shifted(coast.at, offset * Math.sin(sea), offset * Math.cos(sea));
  const strip = rectangle(centre, { longMetres: LENGTH_METRES, shortMetres: depth }, coast.seaward + 90);
  return {
    insee: coast.insee,
    place: coast.place,
    horizon,
    provisional: coast.provisional === true,
    outline: { type: 'Polygon', coordinates: [strip] },
  };
}
