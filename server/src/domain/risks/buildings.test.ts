import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { building, noiseZone, notObtained, obtained, place, quietFacts, square } from '#test/facts.ts';
import { placeBuildings, type PropertyBuildings } from './buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Building, Fact } from './facts.ts';
import { assessRisks } from '#domain/headings/assess.ts';

/** 40 m by 40, its south-west corner at the origin. */
const LAND = place(square(0, 0, 40));

function placed(buildings: Building[], zone = square(-500, -500, 1000), land: Place = LAND): PropertyBuildings {
  const fact = factOf(buildings, zone, land);
  if (fact.state === 'not-obtained') throw new Error(fact.reason);
  return fact.value;
}

function factOf(buildings: Building[], zone: ReturnType<typeof square>, land: Place): Fact<PropertyBuildings> {
  const findings = assessRisks(quietFacts({ noise: obtained([noiseZone('C', zone)]) }), land);
  return placeBuildings(obtained(buildings), delimitedZones(findings, obtained([])), land);
}

/** How the zone meets a house of 10 m by 10, at 10 m of the west and south limits. */
const house = building(square(10, 10, 10));
const overlapWith = (zone: ReturnType<typeof square>, drawn = house) => placed([drawn], zone).zones[0]?.largest;

test.each([
  ['covers the house', square(-500, -500, 1000), { touched: true, share: 1, distanceMetres: 0, toVerify: false }],
  ['covers half of it', square(-500, -500, 515), { touched: true, share: 0.25, distanceMetres: 0, toVerify: false }],
  ['covers a strip of 2 m', square(-988, -500, 1000), { touched: true, share: 0.2, toVerify: true }],
  ['shares its wall', square(-990, -500, 1000), { touched: false, share: 0, distanceMetres: 0, toVerify: true }],
  ['is at 2 m', square(-992, -500, 1000), { touched: false, distanceMetres: 2, toVerify: true }],
  ['is at 8 m', square(-998, -500, 1000), { touched: false, distanceMetres: 8, toVerify: false }],
])('a zone that touches the land and %s', (_, zone, expected) => {
  expect(overlapWith(zone)).toMatchObject(expected);
});

test('an unknown accuracy is 5 m, and a given one is used as it is', () => {
  const zone = square(-994, -500, 1000);
  expect(overlapWith(zone)?.toVerify).toBe(false);
  expect(overlapWith(zone, { ...house, accuracyMetres: null })?.toVerify).toBe(true);
  expect(overlapWith(zone, { ...house, accuracyMetres: 30 })?.toVerify).toBe(true);
});

describe('the largest building', () => {
  const ids = (buildings: Building[]): string[] => placed(buildings).buildings.map(({ id }) => id);
  const small = building(square(25, 25, 5), { id: 'small' });
  const named = (outline: Building['outline'], id: string, more: Partial<Building> = {}) =>
    building(outline, { id, ...more });

  test('covers the most land of the parcels, not the most land', () => {
    // 30 m by 30, of which 4 m by 30 on the parcels.
    expect(ids([small, named(square(36, 5, 30), 'hangar'), house])).toEqual(['hangar', house.id, 'small']);
    expect(ids([small, named(square(38, 5, 30), 'hangar'), house])).toEqual([house.id, 'small', 'hangar']);
  });

  test('is none of the neighbours’: beside the limit, on it, or a sliver across it', () => {
    expect(placed([named(square(40, 5, 30), 'beside'), named(square(39.99, 5, 30), 'sliver')]).buildings).toEqual([]);
    const [drawn] = placed([named(square(38, 5, 30), 'across')]).buildings;
    expect(drawn).toMatchObject({ isOnLimit: true, isShared: true, areaOnParcels: 60, areaSquareMetres: 900 });
  });

  test('stands, when another is only planned or was demolished', () => {
    const planned = named(square(5, 5, 20), 'planned', { state: 'planned' });
    const demolished = named(square(5, 5, 18), 'demolished', { state: 'demolished' });
    expect(ids([planned, demolished, small])).toEqual(['small', 'planned', 'demolished']);
  });

  test('of a terrace wider than its narrow parcel is not the neighbour’s, and is measured on the parcel', () => {
    // 4 m wide, in the middle of a building 30 m long.
    const land = place(square(0, 0, 4));
    const terrace = building(square(-13, -13, 30), { accuracyMetres: 5 });
    const [drawn] = placed([terrace], square(-500, -500, 502), land).buildings;
    expect(drawn).toMatchObject({ isOnLimit: false, isShared: true, areaOnParcels: 16 });
    expect(placed([terrace], square(-500, -500, 502), land).zones[0]?.largest).toMatchObject({ share: 0.25 });
  });

  test('of two parcels that it spans is whole', () => {
    const land = place(square(0, 0, 40), square(40, 0, 40));
    const [drawn] = placed([named(square(30, 10, 20), 'astride')], undefined, land).buildings;
    expect(drawn).toMatchObject({ isOnLimit: false, isShared: false, areaOnParcels: 400, areaSquareMetres: 400 });
  });
});

