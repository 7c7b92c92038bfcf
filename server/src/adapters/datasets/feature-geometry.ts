import type { MultiPolygon, Position } from 'geojson';
import { boxOf, rounded, type Box } from '#domain/geometry/boxes.ts';
import type { Rings } from '#domain/geometry/zones.ts';
import { DatasetRefusal } from './refusal.ts';

/** WGS 84, longitude first as GeoPackage stores it. */
export const SRS_ID = 4326;
const TYPE = { point: 1, polygon: 3, multiPolygon: 6 } as const;
/** `GP`, version, flags, SRS. */
const HEADER_BYTES = 8;
/** Little endian, and whether an envelope of four numbers follows. */
const FLAGS = { site: 0x01, surface: 0x03 } as const;
const ENVELOPE_BYTES = 32;
const POSITION_BYTES = 16;
/** Byte order and type. */
const WKB_HEADER_BYTES = 5;
/** Where the polygons of a surface begin: after the header, the envelope, the type and the count. */
const POLYGONS_AT = HEADER_BYTES + ENVELOPE_BYTES + WKB_HEADER_BYTES + 4;

/** A site as GeoPackage binary. */
export function packedSite([longitude, latitude]: Position): Uint8Array {
  const writer = new Writer(HEADER_BYTES + WKB_HEADER_BYTES + POSITION_BYTES, FLAGS.site);
  writer.type(TYPE.point);
  for (const degrees of [longitude, latitude]) writer.number(rounded(degrees));
  return writer.bytes;
}

/** A surface as GeoPackage binary; null when its rings enclose nothing. */
export function packedSurface({ coordinates }: MultiPolygon): Uint8Array | null {
  const polygons = coordinates.map(roundedPolygon).filter(({ length }) => length > 0);
  if (polygons.length === 0) return null;
  const box = boxOf(polygons.flatMap(([outer = []]) => outer));
  const writer = new Writer(
    polygons.reduce((sum, rings) => sum + bytesOf(rings), POLYGONS_AT),
    FLAGS.surface,
  );
  for (const side of [box[0], box[2], box[1], box[3]]) writer.number(side);
  writer.type(TYPE.multiPolygon);
  writer.count(polygons.length);
  for (const rings of polygons) {
    writer.type(TYPE.polygon);
    writer.count(rings.length);
    for (const ring of rings) writer.ring(ring);
  }
  return writer.bytes;
}

const bytesOf = (rings: Position[][]): number =>
  rings.reduce((sum, { length }) => sum + 4 + POSITION_BYTES * length, WKB_HEADER_BYTES + 4);

function roundedPolygon(rings: readonly (readonly Position[])[]): Position[][] {
  const [outer = [], ...holes] = rings.map(roundedRing);
  return outer.length < 4 ? [] : [outer, ...holes.filter(({ length }) => length >= 4)];
}

/** Closed, without repeated points. */
function roundedRing(positions: readonly Position[]): Position[] {
  const ring: Position[] = [];
  for (const [longitude, latitude] of positions) {
    const position: Position = [rounded(longitude), rounded(latitude)];
    if (!areSame(ring.at(-1), position)) ring.push(position);
  }
  if (ring.length > 1 && !areSame(ring[0], ring.at(-1))) ring.push(ring[0]!);
  return ring;
}

const areSame = (one: Position | undefined, other: Position | undefined): boolean =>
  one !== undefined && other !== undefined && one[0] === other[0] && one[1] === other[1];

class Writer {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #at = HEADER_BYTES;

  constructor(length: number, flags: number) {
    this.bytes = new Uint8Array(length);
    this.bytes.set([0x47, 0x50, 0, flags]);
    this.#view = new DataView(this.bytes.buffer);
    this.#view.setInt32(4, SRS_ID, true);
  }

  type(type: number): void {
    this.#view.setUint8(this.#at, 1);
    this.#at += 1;
    this.count(type);
  }

  count(count: number): void {
    this.#view.setUint32(this.#at, count, true);
    this.#at += 4;
  }

