import { communeAt, type Commune } from './communes.ts';
import { distanceMetres, type Point } from './geometry.ts';
import { hash, hash3 } from './hash.ts';
import { centreOf } from './hazards-field.ts';

/** Scattered places, at most one per cell of about 450 m, computed cell by cell without any list. */
export type GridLayer = { seed: string; /** Share of the cells that hold a place, 0 to 1. */ density: number };
export type GridPlace = {
  /** Unique in its layer; the source of every other attribute. */
  key: string;
  at: Point;
  /** The supplier only knows the commune: these are the coordinates of its centre. */
  isDefaultPoint: boolean;
};

const CELL_LONGITUDE = 0.006;
const CELL_LATITUDE = 0.004;
/** A commune's places are searched within this distance of its centre. */
const COMMUNE_RADIUS_METRES = 2500;

/** Nearest first; the cells whose place lies within the radius, 10 km at most. */
export function placesAround(layer: GridLayer, centre: Point, radiusMetres: number): GridPlace[] {
  const rows = Math.ceil(radiusMetres / (CELL_LATITUDE * 111_320));
  const columns = Math.ceil(rows / Math.max(0.2, Math.cos((centre[1] * Math.PI) / 180)));
  const [column, row] = [Math.floor(centre[0] / CELL_LONGITUDE), Math.floor(centre[1] / CELL_LATITUDE)];
  const seed = hash(layer.seed);
  const found: { place: GridPlace; metres: number }[] = [];
  for (let x = column - columns; x <= column + columns; x += 1) {
    for (let y = row - rows; y <= row + rows; y += 1) {
      const draw = hash3(seed, x, y);
      if (draw / 2 ** 32 >= layer.density) continue;
      const place = placeOf(layer, x, y);
      const metres = distanceMetres(centre, place.at);
      if (metres <= radiusMetres) found.push({ place, metres });
    }
  }
  return found.sort((a, b) => a.metres - b.metres).map(({ place }) => place);
}

/** Finds the places in the commune, or in any arrondissement of it. */
export function placesOf(layer: GridLayer, commune: Commune): GridPlace[] {
  return placesAround(layer, centreOf(commune), COMMUNE_RADIUS_METRES).filter(({ at }) => {
    const owner = communeAt(...at);
    return owner?.insee === commune.insee || owner?.mother?.insee === commune.insee;
  });
}

function placeOf(layer: GridLayer, x: number, y: number): GridPlace {
  const spot = hash(layer.seed, 'spot', x, y);
  const [east, north] = [(spot & 0xffff) / 0x1_0000, (spot >>> 16) / 0x1_0000];
  const at: Point = [(x + east) * CELL_LONGITUDE, (y + north) * CELL_LATITUDE];
  return { key: `${layer.seed}:${x}:${y}`, at, isDefaultPoint: false };
}
