import type { MultiPolygon, Position } from 'geojson';
import type { Box } from './formats/systems.ts';
import { DatasetRefusal } from './refusal.ts';

/** Boxes around France. */
const FRANCE: readonly Box[] = [
  // The mainland and Corsica; the Antilles; Guyane; La Réunion; Mayotte; Saint-Pierre-et-Miquelon.
  [-6, 41, 10, 51.5],
  [-63.5, 14, -60.5, 18.5],
  [-55, 2, -51, 6.5],
  [55, -21.6, 56, -20.6],
  [44.7, -13.3, 45.6, -12.3],
  [-57, 46.5, -56, 47.5],
];

/**
 * West, south, east and north of each département, rounded outwards to a tenth of a degree (IGN, Admin Express); 971 with
 * the two islands that left it and kept its codes in older files.
 */
const BOXES = `
  01 4.7 45.6 6.2 46.6; 02 2.9 48.8 4.3 50.1; 03 2.2 45.9 4.1 46.9; 04 5.4 43.6 7 44.7; 05 5.4 44.1 7.1 45.2;
  06 6.6 43.4 7.8 44.4; 07 3.8 44.2 4.9 45.4; 08 4 49.2 5.4 50.2; 09 0.8 42.5 2.2 43.4; 10 3.3 47.9 4.9 48.8;
  11 1.6 42.6 3.3 43.5; 12 1.8 43.6 3.5 45; 13 4.2 43.1 5.9 44; 14 -1.2 48.7 0.5 49.5; 15 2 44.6 3.4 45.5;
  16 -0.5 45.1 1 46.2; 17 -1.6 45 0.1 46.4; 18 1.7 46.4 3.1 47.7; 19 1.2 44.9 2.6 45.8; 21 4 46.9 5.6 48.1;
  22 -3.7 48 -1.9 49; 23 1.3 45.6 2.7 46.5; 24 -0.1 44.5 1.5 45.8; 25 5.6 46.5 7.1 47.6;
  26 4.6 44.1 5.9 45.4; 27 0.2 48.6 1.9 49.5; 28 0.7 47.9 2 49; 29 -5.2 47.7 -3.3 48.8; 2A 8.5 41.3 9.5 42.4;
  2B 8.5 41.8 9.6 43.1; 30 3.2 43.4 4.9 44.5; 31 0.4 42.6 2.1 44; 32 -0.3 43.3 1.3 44.1;
  33 -1.3 44.1 0.4 45.6; 34 2.5 43.2 4.2 44; 35 -2.3 47.6 -1 48.8; 36 0.8 46.3 2.3 47.3; 37 0 46.7 1.4 47.8;
  38 4.7 44.6 6.4 45.9; 39 5.2 46.2 6.3 47.4; 40 -1.6 43.4 0.2 44.6; 41 0.5 47.1 2.3 48.2;
  42 3.6 45.2 4.8 46.3; 43 3 44.7 4.5 45.5; 44 -2.7 46.8 -0.9 47.9; 45 1.5 47.4 3.2 48.4;
  46 0.9 44.2 2.3 45.1; 47 -0.2 43.9 1.1 44.8; 48 2.9 44.1 4 45; 49 -1.4 46.9 0.3 47.9; 50 -2 48.4 -0.7 49.8;
  51 3.3 48.5 5.1 49.5; 52 4.6 47.5 5.9 48.7; 53 -1.3 47.7 0 48.6; 54 5.4 48.3 7.2 49.6;
  55 4.8 48.4 5.9 49.7; 56 -3.8 47.2 -2 48.3; 57 5.8 48.5 7.7 49.6; 58 2.8 46.6 4.3 47.6; 59 2 49.9 4.3 51.1;
  60 1.6 49 3.2 49.8; 61 -0.9 48.1 1 49; 62 1.5 50 3.2 51.1; 63 2.3 45.2 4 46.3; 64 -1.8 42.7 0.1 43.6;
  65 -0.4 42.6 0.7 43.7; 66 1.7 42.3 3.2 43; 67 6.9 48.1 8.3 49.1; 68 6.8 47.4 7.7 48.4;
  69 4.2 45.4 5.2 46.4; 70 5.3 47.2 6.9 48.1; 71 3.6 46.1 5.5 47.2; 72 -0.5 47.5 1 48.5; 73 5.6 45 7.2 46;
  74 5.8 45.6 7.1 46.5; 75 2.2 48.8 2.5 49; 76 0 49.2 1.8 50.1; 77 2.3 48.1 3.6 49.2; 78 1.4 48.4 2.3 49.1;
  79 -1 45.9 0.3 47.2; 80 1.3 49.5 3.3 50.4; 81 1.5 43.3 3 44.3; 82 0.7 43.7 2.1 44.4; 83 5.6 42.9 7 43.9;
  84 4.6 43.6 5.8 44.5; 85 -2.5 46.2 -0.5 47.1; 86 -0.2 46 1.3 47.2; 87 0.6 45.4 2 46.5;
  88 5.3 47.8 7.2 48.6; 89 2.8 47.3 4.4 48.4; 90 6.7 47.4 7.2 47.9; 91 1.9 48.2 2.6 48.8; 92 2.1 48.7 2.4 49;
  93 2.2 48.8 2.7 49.1; 94 2.3 48.6 2.7 48.9; 95 1.6 48.9 2.6 49.3; 971 -63.2 15.8 -61 18.2;
  972 -61.3 14.3 -60.8 14.9; 973 -54.7 2.1 -51.6 5.8; 974 55.2 -21.4 55.9 -20.8; 975 -56.5 46.7 -56.1 47.2;
  976 45 -13.1 45.3 -12.6; 977 -63 17.8 -62.7 18; 978 -63.2 18 -62.9 18.2;
`;

