import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Parcel, Place } from '#domain/geometry/place.ts';
import type { Building, Fact, Facts, NoiseZone, NotObtainedReason, Ppr, Provenance } from '#domain/risks/facts.ts';

/** Builders of facts and places for the tests of the rules. Offsets and sizes are metres around `ORIGIN`. */
const ORIGIN = { longitude: 2.4, latitude: 48.9 };

const METRES_PER_DEGREE = 111_195;

/** A square of `size` metres whose south-west corner is at that offset. */
export function square(x: number, y: number, size: number): MultiPolygon {
  return { type: 'MultiPolygon', coordinates: [[ring(x, y, size)]] };
}

export function ring(x: number, y: number, size: number): [number, number][] {
  const corners = [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
    [x, y],
  ];
  const perLongitude = METRES_PER_DEGREE * Math.cos((ORIGIN.latitude * Math.PI) / 180);
  return corners.map(([east = 0, north = 0]) => [
    ORIGIN.longitude + east / perLongitude,
    ORIGIN.latitude + north / METRES_PER_DEGREE,
  ]);
}

function parcel(outline: MultiPolygon): Parcel {
  return {
    commune: '93013',
    communeName: 'Le Bourget',
    prefix: '000',
    section: '0A',
    number: '0037',
    areaSquareMetres: null,
    outline,
  };
}

/** The point is `ORIGIN`; without outlines there is no parcel. */
export function place(...outlines: MultiPolygon[]): Place {
  return {
    ...ORIGIN,
    inseeCodes: ['93013'],
    communeName: 'Le Bourget',
    parcels: outlines.map(parcel),
  };
}

const provenance = (obtainedAt: string): Provenance => ({
  source: 'test',
  label: 'Source d’essai',
  attribution: 'Essai',
  licence: 'Licence Ouverte 2.0 (Etalab)',
  url: null,
  obtainedAt,
});

export const NOW = '2026-11-20T10:00:00Z';

export const obtained = <T>(value: T): Fact<T> => ({ state: 'obtained', value, provenance: provenance(NOW) });
export const lastGood = <T>(value: T, obtainedAt: string): Fact<T> => ({
  state: 'last-good',
  value,
  provenance: provenance(obtainedAt),
});
export const notObtained = (reason: NotObtainedReason = 'timeout') => ({
  state: 'not-obtained' as const,
  reason,
  provenance: provenance(NOW),
});

/** Every source answered and nothing applies, except what the overrides say. */
export function quietFacts(overrides: Partial<Facts> = {}): Facts {
  const nothing = { present: false, commune: 'Risque non Concerne', address: 'Risque non Concerne' };
  return {
    pprn: obtained([]),
    pprm: obtained([]),
    pprt: obtained([]),
    seismicZone: obtained({ zone: 1 }),
    radon: obtained({ potential: 1 }),
    sis: obtained([]),
    brushClearing: obtained(null),
    coastlineRetreat: obtained({ coastalCommune: false, unpublished: false, zones: [] }),
    noise: obtained([]),
    noisePlans: obtained([]),
    clay: obtained({ exposure: 0 }),
    casias: obtained([]),
    installations: obtained([]),
    cavities: obtained([]),
    groundMovements: obtained([]),
    catnat: obtained([]),
    report: obtained({ groundwater: nothing, pipelines: nothing }),
    planPerimeters: obtained([]),
    ...overrides,
  };
}

export function ppr(overrides: Partial<Ppr> = {}): Ppr {
  return {
    family: 'pprn',
    gasparId: '93DDT20100014',
    name: 'PPRI de la Seine',
    procedure: 'PPRN-I',
    status: 'approved',
    statusDate: '2007-06-21',
    underRevision: false,
    prescribedDate: null,
    zoned: true,
    zones: [],
    partial: false,
    hazards: [],
    ...overrides,
  };
}

/** A house of the BD TOPO, drawn within 3 m. */
export function building(outline: MultiPolygon, overrides: Partial<Building> = {}): Building {
  return {
    id: 'BATIMENT0000000312141233',
    rnbIds: ['7XD2T56XMD3T'],
    use: 'Résidentiel',
    state: 'in-service',
    isLight: false,
    accuracyMetres: 3,
    updatedOn: '2020-01-13',
    outline,
    ...overrides,
  };
}

export function noiseZone(zone: NoiseZone['zone'], outline: NoiseZone['outline'], aerodrome = 'LFPG'): NoiseZone {
  return { aerodrome, aerodromeName: aerodrome, zone, index: null, decreeDate: null, documentUrl: null, outline };
}
