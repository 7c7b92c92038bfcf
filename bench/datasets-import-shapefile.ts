import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import type { Position } from 'geojson';

const LAMBERT_93 =
  'PROJCS["RGF93_v1_Lambert-93",GEOGCS["GCS_RGF93_v1",DATUM["D_RGF93_v1",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",700000.0],PARAMETER["False_Northing",6600000.0],PARAMETER["Central_Meridian",3.0],PARAMETER["Standard_Parallel_1",49.0],PARAMETER["Standard_Parallel_2",44.0],PARAMETER["Latitude_Of_Origin",46.5],UNIT["Meter",1.0]]';
const POINT = 1;
const POLYGON = 5;
const HEADER_BYTES = 100;
const BUFFER_BYTES = 4_000_000;

/** Widths of the columns, which are texts. */
type Columns = Readonly<Record<string, number>>;
/** Rings, not closed: the outer one counterclockwise, holes clockwise. Or a point. */
type Shape = { rings: Position[][] } | { point: Position };
type Box = [west: number, south: number, east: number, north: number];

/** Writes a layer as publishers do, feature by feature; the vertices written. */
export function writeShapefile(
  path: string,
  columns: Columns,
  features: Iterable<{ shape: Shape; values: readonly string[] }>,
): number {
  const shapes = appender(`${path}.shp`, HEADER_BYTES);
  const index = appender(`${path}.shx`, HEADER_BYTES);
  const widths = Object.values(columns);
  const table = appender(`${path}.dbf`, 33 + 32 * widths.length);
  let [rows, vertices, type]: [number, number, number] = [0, 0, POLYGON];
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { shape, values } of features) {
    const content = 'point' in shape ? pointOf(shape.point) : polygonOf(shape.rings);
    type = content.readInt32LE(0);
    rows += 1;
    vertices += 'point' in shape ? 1 : shape.rings.reduce((sum, ring) => sum + ring.length, 0);
    grow(box, 'point' in shape ? [shape.point] : (shape.rings[0] ?? []));
    index.add(bigEndian(shapes.bytes() / 2, content.length / 2));
    shapes.add(bigEndian(rows, content.length / 2));
    shapes.add(content);
    table.add(
      Buffer.from(` ${values.map((value, i) => value.slice(0, widths[i]).padEnd(widths[i] ?? 0)).join('')}`, 'latin1'),
    );
  }
  shapes.end(headerOf(shapes.bytes(), type, box));
  index.end(headerOf(index.bytes(), type, box));
  table.end(tableHeader(columns, rows));
  writeFileSync(`${path}.prj`, LAMBERT_93);
  writeFileSync(`${path}.cpg`, 'ISO-8859-1');
  return vertices;
}

function grow(box: Box, positions: Position[]): void {
  for (const [x = 0, y = 0] of positions) {
    if (x < box[0]) box[0] = x;
    if (y < box[1]) box[1] = y;
    if (x > box[2]) box[2] = x;
    if (y > box[3]) box[3] = y;
  }
}

function bigEndian(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeInt32BE(value, 4 * i);
  return bytes;
}

function pointOf([x = 0, y = 0]: Position): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.writeInt32LE(POINT, 0);
  bytes.writeDoubleLE(x, 4);
  bytes.writeDoubleLE(y, 12);
  return bytes;
}

/** Closed, and the other way round: outer rings of a shapefile turn clockwise. */
function polygonOf(rings: Position[][]): Buffer {
  const count = rings.reduce((sum, ring) => sum + ring.length + 1, 0);
  const bytes = Buffer.alloc(44 + 4 * rings.length + 16 * count);
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  grow(box, rings[0] ?? []);
  bytes.writeInt32LE(POLYGON, 0);
  for (const [i, value] of box.entries()) bytes.writeDoubleLE(value, 4 + 8 * i);
  bytes.writeInt32LE(rings.length, 36);
  bytes.writeInt32LE(count, 40);
  let at = 44 + 4 * rings.length;
  let first = 0;
  for (const [i, ring] of rings.entries()) {
    bytes.writeInt32LE(first, 44 + 4 * i);
    first += ring.length + 1;
    for (let vertex = ring.length; vertex >= 0; vertex -= 1) {
      const [x = 0, y = 0] = ring[vertex % ring.length] ?? [];
      bytes.writeDoubleLE(x, at);
      bytes.writeDoubleLE(y, at + 8);
      at += 16;
    }
  }
  return bytes;
}

function headerOf(bytes: number, type: number, box: Box): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE(bytes / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(type, 32);
  for (const [i, value] of box.entries()) header.writeDoubleLE(value, 36 + 8 * i);
  return header;
}

function tableHeader(columns: Columns, rows: number): Buffer {
  const names = Object.entries(columns);
  const header = Buffer.alloc(33 + 32 * names.length);
  header.set([3, 126, 1, 1]);
  header.writeInt32LE(rows, 4);
  header.writeInt16LE(header.length, 8);
  header.writeInt16LE(
    names.reduce((sum, [, width]) => sum + width, 1),
    10,
  );
  for (const [i, [name, width]] of names.entries()) {
    header.write(name, 32 + 32 * i, 'latin1');
    header.write('C', 43 + 32 * i, 'latin1');
    header[48 + 32 * i] = width;
  }
  header[header.length - 1] = 0x0d;
  return header;
}

/** A file whose header is written last. */
function appender(path: string, headerBytes: number) {
  const file = openSync(path, 'w');
  let [parts, waiting, bytes]: [Buffer[], number, number] = [[Buffer.alloc(headerBytes)], headerBytes, headerBytes];
  const flush = (): void => {
    writeSync(file, Buffer.concat(parts));
    [parts, waiting] = [[], 0];
  };
  return {
    bytes: () => bytes,
    add(part: Buffer): void {
      parts.push(part);
      waiting += part.length;
      bytes += part.length;
      if (waiting > BUFFER_BYTES) flush();
    },
    end(header: Buffer): void {
      flush();
      writeSync(file, header, 0, header.length, 0);
      closeSync(file);
    },
  };
}