/** Half a degree: a plan may continue in the next département, a misread projection is off by more. */
const MARGIN_DEGREES = 0.5;

const DEPARTEMENTS: ReadonlyMap<string, Box> = new Map(
  BOXES.trim()
    .split(/;\s*/)
    .filter((text) => text !== '')
    .map((text) => {
      const [code = '', ...sides] = text.split(' ');
      const [west = 0, south = 0, east = 0, north = 0] = sides.map(Number);
      const m = MARGIN_DEGREES;
      return [code, [west - m, south - m, east + m, north + m]];
    }),
);

export const isWithin = ([x = NaN, y = NaN]: Position, [west, south, east, north]: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north;

type Departement = { code: string; box: Box };

function departement(code: string | undefined): Departement | null {
  const known = code?.toUpperCase() ?? '';
  const box = DEPARTEMENTS.get(known);
  return box === undefined ? null : { code: known, box };
}

/** `N_ZONE_REG_PPRN_20240001_S_056.shp`, `pprn_76ddtm20120001.gpkg`, `AleaRG_2025_48_L93.shp` */
const NAMED = [
  /_[slp]_0?(97\d|\d\d|2[AB])\.\w+$/i,
  /^ppr[nmt]?_(97\d|\d\d|2[AB])(?:ddt|deal)/i,
  /^AleaRG_(?:\d{4}_)?(\d\d|2[AB])_/i,
];

/** The département that the name of a file announces; null when it announces none. */
export const announcedBy = (file: string): Departement | null =>
  departement(NAMED.map((name) => name.exec(file)?.[1]).find((code) => code !== undefined));

/**
 * That of a row's key: a département, the code of a commune, or the GASPAR identifier of a plan of a département's service
 * (DREAL have plans of a region); null for another key.
 */
export const departementOfKey = (key: string): Departement | null =>
  departement(/^(97\d|\d\d|2[AB])(?:\d{2,3})?(?:(?:DDT|DEAL)M?\d*)?$/.exec(key)?.[1]);

/** The box around all positions of a surface. */
export function boxAround({ coordinates }: MultiPolygon): Box {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of coordinates.flat()) {
    for (const [x = NaN, y = NaN] of ring) {
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
  }
  return box;
}

const cornersOf = ([west, south, east, north]: Box): Position[] => [
  [west, south],
  [east, north],
];

export const isInside = (box: Box, outer: Box): boolean => cornersOf(box).every((corner) => isWithin(corner, outer));

const inFrance = (box: Box): boolean => FRANCE.some((outer) => isInside(box, outer));

/**
 * Refuses coordinates outside France, and says when longitude and latitude are exchanged.
 * @throws DatasetRefusal
 */
export function requireFrance(box: Box, what: string): void {
  if (inFrance(box)) return;
  const [west, south, east, north] = box;
  const why = inFrance([south, west, north, east]) ? 'longitude et latitude semblent échangées' : 'hors de France';
  // The corner that is outside.
  const [x, y] = cornersOf(box).find(([lon = 0, lat = 0]) => !inFrance([lon, lat, lon, lat])) ?? [west, south];
  throw new DatasetRefusal(`${what} : ${why} (${x}, ${y}).`);
}
