import proj4 from 'proj4';
import { departementOfKey } from '#adapters/datasets/territory.ts';

/** The middle of a département's box, in degrees. */
export function middleOf(departement: string): [longitude: number, latitude: number] {
  const [west = 0, south = 0, east = 0, north = 0] = departementOfKey(departement)?.box ?? [];
  return [(west + east) / 2, (south + north) / 2];
}

const LAMBERT_93 = '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80';

/** The middle of a département in metres of Lambert-93. */
export function metresIn(departement: string): [x: number, y: number] {
  const [x, y] = proj4(LAMBERT_93).forward(middleOf(departement));
  return [Math.round(x), Math.round(y)];
}
