import { TOWNS } from '../../simulators/src/territory/towns.ts';
import type { Point } from './customer.ts';

/**
 * Towns of the synthetic territory with the longest documents: several plans, noise, many CATNAT. Alternates Paris and
 * elsewhere; no two share facts or a tile, so caches do not help.
 */
const RICH = [
  '06088', '75101', '31555', '75104', '67482', '75106', '59183', '75109', '93013', '75110', '95018', '75113', '35288',
  '75116', '40046', '75118', '42218', '75120', '74056', '13039', '56121', '33514', '33214', '51454', '59350', '14118',
  '80182', '97120', '97611', '69381', '13213', '13212', '13211', '13202', '69382',
]; // prettier-ignore

export function richPlaces(): Point[] {
  return RICH.map((insee) => townOf(insee));
}

/** For the warm-up: towns that are not measured. */
export const warmUpPlaces = (): Point[] => ['34172', '38185', '21231', '37261'].map((insee) => townOf(insee));

function townOf(insee: string): Point {
  const town = TOWNS.find((one) => one.insee === insee);
  if (town === undefined) throw new Error(`the territory has lost ${insee}`);
  return { longitude: town.longitude, latitude: town.latitude, address: addressIn(insee, 4) };
}

const addressIn = (insee: string, number: number): string => `${number} rue des Lilas ${insee} Ville-${insee}`;

const STEP_DEGREES = 0.0011;
const SIDE = 14;

/** An endless sequence of different parcels of ordinary towns, some 100 m apart, one town after the other. */
export function* ordinaryPlaces(): Generator<Point> {
  for (let turn = 0; ; turn += 1) {
    const [column, row] = [(turn % SIDE) - SIDE / 2, (Math.floor(turn / SIDE) % SIDE) - SIDE / 2];
    for (const { insee, longitude, latitude } of TOWNS.filter((town) => town.radiusKm >= 3)) {
      yield {
        longitude: Number((longitude + column * STEP_DEGREES).toFixed(6)),
        latitude: Number((latitude + row * STEP_DEGREES).toFixed(6)),
        address: addressIn(insee, turn + 1),
      };
    }
  }
}

export type Places = ReturnType<typeof ordinaryPlaces>;
