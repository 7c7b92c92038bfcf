import type { Position } from 'geojson';
import { toWgs84 } from '#adapters/datasets/formats/projection.ts';
import type { Place } from '#domain/geometry/place.ts';
import { aParcel, aPlace } from './supplier-deps.ts';

type Attributes = Record<string, string | number>;
type Drawn = { attributes: Attributes; rings: Position[][] };
type DrawnPoint = { attributes: Attributes; at: Position };

export const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';
const RGF93 = DEGREES.replaceAll('WGS_1984', 'RGF_1993').replace(
  '"RGF_1993",6378137.0,298.257223563',
  '"GRS_1980",6378137.0,298.257222101',
);
const LAMBERT_93 = `PROJCS["RGF93_Lambert_93",${RGF93},PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000],PARAMETER["False_Northing",6600000],PARAMETER["Central_Meridian",3],PARAMETER["Standard_Parallel_1",44],PARAMETER["Standard_Parallel_2",49],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1]]`;

/** A layer of polygons in Lambert-93 (or as `prj` says), as its files by name; outer rings clockwise. */
export function shapefile(name: string, drawn: readonly Drawn[], prj = LAMBERT_93): Record<string, string | Buffer> {
  const contents = drawn.map(({ rings }) => polygon(rings));
  return { [`${name}.shp`]: geometries(POLYGON, contents), [`${name}.dbf`]: table(drawn), [`${name}.prj`]: prj };
}

/** A layer of points in degrees. */
export function pointShapefile(name: string, drawn: readonly DrawnPoint[]): Record<string, string | Buffer> {
  const contents = drawn.map(({ at }) => point(at));
  return { [`${name}.shp`]: geometries(POINT, contents), [`${name}.dbf`]: table(drawn), [`${name}.prj`]: DEGREES };
}

const POINT = 1;
const POLYGON = 5;

function geometries(kind: number, contents: readonly Buffer[]): Buffer {
  const records = contents.map((content, i) => record(content, i + 1));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(kind, 32);
  return Buffer.concat([header, ...records]);
}

function record(content: Buffer, number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(number, 0);
  bytes.writeInt32BE(content.length / 2, 4);
  return Buffer.concat([bytes, content]);
}

function point([x = 0, y = 0]: Position): Buffer {
  const content = Buffer.alloc(20);
  content.writeInt32LE(POINT, 0);
  content.writeDoubleLE(x, 4);
  content.writeDoubleLE(y, 12);
  return content;
}

function polygon(rings: Position[][]): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  content.writeInt32LE(POLYGON, 0);
  content.writeInt32LE(rings.length, 36);
  content.writeInt32LE(points.length, 40);
  let first = 0;
  for (const [i, ring] of rings.entries()) {
    content.writeInt32LE(first, 44 + 4 * i);
    first += ring.length;
  }
  for (const [i, [x = 0, y = 0]] of points.entries()) {
    content.writeDoubleLE(x, 44 + 4 * rings.length + 16 * i);
    content.writeDoubleLE(y, 52 + 4 * rings.length + 16 * i);
  }
  return content;
}

const WIDTH = 90;

/** dBASE: every column is a text of 90 characters, in Latin-1. */
function table(drawn: readonly { attributes: Attributes }[]): Buffer {
  const names = Object.keys(drawn[0]?.attributes ?? {});
  const header = Buffer.alloc(33 + 32 * names.length);
  header[0] = 3;
  header.writeUInt32LE(drawn.length, 4);
  header.writeUInt16LE(header.length, 8);
  header.writeUInt16LE(1 + WIDTH * names.length, 10);
  for (const [i, name] of names.entries()) {
    header.write(name, 32 + 32 * i, 10, 'latin1');
    header.write('C', 43 + 32 * i);
    header[48 + 32 * i] = WIDTH;
  }
  header[header.length - 1] = 0x0d;
  const rows = drawn.map(
    ({ attributes }) => ` ${names.map((name) => String(attributes[name]).slice(0, WIDTH).padEnd(WIDTH)).join('')}`,
  );
  return Buffer.concat([header, Buffer.from(rows.join(''), 'latin1')]);
}

/** A closed ring, clockwise from its south-west corner. */
export const square = (x: number, y: number, side: number): Position[] => [
  [x, y],
  [x, y + side],
  [x + side, y + side],
  [x + side, y],
  [x, y],
];

/** A parcel of 20 m and its point, by its south-west corner in Lambert-93. */
export function placeInLambert93(x: number, y: number, commune: string): Place {
  const [longitude = 0, latitude = 0] = toWgs84('2154', '')([x, y]);
  const parcels = [{ ...aParcel(longitude, latitude), commune }];
  return aPlace({ longitude: longitude + 1e-5, latitude: latitude + 1e-5, inseeCodes: [commune], parcels });
}
