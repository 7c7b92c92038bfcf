import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { describe, expect, it } from 'vitest';
import { contains } from './map/geometry.ts';
import type { Suggestion } from './parcel-suggestions.ts';
import { chosenParcel, chosenPlace, precisionOf, type ParcelSearch } from './parcel-choice.ts';

const parcel = (numero: string, west: number, distance: number): NearbyParcel => ({
  prefixe: '000',
  section: 'AB',
  numero,
  commune: '95127',
  nom_commune: 'Cergy',
  contenance: 400,
  distance,
  multiPolygon: {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [west, 49],
          [west + 1, 49],
          [west + 1, 50],
          [west, 50],
          [west, 49],
        ],
      ],
    ],
  },
});
const near = parcel('0001', 2, 4);
const far = parcel('0002', 3, 12);
const searched: ParcelSearch = {
  origin: { longitude: 1.99, latitude: 49.5 },
  adresse: '8 Boulevard du Port 95000 Cergy',
  asked: '8 Boulevard du Port 95000 Cergy',
  from: 'address',
  chosenCode: null,
  precision: 'parcel',
  former: null,
};
const suggestion = (label: string, type?: string): Suggestion => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [2, 49] },
  properties: { label, ...(type !== undefined && { type }) },
});

describe('the parcel of a search', () => {
  it('is the nearest one, at the searched point, until another is chosen', () => {
    expect(chosenParcel(searched, [near, far])).toBe(near);
    expect(chosenPlace(searched, near, null)).toEqual({
      adresse: '8 Boulevard du Port 95000 Cergy',
      cadastre: '000-AB-0001',
      codeParcelle: '000-AB-0001@95127',
      longitude: 1.99,
      latitude: 49.5,
    });
  });

  it.each([
    ['8 Boulevard du Port 95000 Cergy', 'housenumber', 'parcel'],
    ['Boulevard du Port 95000 Cergy', 'street', 'none'],
    ['Cergy', 'municipality', 'none'],
    ['Le Mas Neuf 48000 Mende', 'locality', 'place-name'],
    // A service without types.
    ['8 Boulevard du Port 95000 Cergy', undefined, 'parcel'],
    ['8bis Boulevard du Port', undefined, 'parcel'],
    ['Boulevard du 8 Mai 1945', undefined, 'none'],
    ['95000 Cergy', undefined, 'none'],
  ] as const)('« %s » (%s) → %s', (label, type, precision) => {
    expect(precisionOf(suggestion(label, type))).toBe(precision);
  });

  it('is none where the address has no number, until one is chosen; a place-name means the only one around it', () => {
    const street = { ...searched, precision: 'none' } as const;
    expect(chosenParcel(street, [near])).toBeNull();
    expect(chosenParcel({ ...street, chosenCode: '000-AB-0002@95127' }, [near, far])).toBe(far);
    const placeName = { ...searched, precision: 'place-name' } as const;
    expect(chosenParcel(placeName, [near])).toBe(near);
    expect(chosenParcel(placeName, [near, far])).toBeNull();
    const named = { ...suggestion('Parcelle 000 AB 2, Cergy'), parcel: { code: 'x', inseeCode: 'y', isCertain: true } };
    expect(precisionOf(named)).toBe('parcel');
  });

  it('moves the point inside the parcel chosen in the list', () => {
    const other = { ...searched, chosenCode: '000-AB-0002@95127' };
    expect(chosenParcel(other, [near, far])).toBe(far);
    expect(chosenParcel(other, [near])).toBeNull();
    expect(contains(far.multiPolygon, chosenPlace(other, far, null))).toBe(true);
  });

  it('gives its name where no street has an address', () => {
    const clicked: ParcelSearch = { ...searched, adresse: null, asked: null, from: 'map' };
    expect(chosenPlace(clicked, near, '12 Rue X').adresse).toBe('12 Rue X');
    expect(chosenPlace(clicked, near, null).adresse).toBe('Parcelle 000-AB-0001, Cergy');
  });
});
