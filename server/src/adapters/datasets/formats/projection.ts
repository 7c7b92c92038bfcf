import type { MultiPolygon, Position } from 'geojson';
import proj4 from 'proj4';
import { DatasetRefusal } from '../refusal.ts';
import { announcedBy, isWithin } from '../territory.ts';
import { lambertInverse, type Cone } from './lambert.ts';
import { systemOf, type Box, type Parameters } from './systems.ts';

export type ToWgs84 = (position: Position) => Position;

/** An unknown projection is never guessed. */
export const unknownProjection = (file: string, what: string): DatasetRefusal =>
  new DatasetRefusal(`${file} : projection inconnue (${what}).`);

/**
 * Longitude and latitude from coordinates of that projection. They are refused outside the projection's area, and outside
 * the département that the file's name announces. @throws DatasetRefusal, also for a projection that we do not know
 */
export function toWgs84(epsg: string, file: string): ToWgs84 {
  const system = systemOf(epsg);
  if (system === null) throw unknownProjection(file, `EPSG:${epsg}`);
  const convert = converterOf(system.parameters);
  const limits = limitsOf(system.area, file);
  return (position) => {
    const converted = convert(position);
    const refused = (why: string): DatasetRefusal =>
      new DatasetRefusal(`${file} : ${why} (${position.slice(0, 2).join(', ')}).`);
    if (!Number.isFinite((converted[0] ?? NaN) + (converted[1] ?? NaN))) throw refused('coordonnées illisibles');
    if (system.parameters.method !== 'degrees' && isDegrees(position)) {
      throw refused('coordonnées en degrés sous une projection en mètres');
    }
    for (const { box, why } of limits) if (!isWithin(converted, box)) throw refused(why);
    return converted;
  };
}

/** No projection has its origin in France. */
const isDegrees = ([x = 0, y = 0]: Position): boolean => Math.abs(x) <= 180 && Math.abs(y) <= 90;

function limitsOf(area: Box | null, file: string): { box: Box; why: string }[] {
  const announced = announcedBy(file);
  return [
    ...(area === null ? [] : [{ box: area, why: 'coordonnées hors du domaine de leur projection' }]),
    ...(announced === null
      ? []
      : [
          {
            box: announced.box,
            why: `coordonnées hors du département ${announced.code}, que le nom du fichier annonce`,
          },
        ]),
  ];
}

function converterOf(parameters: Parameters): ToWgs84 {
  // Degrees already, and a national file has 26 million points.
  if (parameters.method === 'degrees') return (position) => (position.length === 2 ? position : position.slice(0, 2));
  if (parameters.ellipsoid === 'clarke') {
    const { forward } = proj4(definitionOf(parameters), '+proj=longlat +datum=WGS84 +no_defs');
    return ([x = NaN, y = NaN]) => (Number.isFinite(x + y) ? forward([x, y]) : [NaN, NaN]);
  }
  // The datum does not change: proj4 would spend most of a conversion on checks of two datums.
  const inverse = inverseOf(parameters);
  return ([x = NaN, y = NaN]) => inverse(x, y);
}

function inverseOf(parameters: Parameters): (x: number, y: number) => Position {
  const projection = new proj4.Proj(definitionOf(parameters));
  if (parameters.method === 'lambert') return lambertInverse(projection as unknown as Cone);
  return (x, y) => {
    // Null where it finds no latitude.
    const radians = projection.inverse({ x, y }) as { x: number; y: number } | null;
    return [(radians?.x ?? NaN) * DEGREES, (radians?.y ?? NaN) * DEGREES];
  };
}

/**
 * Coordinates of that system from longitude and latitude; not finite outside its area. Null for a system that we do not
 * know, and for one on another datum.
 */
export function fromWgs84(epsg: string): ToWgs84 | null {
  const system = systemOf(epsg);
  if (system === null || system.parameters.ellipsoid !== 'grs80') return null;
  const { parameters, area } = system;
  const projection = new proj4.Proj(definitionOf(parameters));
  return ([longitude = NaN, latitude = NaN]) => {
    if (area !== null && !isWithin([longitude, latitude], area)) return [NaN, NaN];
    if (parameters.method === 'degrees') return [longitude, latitude];
    const metres = projection.forward({ x: longitude / DEGREES, y: latitude / DEGREES });
    return [metres.x, metres.y];
  };
}

const DEGREES = 180 / Math.PI;

const PROJECTIONS = { lambert: 'lcc', transverse: 'tmerc', web: 'merc', degrees: 'longlat' } as const;
const ELLIPSOIDS = {
  grs80: '+ellps=GRS80 +towgs84=0,0,0',
  clarke: '+a=6378249.2 +b=6356515 +towgs84=-168,-60,320,0,0,0,0',
} as const;

/** The parameters as proj4 takes them. */
function definitionOf(parameters: Parameters): string {
  const { method, ellipsoid, meridian, latitude, parallels, scale, east, north } = parameters;
  if (method === 'web') return '+proj=merc +a=6378137 +b=6378137 +units=m +no_defs';
  const cone = method === 'lambert' ? `+lat_1=${parallels[0]} +lat_2=${parallels[1]}` : '';
  const origin = `+lat_0=${latitude} +lon_0=${meridian} +k_0=${scale} +x_0=${east} +y_0=${north}`;
  return `+proj=${PROJECTIONS[method]} ${cone} ${origin} ${ELLIPSOIDS[ellipsoid]} +units=m +no_defs`;
}

export function projected(outline: MultiPolygon, project: ToWgs84): MultiPolygon {
  return {
    type: 'MultiPolygon',
    coordinates: outline.coordinates.map((rings) => rings.map((ring) => ring.map(project))),
  };
}
