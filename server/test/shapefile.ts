import type { Position } from 'geojson';

type Drawn = { attributes: Record<string, string | number>; rings: Position[][] };

const LAMBERT_93 = 'PROJCS["RGF93_Lambert_93",GEOGCS["GCS_RGF93"],PROJECTION["Lambert_Conformal_Conic"]]';

/** A layer of polygons in Lambert-93 (or as `prj` says), as its files by name; outer rings clockwise. */
export function shapefile(name: string, drawn: readonly Drawn[], prj = LAMBERT_93): Record<string, string | Buffer> {
  return { [`${name}.shp`]: geometries(drawn), [`${name}.dbf`]: table(drawn), [`${name}.prj`]: prj };
}

function geometries(drawn: readonly Drawn[]): Buffer {
  const records = drawn.map(({ rings }, i) => record(rings, i + 1));
  const header = Buffer.alloc(100);
  header.writeInt32BE(9994, 0);
  header.writeInt32BE((100 + records.reduce((sum, { length }) => sum + length, 0)) / 2, 24);
  header.writeInt32LE(1000, 28);
  header.writeInt32LE(5, 32);
  return Buffer.concat([header, ...records]);
}

function record(rings: Position[][], number: number): Buffer {
  const points = rings.flat();
  const content = Buffer.alloc(44 + 4 * rings.length + 16 * points.length);
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(number, 0);
  bytes.writeInt32BE(content.length / 2, 4);
  content.writeInt32LE(5, 0);
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
  return Buffer.concat([bytes, content]);
}

const WIDTH = 20;

/** dBASE: every column is a text of 20 characters, in UTF-8 as written. */
function table(drawn: readonly Drawn[]): Buffer {
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
    ({ attributes }) => ` ${names.map((name) => String(attributes[name]).padEnd(WIDTH)).join('')}`,
  );
  return Buffer.concat([header, Buffer.from(rows.join(''), 'latin1')]);
}
