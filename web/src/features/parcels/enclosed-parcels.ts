import { MOST_PARCELS } from '@clairisque/contract/common/parcel-codes.ts';
import type { MultiPolygon, NearbyParcel } from '@clairisque/contract/parcels.ts';
import { boundsOf, contains, pointInside, type Bounds, type Point } from './map/geometry.ts';

/** Shares of the map's width and height, in per cent, around its middle. */
export type Frame = { width: number; height: number };

/** The frame on the ground, as a line around it. */
export function frameLine([west, south, east, north]: Bounds, { width, height }: Frame): Point[] {
  const [left, right] = middleOf(west, east, width);
  const [bottom, top] = middleOf(south, north, height);
  return [
    { longitude: left, latitude: bottom },
    { longitude: right, latitude: bottom },
    { longitude: right, latitude: top },
    { longitude: left, latitude: top },
  ];
}

/** A map at these zooms is so small that degrees are linear. */
function middleOf(from: number, to: number, share: number): [number, number] {
  const [middle, half] = [(from + to) / 2, ((to - from) / 2) * (share / 100)];
  return [middle - half, middle + half];
}

/** The parcels that a line encloses by more than half: one drawn by hand always bites its neighbours. */
export function enclosedBy(line: readonly Point[], parcels: readonly NearbyParcel[]): NearbyParcel[] {
  const [first] = line;
  if (first === undefined) return [];
  const ring = [...line, first].map(({ longitude, latitude }): [number, number] => [longitude, latitude]);
  const area: MultiPolygon = { type: 'MultiPolygon', coordinates: [[ring]] };
  const [west, south, east, north] = boundsOf(area);
  return parcels.filter(({ multiPolygon }) => {
    if (multiPolygon.coordinates.length === 0) return false;
    const [left, bottom, right, top] = boundsOf(multiPolygon);
    if (left > east || right < west || bottom > north || top < south) return false;
    const points = pointsOf(multiPolygon);
    return points.filter((point) => contains(area, point)).length * 2 > points.length;
  });
}

const STEPS = 16;

/** Points spread evenly over the shape; one for a sliver that they all miss. */
function pointsOf(shape: MultiPolygon): Point[] {
  const [west, south, east, north] = boundsOf(shape);
  const at = (step: number, from: number, to: number): number => from + ((step + 0.5) / STEPS) * (to - from);
  const steps = [...Array(STEPS).keys()];
  const grid = steps.flatMap((row) =>
    steps.map((column) => ({ longitude: at(column, west, east), latitude: at(row, south, north) })),
  );
  const inside = grid.filter((point) => contains(shape, point));
  return inside.length > 0 ? inside : [pointInside(shape)];
}

/** Why these parcels cannot be added; null when they can. `fresh` are those not chosen yet. */
export function enclosedRefusal({ found, fresh, chosen }: Record<'found' | 'fresh' | 'chosen', number>): string | null {
  if (found === 0) return 'Aucune parcelle n’est entourée à plus de la moitié.';
  if (fresh === 0)
    return found === 1
      ? 'La parcelle entourée est déjà choisie.'
      : `Les ${found}\u00A0parcelles entourées sont déjà choisies.`;
  const room = MOST_PARCELS - chosen;
  if (fresh <= room) return null;
  const most = `Un état des risques porte sur ${MOST_PARCELS} parcelles au plus`;
  if (room === 0) return `${most}\u00A0: elles sont déjà choisies.`;
  const left = room === 1 ? 'une seule' : `${room} au plus`;
  return `${most}. Vous en entourez ${fresh} de plus que ${chosen === 1 ? 'celle déjà choisie' : `les ${chosen} déjà choisies`}\u00A0: entourez-en ${left}.`;
}
