import { describe, expect, it } from 'vitest';
import type { Parcel, Place } from '#domain/geometry/place.ts';
import { communeCodes, heldForPlace, type Held } from './commune-codes.ts';
import { COVERAGES, coverageOf, leastCovered, mayAnswer, type Coverage } from './coverage.ts';

const parcel = (commune: string, prefix = '000'): Parcel => ({
  commune,
  communeName: '',
  prefix,
  section: 'AA',
  number: '0001',
  areaSquareMetres: null,
  outline: { type: 'MultiPolygon', coordinates: [] },
});
const placeOf = (...parcels: Parcel[]): Place => ({
  longitude: 3.5,
  latitude: 44.5,
  inseeCodes: parcels.map(({ commune }) => commune),
  communeName: '',
  parcels,
});

/**
 * 01138 absorbed 01039 and 01100, which have other rows; 01227 kept its code and absorbed 01341 and, before the release,
 * 01007; 75101 is known by its own code.
 */
const RELEASE: Record<string, Held<number>> = {
  '01039': { coverage: 'covered', rows: [2] },
  '01100': { coverage: 'covered', rows: [3] },
  '01227': { coverage: 'covered', rows: [2] },
  '01341': { coverage: 'covered', rows: [3] },
  '48095': { coverage: 'covered', rows: [] },
  '75056': { coverage: 'covered', rows: [1] },
};
const lookup = (code: string): Held<number> => RELEASE[code] ?? { coverage: 'not-digitised', rows: [] };
const FORMER: Record<string, string[]> = { '01138': ['01039', '01100'], '01227': ['01007', '01341'] };
const formerCodes = (code: string): string[] => FORMER[code] ?? [];
const held = (place: Place) => heldForPlace(communeCodes(place, formerCodes), lookup);

describe('what a release has for a place', () => {
  it.each<[string, Place, ReturnType<typeof held>]>([
    ['a covered commune without a row', placeOf(parcel('48095')), { coverage: 'covered', rows: [], isMixed: false }],
    ['the city for an arrondissement', placeOf(parcel('75101')), { coverage: 'covered', rows: [1], isMixed: false }],
    [
      'a commune that no release knows',
      placeOf(parcel('99999')),
      { coverage: 'not-digitised', rows: [], isMixed: false },
    ],
    [
      'the former commune that the prefix names',
      placeOf(parcel('01138', '039')),
      { coverage: 'covered', rows: [2], isMixed: false },
    ],
    [
      'all former communes, mixed, when the prefix names none',
      placeOf(parcel('01138')),
      { coverage: 'covered', rows: [2, 3], isMixed: true },
    ],
    [
      'a commune that kept its code, and those that the release still has apart',
      placeOf(parcel('01227')),
      { coverage: 'covered', rows: [2, 3], isMixed: true },
    ],
    [
      'the absorbed one that the prefix names',
      placeOf(parcel('01227', '341')),
      { coverage: 'covered', rows: [3], isMixed: false },
    ],
    [
      'its own code when the prefix names one that the release does not have',
      placeOf(parcel('01227', '007')),
      { coverage: 'covered', rows: [2, 3], isMixed: true },
    ],
    [
      'parcels astride two communes: the least covered decides',
      placeOf(parcel('48095'), parcel('99999')),
      { coverage: 'not-digitised', rows: [], isMixed: false },
    ],
  ])('%s', (...[, place, expected]) => {
    expect(held(place)).toEqual(expected);
  });
});

it('a merger without a list of communes: the absorbed commune that the prefix names is read too', () => {
  const alone = (place: Place) =>
    heldForPlace(
      communeCodes(place, () => []),
      lookup,
    );
  expect(alone(placeOf(parcel('01227', '341')))).toEqual({ coverage: 'covered', rows: [2, 3], isMixed: true });
  expect(alone(placeOf(parcel('01227')))).toEqual({ coverage: 'covered', rows: [2], isMixed: false });
});

it('a commune’s coverage is its own, else its département’s, else that of elsewhere', () => {
  const table = {
    elsewhere: 'covered',
    departements: { '75': 'not-applicable', '2A': 'partly' },
    communes: { '2A004': 'covered' },
  } as const;
  expect(['48095', '75101', '2A004', '2A005', '97101'].map((code) => coverageOf(table, code))).toEqual([
    'covered',
    'not-applicable',
    'covered',
    'partly',
    'covered',
  ]);
});

/** Every case of the three-state rule: a « non » only where the release covers the place and is not too old. */
describe.each(COVERAGES)('coverage %s', (coverage) => {
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])('rows %s, too old %s', (hasRows, isTooOld) => {
    const answers: Record<Coverage, boolean> = {
      covered: true,
      partly: hasRows,
      'not-digitised': false,
      'not-applicable': false,
    };
    expect(mayAnswer({ coverage, hasRows, isTooOld })).toBe(!isTooOld && answers[coverage]);
  });
});

it('the least certain coverage of several wins', () => {
  expect(leastCovered(['covered', 'partly'])).toBe('partly');
  expect(leastCovered(['not-applicable', 'covered'])).toBe('not-applicable');
  expect(leastCovered(['partly', 'not-digitised', 'covered'])).toBe('not-digitised');
  expect(leastCovered([])).toBe('not-digitised');
});
