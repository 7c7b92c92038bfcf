import type { MultiPolygon, Position } from 'geojson';
import { DatasetRefusal } from '../refusal.ts';

/** Types of geometry of WKB (OGC 06-103), without their dimensions. */
const TYPE = {
  line: 2,
  polygon: 3,
  multiPolygon: 6,
  arcs: 8,
  compoundCurve: 9,
  curvePolygon: 10,
  multiSurface: 12,
} as const;

/**
 * The polygons of a surface in WKB or EWKB; altitudes are dropped. Curve types whose parts are all straight are read: some
 * software writes every outline so. @throws DatasetRefusal for another geometry, a curve, and a truncated one
 */
export function readWkb(bytes: Uint8Array, where: string): MultiPolygon {
  const reader = new WkbReader(bytes, where);
  try {
    return { type: 'MultiPolygon', coordinates: reader.surface() };
  } catch (error) {
    if (error instanceof DatasetRefusal) throw error;
    throw new DatasetRefusal(`${where} : géométrie tronquée.`, { cause: error });
  }
}

type Header = { type: number; isLittle: boolean; dimensions: number };

class WkbReader {
  readonly #view: DataView;
  readonly #where: string;
  #at = 0;

  constructor(bytes: Uint8Array, where: string) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#where = where;
  }

  surface(): Position[][][] {
    const header = this.#header();
    const { type } = header;
    if (type === TYPE.polygon) return [this.#list(header, () => this.#positions(header))];
    if (type === TYPE.curvePolygon) return [this.#list(header, () => this.#curve())];
    if (type === TYPE.multiPolygon || type === TYPE.multiSurface) {
      return this.#list(header, () => this.surface()).flat();
    }
    throw this.#refused(`géométrie de type ${type}, une surface est attendue.`);
  }

  /** A ring with its own header. */
  #curve(): Position[] {
    const header = this.#header();
    if (header.type === TYPE.line) return this.#positions(header);
    if (header.type === TYPE.arcs) return this.#straight(this.#positions(header));
    if (header.type !== TYPE.compoundCurve)
      throw this.#refused(`contour de type ${header.type}, une ligne est attendue.`);
    // Each part starts where the former one ends.
    const [first = [], ...others] = this.#list(header, () => this.#curve());
    return [...first, ...others.flatMap((part) => part.slice(1))];
  }

  /** Three positions an arc: start, middle, end. Its end where the three are in line. */
  #straight(positions: Position[]): Position[] {
    for (let i = 2; i < positions.length; i += 2) {
      if (!isBetween(positions[i - 2], positions[i - 1], positions[i])) {
        throw this.#refused('cette couche a des arcs de cercle, à convertir en lignes droites avant l’import.');
      }
    }
    if (positions.length % 2 === 0 && positions.length > 0) throw this.#refused('géométrie illisible.');
    return positions;
  }

  #header(): Header {
    const isLittle = this.#view.getUint8(this.#at) === 1;
    this.#at += 1;
    const code = this.#uint32(isLittle);
    // EWKB flags: altitude, measure, SRID. ISO adds 1000 for altitude, 2000 for measure.
    const extra = (code & 0x80000000 ? 1 : 0) + (code & 0x40000000 ? 1 : 0);
    if (code & 0x20000000) this.#uint32(isLittle);
    const plain = code & 0x0fffffff;
    return { type: plain % 1000, isLittle, dimensions: 2 + extra + [0, 1, 1, 2][Math.floor(plain / 1000) % 4]! };
  }

  #list<T>({ isLittle }: Header, read: () => T): T[] {
    return Array.from({ length: this.#uint32(isLittle) }, read);
  }

  #positions(header: Header): Position[] {
    return this.#list(header, () => {
      const [x, y] = [this.#float64(header, 0), this.#float64(header, 1)];
      this.#at += 8 * header.dimensions;
      if (this.#at > this.#view.byteLength) throw new RangeError('the last position is not whole');
      return [x, y];
    });
  }

  #float64({ isLittle }: Header, index: number): number {
    return this.#view.getFloat64(this.#at + 8 * index, isLittle);
  }

  #uint32(isLittle: boolean): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, isLittle);
  }

  #refused = (why: string): DatasetRefusal => new DatasetRefusal(`${this.#where} : ${why}`);
}

/** How far from its chord the middle of an arc may be, as a part of the chord: rounding, not a curve. */
const FLAT = 1e-9;

function isBetween(start: Position = [], middle: Position = [], end: Position = []): boolean {
  const [dx, dy] = from(start, end);
  const [mx, my] = from(start, middle);
  const chord = dx * dx + dy * dy;
  if (chord === 0) return mx === 0 && my === 0;
  const [along, across] = [mx * dx + my * dy, mx * dy - my * dx];
  return along >= 0 && along <= chord && Math.abs(across) <= FLAT * chord;
}

const from = ([x = NaN, y = NaN]: Position, [toX = NaN, toY = NaN]: Position): [number, number] => [toX - x, toY - y];
