import { assert, constantFrom, double, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../../tests/harness/property-runs.ts';
import { type Parcel, communesOf, placeOf, withCommuneFirst } from '#domain/geometry/place.ts';
import { aParcel } from '#test/supplier-deps.ts';
import { distanceRefusal, groupRefusal, missingSentence } from './parcel-group.ts';

const inCommune = (commune: string, number = 12): string => `000-AB-${String(number).padStart(4, '0')}@${commune}`;
const parcelIn = (commune: string, communeName: string, [x, y] = [3.5, 44.5]): Parcel => ({
  ...aParcel(x, y),
  commune,
  communeName,
});

describe('parcels of one statement', () => {
  it.each([
    [['48095', '48095'], /^$/],
    [['48095', '48009', '48146'], /^$/],
    [['75113', '97411'], /même territoire/],
    [['97411', '97302'], /même territoire/],
    [['97411', '97415'], /^$/],
    [['48001', '48002', '48003', '48004', '48005', '48006', '48007', '48008', '48009'], /9 communes/],
  ])('communes %o → %o', (communes, expected) => {
    const refusal = groupRefusal(communes.map((commune, index) => inCommune(commune, index + 1)));
    expect(refusal ?? '').toMatch(expected);
  });

  it('each within five kilometres of the first, contiguous or not', () => {
    const near = parcelIn('48009', 'Badaroux', [3.5, 44.54]);
    const far = { ...parcelIn('48009', 'Badaroux', [3.5, 44.56]), number: '0099' };
    const first = parcelIn('48095', 'Mende');
    expect(distanceRefusal([first, near])).toBeNull();
    expect(distanceRefusal([first, near, far])).toMatch(/^La parcelle BQ 99 \(Badaroux\) est à 6,\d\skm/);
  });

  it('never refuses for its distance a parcel less than 4.9 km away, always one beyond 5.1 km', () => {
    const first = parcelIn('48095', 'Mende');
    assert(
      property(double({ min: 0, max: 6.28, noNaN: true }), constantFrom(4.9, 5.1), (angle, km) => {
        const [east, north] = [km * Math.cos(angle), km * Math.sin(angle)];
        const at: [number, number] = [
          3.5 + east / (111.195 * Math.cos((44.5 * Math.PI) / 180)),
          44.5 + north / 111.195,
        ];
        const refusal = distanceRefusal([first, parcelIn('48095', 'Mende', at)]);
        expect(refusal === null).toBe(km < 5);
      }),
      propertyRuns(),
    );
  });

  it('what the cadastre lacks is named', () => {
    const gone = inCommune('48095', 14);
    expect(missingSentence({ unknown: [gone], undrawn: [] })).toMatch(/^La parcelle AB 14 \(48095\) n’existe pas/);
    expect(missingSentence({ unknown: [gone, inCommune('48009')], undrawn: [] })).toMatch(
      /^Les parcelles AB 14 \(48095\) et AB 12 \(48009\) n’existent pas/,
    );
    expect(missingSentence({ unknown: [], undrawn: [gone] })).toMatch(/contour lisible de la parcelle AB 14 \(48095\)/);
    expect(missingSentence({ unknown: [], undrawn: [] })).toBeNull();
  });
});

describe('the communes of a place', () => {
  const point = { longitude: 3.5, latitude: 44.5 };
  const place = placeOf(point, [parcelIn('48095', 'Mende'), parcelIn('48009', 'Badaroux'), parcelIn('48095', 'Mende')]);

  it('in the order of the parcels, the address’s first', () => {
    expect(place).toMatchObject({ communeName: 'Mende', inseeCodes: ['48095', '48009'] });
    const moved = withCommuneFirst(place, '48009');
    expect(moved).toMatchObject({ communeName: 'Badaroux', inseeCodes: ['48009', '48095'], parcels: place.parcels });
    expect(communesOf(moved)).toEqual([
      { code: '48009', name: 'Badaroux' },
      { code: '48095', name: 'Mende' },
    ]);
    expect(withCommuneFirst(place, '48146')).toBe(place);
    expect(withCommuneFirst(place, undefined)).toBe(place);
  });

  it('in Paris both codes of each arrondissement', () => {
    const parcels = [parcelIn('75113', 'Paris'), parcelIn('75112', 'Paris')] as const;
    const paris = placeOf({ longitude: 2.38, latitude: 48.83 }, parcels);
    expect(paris.inseeCodes).toEqual(['75113', '75056', '75112']);
    expect(withCommuneFirst(paris, '75112').inseeCodes).toEqual(['75112', '75056', '75113']);
    expect(communesOf(paris).map(({ code }) => code)).toEqual(['75113', '75112']);
  });
});