test('another building that the zone touches is counted', () => {
  const shed = building(square(2, 2, 4), { id: 'shed' });
  expect(placed([house, shed], square(-994, -500, 1000)).zones).toMatchObject([
    { largest: { touched: false, distanceMetres: 4 }, othersTouched: 1 },
  ]);
});

test('nothing is said without a footprint, without a drawn parcel, or without an answer', () => {
  expect(placed([])).toEqual({ buildings: [], zones: [] });
  expect(placed([house], undefined, place())).toEqual({ buildings: [], zones: [] });
  const failed: Fact<Building[]> = notObtained();
  expect(placeBuildings(failed, [], LAND)).toBe(failed);
});

describe('whatever is drawn', () => {
  const metres = fc.double({ min: -60, max: 60, noNaN: true });
  /** Rings that may cross themselves, or have no surface. */
  const outline = fc.array(fc.tuple(metres, metres), { minLength: 3, maxLength: 9 }).map((points) => {
    const corners = points.map(([east, north]) => square(east, north, 0).coordinates[0]?.[0]?.[0] ?? [0, 0]);
    const ring = [...corners, ...corners.slice(0, 1)] as [number, number][];
    return { type: 'MultiPolygon' as const, coordinates: [[ring]] };
  });
  const accuracyMetres = fc.constantFrom(0.5, 1, 3, 5, 30, null);

  const drawings = fc.record({
    drawn: fc.array(outline, { maxLength: 4 }),
    zone: outline,
    land: outline,
    accuracyMetres,
  });

  test('a building is touched only where the land is, by at most all of it', () => {
    fc.assert(
      fc.property(drawings, ({ drawn, zone, land, accuracyMetres }) => {
        const buildings = drawn.map((one, index) => building(one, { id: String(index), accuracyMetres }));
        const fact = factOf(buildings, zone, place(land));
        expect(fact.state).toBe('obtained');
        const zones = fact.state === 'not-obtained' ? [] : fact.value.zones;
        for (const { overlap, largest, othersTouched } of zones) {
          const { touched, share, distanceMetres } = largest;
          expect(share).toBeLessThanOrEqual(1);
          expect(touched).toBe(share > 0);
          expect(distanceMetres).toBeGreaterThanOrEqual(touched ? 0 : (overlap.distanceMetres ?? 0) - 0.1);
          expect(overlap.touchesParcel || !(touched || othersTouched > 0)).toBe(true);
        }
      }),
      propertyRuns(500),
    );
  });

  test('a doubt is within the accuracy: a house shifted by more has none', () => {
    // In tenths of a metre: the measure is rounded so.
    const away = fc.integer({ min: 0, max: 98 }).map((tenths) => tenths / 10 + 0.02);
    fc.assert(
      fc.property(away, fc.constantFrom(1.5, 2.5, 3.5, 5.5), (gap, metres) => {
        const found = overlapWith(square(-990 - gap, -500, 1000), { ...house, accuracyMetres: metres + 0.05 });
        expect(found).toMatchObject({ touched: false, distanceMetres: expect.closeTo(gap, 0) });
        expect(found?.toVerify).toBe(gap < metres + 0.05);
      }),
      propertyRuns(),
    );
  });
});
