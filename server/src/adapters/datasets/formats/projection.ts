import type { MultiPolygon, Position } from 'geojson';
import proj4 from 'proj4';
import { DatasetRefusal } from '../refusal.ts';
import { lambertInverse, type Cone } from './lambert.ts';

/** Legal projections of France, by EPSG code, and WGS 84. RGF93 and its overseas counterparts equal WGS 84 to a metre. */
const DEFINITIONS: Readonly<Record<string, string>> = {
  '4326': '+proj=longlat +datum=WGS84 +no_defs',
  '4171': '+proj=longlat +ellps=GRS80 +towgs84=0,0,0 +no_defs',
  '2154':
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '3857': '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  // Guadeloupe, Martinique, Saint-Martin, Saint-Barthélemy.
  '5490': '+proj=utm +zone=20 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '4559': '+proj=utm +zone=20 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '2972': '+proj=utm +zone=22 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '2975': '+proj=utm +zone=40 +south +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '4471': '+proj=utm +zone=38 +south +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  '4467': '+proj=utm +zone=21 +ellps=GRS80 +towgs84=0,0,0 +units=m +no_defs',
  // Lambert II étendu, of the former inventories.
  '27572':
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0 +pm=paris +units=m +no_defs',
};

export type ToWgs84 = (position: Position) => Position;

/** Longitude and latitude from coordinates of that projection. @throws DatasetRefusal for a projection that we do not know */
export function toWgs84(epsg: string, file: string): ToWgs84 {
  const definition = DEFINITIONS[epsg];
  if (definition === undefined) throw new DatasetRefusal(`${file} : projection EPSG:${epsg} inconnue.`);
  const convert = converterOf(definition);
  return (position) => {
    const converted = convert(position);
    if (Number.isFinite((converted[0] ?? NaN) + (converted[1] ?? NaN))) return converted;
    throw new DatasetRefusal(`${file} : coordonnées illisibles (${position.slice(0, 2).join(', ')}).`);
  };
}

function converterOf(definition: string): ToWgs84 {
  // Degrees already, and a national file has 26 million points.
  if (definition.includes('+proj=longlat'))
    return (position) => (position.length === 2 ? position : position.slice(0, 2));
  if (!definition.includes('+towgs84=0,0,0 ')) {
    const { forward } = proj4(definition, DEFINITIONS['4326'] ?? '');
    return ([x = NaN, y = NaN]) => (Number.isFinite(x + y) ? forward([x, y]) : [NaN, NaN]);
  }
  // The same datum: proj4 spends most of a conversion on checks of two datums.
  const inverse = inverseOf(definition);
  return ([x = NaN, y = NaN]) => inverse(x, y);
}

function inverseOf(definition: string): (x: number, y: number) => Position {
  const projection = new proj4.Proj(definition);
  if (definition.includes('+proj=lcc')) return lambertInverse(projection as unknown as Cone);
  return (x, y) => {
    // Null where it finds no latitude.
    const radians = projection.inverse({ x, y }) as { x: number; y: number } | null;
    return [(radians?.x ?? NaN) * DEGREES, (radians?.y ?? NaN) * DEGREES];
  };
}

const DEGREES = 180 / Math.PI;

/** EPSG code of a `.prj` text; null when it names none that we know. */
export function epsgOf(wkt: string): string | null {
  const text = wkt.toLowerCase().replaceAll(/[\s_-]+/g, ' ');
  const own = [...text.matchAll(/authority\["epsg","(\d+)"\]/g)].at(-1)?.[1];
  if (own !== undefined && own in DEFINITIONS) return own;
  return NAMES.find(([name]) => name.test(text))?.[1] ?? null;
}

const NAMES: readonly [RegExp, string][] = [
  [/lambert ?93|rgf ?93.*lambert|rgf93 v?\d?.*lambert/, '2154'],
  [/lambert (ii|2) etendu|lambert zone ii/, '27572'],
  [/rgr ?92.*(utm|zone 40)|reunion.*utm/, '2975'],
  [/rgm ?04.*(utm|zone 38)|mayotte.*utm/, '4471'],
  [/rgspm ?06.*(utm|zone 21)/, '4467'],
  [/rgfg ?95.*(utm|zone 22)/, '2972'],
  [/(rraf|rgaf|wgs ?84).*(utm|zone) ?(zone )?20n?/, '5490'],
  [/projcs/, ''],
  [/rgf ?93|etrs ?89/, '4171'],
  [/wgs ?(19)?84/, '4326'],
];

/** Boxes around France: west, south, east, north. */
const FRANCE: readonly (readonly [number, number, number, number])[] = [
  // The mainland and Corsica; the Antilles; Guyane; La Réunion; Mayotte; Saint-Pierre-et-Miquelon.
  [-6, 41, 10, 51.5],
  [-63.5, 14, -60.5, 18.5],
  [-55, 2, -51, 6.5],
  [55, -21.6, 56, -20.6],
  [44.7, -13.3, 45.6, -12.3],
  [-57, 46.5, -56, 47.5],
];
const looksFrench = ([x = 0, y = 0]: Position): boolean =>
  FRANCE.some(([west, south, east, north]) => x >= west && x <= east && y >= south && y <= north);

/**
 * Refuses coordinates outside France, and says when longitude and latitude are exchanged.
 * @throws DatasetRefusal
 */
export function requireFrance(position: Position, what: string): void {
  const [x = 0, y = 0] = position;
  if (looksFrench(position)) return;
  const why = looksFrench([y, x]) ? 'longitude et latitude semblent échangées' : 'hors de France';
  throw new DatasetRefusal(`${what} : ${why} (${x}, ${y}).`);
}

export function projected(outline: MultiPolygon, project: ToWgs84): MultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: outline.coordinates.map((rings) => rings.map((ring) => ring.map(project))),
  };
}
