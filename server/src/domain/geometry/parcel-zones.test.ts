import { assert, double, integer, property } from 'fast-check';
import type { Polygon } from 'geojson';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { aParcel, aPlace } from '#test/supplier-deps.ts';
import { overlapOf, propertyAt } from './overlap.ts';
import { parcelOverlaps } from './parcel-zones.ts';

const AT = { longitude: 6.5, latitude: 47.1 };

/** Squares of some 20 m in a row, 100 m from one to the next. */
const rowOf = (count: number) =>
  aPlace({
    ...AT,
    inseeCodes: ['25349'],
    parcels: Array.from({ length: count }, (_, index) => ({
      ...aParcel(AT.longitude + index / 1_000, AT.latitude),
      number: String(index + 1).padStart(4, '0'),
    })),
  });

/** A zone from the west of the row to some degrees east of it. */
function zoneUpTo(degreesEast: number): Polygon {
  const [west, east] = [AT.longitude - 0.01, AT.longitude + degreesEast];
  const [south, north] = [AT.latitude - 0.01, AT.latitude + 0.01];
  return {
    type: 'Polygon',
    coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // prettier-ignore
  };
}

describe('a zone against each parcel', () => {
  it('covers the first, half the second, and lies at its distance from the others', () => {
    const place = rowOf(4);
    // Half of the second square, which begins a thousandth of a degree east and is two ten-thousandths wide.
    const [overlaps = []] = parcelOverlaps(place, [zoneUpTo(0.0011)]);
    expect(overlaps.map(({ code, touches, share }) => [code.slice(7, 11), touches, Math.round(share * 100)])).toEqual([
      ['0001', true, 100],
      ['0002', true, 50],
      ['0003', false, 0],
      ['0004', false, 0],
    ]);
    expect(overlaps[1]).toMatchObject({ distanceMetres: 0, nearBoundary: true });
    // 0.0009° of longitude at that latitude.
    expect(overlaps[2]?.distanceMetres).toBeCloseTo(68, 0);
    expect(overlaps[2]?.nearBoundary).toBe(false);
  });

  it('beyond a kilometre there is no distance: the zone is cut there', () => {
    const place = rowOf(30);
    const [overlaps = []] = parcelOverlaps(place, [zoneUpTo(0.0001)]);
    expect(overlaps.at(-1)).toMatchObject({ touches: false, distanceMetres: null });
  });

  it('the property is touched exactly when a parcel is, and its share is the mean of theirs', () => {
    assert(
      property(integer({ min: 2, max: 12 }), double({ min: -0.002, max: 0.013, noNaN: true }), (count, edge) => {
        const place = rowOf(count);
        const zone = zoneUpTo(edge);
        const [overlaps = []] = parcelOverlaps(place, [zone]);
        const whole = overlapOf(propertyAt(place), zone);
        const mean = overlaps.reduce((sum, { share }) => sum + share, 0) / count;
        expect(whole.shareOfParcel).toBeCloseTo(mean, 3);
        // Between one per cent of a parcel and one of the property, only the parcel is touched.
        const isClear = mean === 0 || mean > 0.01;
        expect(!isClear || whole.touchesParcel === overlaps.some(({ touches }) => touches)).toBe(true);
      }),
      propertyRuns(60),
    );
  });
});
