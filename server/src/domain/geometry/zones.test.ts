import Flatbush from 'flatbush';
import type { MultiPolygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { Parcel, Place } from './place.ts';
import { type Overlap, overlapOf, propertyAt } from './overlap.ts';
import { pack } from './packed-piece.ts';
import { boxOf, pieceOf, positionsOf, siteOf, verticesOf, type Piece } from './piece.ts';
import { clip, MAX_VERTICES, split } from './split.ts';
import { BoxIndex } from './box-index.ts';
import { rowsAround, zonesAround, type ZoneStore } from './zones.ts';

/** Some seven centimetres by eleven, at Mende. */
const STEP = 1e-6;
const [LONGITUDE, LATITUDE] = [3.5, 44.5];

function ring(radius: number, count: number, wobble: (angle: number) => number = () => 1): Position[] {
  const points = Array.from({ length: count }, (_, i): Position => {
    const angle = (2 * Math.PI * i) / count;
    const reach = radius * wobble(angle);
    return [LONGITUDE + reach * Math.cos(angle), LATITUDE + reach * Math.sin(angle)];
  });
  return [...points, points[0] ?? []];
}

/** A star of 4 000 vertices with a hole of 1 000, some four kilometres wide. */
const star = (angle: number): number => 1 + 0.3 * Math.sin(17 * angle) + 0.05 * Math.sin(211 * angle);
const LARGE: Position[][] = [ring(0.02, 4_000, star), ring(0.005, 1_000, star).toReversed()];

function square([x = 0, y = 0]: Position, side: number): Position[] {
  const [west, south] = [LONGITUDE + x, LATITUDE + y];
  return [
    [west, south],
    [west + side, south],
    [west + side, south + side],
    [west, south + side],
    [west, south],
  ];
}

function placeWith(...squares: Position[][]): Place {
  const parcels = squares.map((outer): Parcel => ({
    commune: '48095',
    communeName: 'Mende',
    prefix: '000',
    section: 'AA',
    number: '0001',
    areaSquareMetres: null,
    outline: { type: 'MultiPolygon', coordinates: [[outer.map(([x = 0, y = 0]): [number, number] => [x, y])]] },
  }));
  const [longitude = LONGITUDE, latitude = LATITUDE] = squares[0]?.[0] ?? [];
  return { longitude, latitude, inseeCodes: ['48095'], communeName: 'Mende', parcels };
}

function storeOf(zones: Piece[][]): ZoneStore {
  const pieces = zones.flatMap((parts, row) => parts.map((piece) => ({ piece, row })));
  const boxes = new Flatbush(pieces.length, 16, Int32Array);
  for (const { piece } of pieces) boxes.add(...boxOf(piece));
  boxes.finish();
  return {
    boxes: new BoxIndex(boxes.data as ArrayBuffer),
    owners: Uint32Array.from(pieces, ({ row }) => row),
    piece: (index) => ({ words: pack(pieces[index]?.piece ?? []), at: 0 }),
  };
}

const ringArea = (points: Int32Array): number => {
  let doubled = 0;
  for (let i = 0; i < points.length; i += 2) {
    const next = (i + 2) % points.length;
    doubled += (points[i] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[i + 1] ?? 0);
  }
  return Math.abs(doubled / 2);
};
const areaOf = (piece: Piece): number =>
  piece.reduce((sum, { points }, i) => sum + (i === 0 ? 1 : -1) * ringArea(points), 0);

/** Inside, by the even-odd rule; the boundary belongs to one side or the other. */
function isInside(piece: Piece, x: number, y: number): boolean {
  let inside = false;
  for (const { points } of piece) {
    const { length } = points;
    let x1 = points[length - 2] ?? 0;
    let y1 = points[length - 1] ?? 0;
    for (let i = 0; i < length; i += 2) {
      const x2 = points[i] ?? 0;
      const y2 = points[i + 1] ?? 0;
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
      x1 = x2;
      y1 = y2;
    }
  }
  return inside;
}

describe('splitting a zone', () => {
  const whole = pieceOf(LARGE);
  const pieces = split(whole);

  it('gives pieces of at most 256 vertices that cover the same surface', () => {
    expect(verticesOf(whole)).toBe(5_000);
    expect(pieces.length).toBeGreaterThan(20);
    expect(Math.max(...pieces.map(verticesOf))).toBeLessThanOrEqual(MAX_VERTICES);
    const sum = pieces.reduce((total, piece) => total + areaOf(piece), 0);
    expect(sum / areaOf(whole)).toBeCloseTo(1, 6);
  });

  it('keeps every point on its side: in one piece inside, in none outside and in the hole', () => {
    const [west, south, east, north] = boxOf(whole);
    for (let i = 0; i < 2_000; i += 1) {
      const x = Math.round(west + ((i * 0.618034) % 1) * (east - west));
      const y = Math.round(south + ((i * 0.754878) % 1) * (north - south));
      const holders = pieces.filter((piece) => isInside(piece, x, y)).length;
      expect([holders > 0, x, y]).toEqual([isInside(whole, x, y), x, y]);
    }
  });

  it('leaves no edge of the original ring out, and marks the others', () => {
    const originals = pieces.flat().flatMap(({ points, cuts }) => {
      const edges: number[] = [];
      for (let i = 0; i < points.length; i += 2) {
        const next = (i + 2) % points.length;
        if (cuts?.[i / 2] === 1) continue;
        edges.push(Math.hypot((points[next] ?? 0) - (points[i] ?? 0), (points[next + 1] ?? 0) - (points[i + 1] ?? 0)));
      }
      return edges;
    });
    const lengthOf = (positions: Position[]): number =>
      positions.slice(1).reduce((sum, [x = 0, y = 0], i) => {
        const [x0 = 0, y0 = 0] = positions[i] ?? [];
        return sum + Math.hypot(x - x0, y - y0) * 1e7;
      }, 0);
    const expected = positionsOf(whole).reduce((sum, positions) => sum + lengthOf(positions), 0);
    expect(originals.reduce((sum, length) => sum + length, 0) / expected).toBeCloseTo(1, 4);
  });

  it('drops what has no area, and stops at vertices that no line separates', () => {
    expect(
      pieceOf([
        [
          [1, 1],
          [2, 2],
          [1, 1],
        ],
      ]),
    ).toEqual([]);
    expect(split([])).toEqual([]);
    const crowd = Int32Array.from({ length: 2_000 }, (_, i) => (i >> 1) % 2);
    expect(split([{ points: crowd, cuts: null }])).toHaveLength(1);
    expect(clip(whole, [0, 0, 10, 10])).toEqual([]);
  });
});

/** Stored coordinates are rounded to a centimetre. */
const rounded = ({ shareOfParcel, distanceMetres, ...overlap }: Overlap) => ({
  ...overlap,
  shareOfParcel: expect.closeTo(shareOfParcel ?? 0, 3),
  distanceMetres: expect.closeTo(distanceMetres ?? 0, 0),
});

describe('a property and the zones around it', () => {
  const outline: MultiPolygon = { type: 'MultiPolygon', coordinates: [LARGE] };
  const store = storeOf([split(pieceOf(LARGE))]);

  it('measures what the whole geometry would give, for parcels anywhere on the zone', () => {
    for (let i = 0; i < 60; i += 1) {
      const x = 0.06 * ((i * 0.618034) % 1) - 0.03;
      const y = 0.06 * ((i * 0.754878) % 1) - 0.03;
      const place = placeWith(square([x, y], (1 + (i % 7)) * 200 * STEP));
      const expected = overlapOf(propertyAt(place), outline);
      const isNear = expected.containsPoint || (expected.distanceMetres ?? Infinity) <= 500;
      const found = zonesAround(store, place, 500).map(({ overlap }) => overlap);
      expect(found).toEqual(isNear ? [rounded(expected)] : []);
    }
  });

  it('takes several parcels as one property, whichever side of the boundary they are', () => {
    const inside = square([0.0075, 0], 500 * STEP);
    const outside = square([0.028, 0.0005], 500 * STEP);
    const [found] = zonesAround(store, placeWith(outside, inside), 30);
    expect(found?.overlap).toMatchObject({ touchesParcel: true, containsPoint: false });
    expect(found?.overlap.shareOfParcel).toBeCloseTo(0.5, 3);
  });

  it('is outside in a hole, with the distance to its edge', () => {
    const hole = storeOf([
      split(pieceOf([square([-0.01, -0.01], 0.02), square([-0.001, -0.001], 0.002).toReversed()])),
    ]);
    const [found] = zonesAround(hole, placeWith(square([-0.0001, -0.0001], 0.0002)), 500);
    expect(found?.overlap).toMatchObject({ touchesParcel: false, containsPoint: false, shareOfParcel: 0 });
    expect(found?.overlap.distanceMetres).toBeCloseTo(0.0009 * 111_195 * Math.cos((LATITUDE * Math.PI) / 180), 0);
  });

  it('does not take a sliver for a contact, nor a cut for a boundary', () => {
    const beside = storeOf([[pieceOf([square([0, 0], 0.001)])]]);
    const sliver = placeWith(square([0.001 - 2e-8, 0], 0.001));
    const [found] = zonesAround(beside, sliver, 30);
    expect(found?.overlap).toMatchObject({ touchesParcel: false, distanceMetres: 0, nearBoundary: true });
  });

  it('does not take a cut for a boundary', () => {
    const cut = split(pieceOf([ring(0.02, 1_000)]));
    expect(cut.length).toBeGreaterThan(3);
    // Its middle lies on the first cut.
    const [found] = zonesAround(storeOf([cut]), placeWith(square([-0.0005, -0.0005], 0.001)), 500);
    expect(found?.overlap).toEqual({
      touchesParcel: true,
      containsPoint: true,
      shareOfParcel: 1,
      distanceMetres: 0,
      nearBoundary: false,
    });
  });

  it('finds sites by their box, once each', () => {
    const sites = storeOf([[siteOf([LONGITUDE, LATITUDE])], [siteOf([LONGITUDE + 0.1, LATITUDE])]]);
    expect(rowsAround(sites, placeWith(square([0, 0], 0.001)), 500)).toEqual([0]);
    expect(rowsAround(sites, placeWith(), 10_000)).toEqual([0, 1]);
  });
});
