import type { AdapterDeps } from '#adapters/fact.ts';
import type { Parcel, Place } from '#domain/geometry/place.ts';
import { createSupplierAnswers } from '#platform/suppliers/supplier-answers.ts';
import type { HttpLimits } from '#platform/suppliers/http-client.ts';

/** Short enough for a test of a timeout, a retry and an open circuit. */
export const QUICK: HttpLimits = {
  timeoutMs: 200,
  totalMs: 1500,
  attempts: 3,
  perSecond: 1000,
  maxBytes: 1_000_000,
  retryDelayMs: 5,
  breakMs: 100,
};

/** Dependencies of an adapter, with a separate memory and no database. */
export function supplierDeps(clock: () => Date = () => new Date('2026-11-20T10:00:00Z')): AdapterDeps {
  const answers = createSupplierAnswers({ db: null, clock, onCacheError: () => undefined });
  return {
    answers,
    clock,
    userAgent: 'Clairisque/1.0 (tests)',
    limits: { ...QUICK, timeoutMs: 2000, totalMs: 4000, maxBytes: 20_000_000 },
  };
}

export function aPlace(overrides: Partial<Place> = {}): Place {
  return {
    longitude: 2.376,
    latitude: 48.83,
    inseeCodes: ['75113', '75056'],
    communeName: 'Paris',
    parcels: [],
    ...overrides,
  };
}

/** A square parcel of about `sideMetres`, its south-west corner at the point. */
export function aParcel(longitude: number, latitude: number, sideMetres = 20): Parcel {
  const side = sideMetres / 100_000;
  const ring: [number, number][] = [
    [longitude, latitude],
    [longitude + side, latitude],
    [longitude + side, latitude + side],
    [longitude, latitude + side],
    [longitude, latitude],
  ];
  const outline: Parcel['outline'] = { type: 'MultiPolygon', coordinates: [[ring]] };
  const name = { commune: '75113', communeName: 'Paris', prefix: '000', section: 'BQ', number: '0003' };
  return { ...name, areaSquareMetres: 400, outline };
}