  number(number: number): void {
    this.#view.setFloat64(this.#at, number, true);
    this.#at += 8;
  }

  ring(ring: Position[]): void {
    this.count(ring.length);
    for (const position of ring) {
      this.number(position[0]!);
      this.number(position[1]!);
    }
  }
}

/** The name of a geometry's type in GeoPackage. */
export const typeOf = (geometry: Uint8Array): string => (isSurface(geometry) ? 'MULTIPOLYGON' : 'POINT');

const isSurface = (geometry: Uint8Array): boolean => geometry[3] === FLAGS.surface;

/** The box of a whole geometry, as its header has it. */
export function envelopeOf(geometry: Uint8Array): Box {
  const view = viewOf(geometry);
  const number = (at: number): number => view.getFloat64(at, true);
  if (isSurface(geometry)) return [number(8), number(24), number(16), number(32)];
  const at = HEADER_BYTES + WKB_HEADER_BYTES;
  return [number(at), number(at + 8), number(at), number(at + 8)];
}

/** Box of each polygon of a geometry; of a site, the site. */
export function boxesOf(geometry: Uint8Array): Box[] {
  if (!isSurface(geometry)) return [envelopeOf(geometry)];
  return ringsNear(geometry, [-Infinity, -Infinity, Infinity, Infinity]).map(([outer = []]) => boxOfRing(outer));
}

function boxOfRing(ring: number[]): Box {
  const positions: Position[] = [];
  for (let i = 0; i < ring.length; i += 2) positions.push([ring[i]!, ring[i + 1]!]);
  return boxOf(positions);
}

/**
 * Polygons of a surface, without closing points; none of a site. Where several vertices that follow lie beyond the same
 * side of the box, only the first and the last are kept: within the box, the rings bound the same surface.
 * @throws DatasetRefusal for bytes that this module did not write
 */
export function ringsNear(geometry: Uint8Array, box: Box): Rings {
  if (!isSurface(geometry)) return [];
  const view = viewOf(geometry);
  const polygons: Rings = [];
  let at = POLYGONS_AT;
  for (let polygon = view.getUint32(at - 4, true); polygon > 0; polygon -= 1) {
    const rings: number[][] = [];
    let left = view.getUint32(at + WKB_HEADER_BYTES, true);
    at += WKB_HEADER_BYTES + 4;
    for (; left > 0; left -= 1) {
      const count = view.getUint32(at, true);
      rings.push(near(view, { at: at + 4, vertices: count - 1 }, box));
      at += 4 + POSITION_BYTES * count;
    }
    polygons.push(rings);
  }
  return polygons;
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  const view = new DataView(buffer, byteOffset, byteLength);
  if (byteLength < HEADER_BYTES || view.getUint16(0) !== 0x4750) throw new DatasetRefusal('géométrie illisible.');
  return view;
}

function near(view: DataView, { at, vertices }: { at: number; vertices: number }, box: Box): number[] {
  const kept: number[] = [];
  let x = view.getFloat64(at, true);
  let y = view.getFloat64(at + 8, true);
  let side = sidesOf(x, y, box);
  // Sides that all vertices from the last kept one have in common; none before the first one, which is kept.
  let common = 0;
  for (let next = at + POSITION_BYTES, end = at + POSITION_BYTES * vertices; next < end; next += POSITION_BYTES) {
    const nextX = view.getFloat64(next, true);
    const nextY = view.getFloat64(next + 8, true);
    const nextSide = sidesOf(nextX, nextY, box);
    if ((common & nextSide) === 0) {
      kept.push(x, y);
      common = side;
    }
    common &= nextSide;
    x = nextX;
    y = nextY;
    side = nextSide;
  }
  kept.push(x, y);
  return kept;
}

/** Bits of the sides of the box beyond which a position lies. */
const sidesOf = (x: number, y: number, box: Box): number =>
  (x < box[0] ? 1 : 0) | (x > box[2] ? 2 : 0) | (y < box[1] ? 4 : 0) | (y > box[3] ? 8 : 0);
