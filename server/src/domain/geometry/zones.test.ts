import type { MultiPolygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { Parcel, Place } from './place.ts';
import { type Overlap, overlapOf, propertyAt } from './overlap.ts';
import { outlineAround, rowsAround, zonesAround, type StoredBox, type ZoneStore } from './zones.ts';

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

/** Every box is found, and every ring whole. */
function storeOf(zones: Position[][][]): ZoneStore {
  return {
    zonesIn: () =>
      zones.map((rings, row) => ({
        row,
        ringsNear: () => [rings.map((ring) => ring.slice(0, -1).flat())],
      })),
    boxesIn: () => [],
  };
}

const siteStore = (...sites: StoredBox[]): ZoneStore => ({ zonesIn: () => [], boxesIn: () => sites });
const siteAt = (row: number, longitude: number, withinMetres = 0): StoredBox => ({
  row,
  box: [longitude, LATITUDE, longitude, LATITUDE],
  withinMetres,
});

/** Stored coordinates are rounded to a centimetre. */
const rounded = ({ shareOfParcel, distanceMetres, ...overlap }: Overlap) => ({
  ...overlap,
  shareOfParcel: expect.closeTo(shareOfParcel ?? 0, 3),
  distanceMetres: expect.closeTo(distanceMetres ?? 0, 0),
});

describe('a property and the zones around it', () => {
  const outline: MultiPolygon = { type: 'MultiPolygon', coordinates: [LARGE] };
  const store = storeOf([LARGE]);

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
    const hole = storeOf([[square([-0.01, -0.01], 0.02), square([-0.001, -0.001], 0.002).toReversed()]]);
    const [found] = zonesAround(hole, placeWith(square([-0.0001, -0.0001], 0.0002)), 500);
    expect(found?.overlap).toMatchObject({ touchesParcel: false, containsPoint: false, shareOfParcel: 0 });
    expect(found?.overlap.distanceMetres).toBeCloseTo(0.0009 * 111_195 * Math.cos((LATITUDE * Math.PI) / 180), 0);
  });

  it('does not take a sliver for a contact', () => {
    const beside = storeOf([[square([0, 0], 0.001)]]);
    const sliver = placeWith(square([0.001 - 2e-8, 0], 0.001));
    const [found] = zonesAround(beside, sliver, 30);
    expect(found?.overlap).toMatchObject({ touchesParcel: false, distanceMetres: 0, nearBoundary: true });
  });

  it('finds a site that is near, or may be, and no other', () => {
    const sites = siteStore(siteAt(0, LONGITUDE), siteAt(1, LONGITUDE + 0.01), siteAt(2, LONGITUDE + 0.01, 500));
    expect(rowsAround(sites, placeWith(square([0, 0], 0.001)), 500)).toEqual([0, 2]);
    expect(rowsAround(sites, placeWith(), 1_000)).toEqual([0, 1, 2]);
  });

  it('outlines a zone that it meets, and not one that is beside it', () => {
    const place = placeWith(square([0, 0], 0.001));
    const here = [square([0, 0], 0.001)];
    const outlines = (rings: Position[][]): Position[][][] =>
      outlineAround(storeOf([rings]), 0, { place, metres: 100 });
    expect(outlines(here)).toEqual([here]);
    expect(outlines([square([0.1, 0], 0.001)])).toEqual([]);
  });

  it('cuts the outline of a zone that goes on beyond the asked distance, its hole included', () => {
    const place = placeWith(square([0, 0], 0.001));
    const wide = [square([-0.1, -0.1], 0.2), square([0.0002, 0.0002], 0.0002).toReversed()];
    const cut = outlineAround(storeOf([wide]), 0, { place, metres: 100 });
    expect(cut.map((rings) => rings.map(({ length }) => length))).toEqual([[5, 5]]);
    const [[outer = []] = []] = cut;
    for (const [x = 0, y = 0] of outer) {
      expect(Math.abs(x - LONGITUDE - 0.0005)).toBeCloseTo(
        0.0005 + 100 / (111_195 * Math.cos((LATITUDE * Math.PI) / 180)),
        4,
      );
      expect(Math.abs(y - LATITUDE - 0.0005)).toBeCloseTo(0.0005 + 100 / 111_195, 4);
    }
  });
});
