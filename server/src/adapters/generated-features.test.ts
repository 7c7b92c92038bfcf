import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/harness/property-runs.ts';
import { interiorPoints, coveringPoints, spreadPoints, surfaceOf, reachMetres } from './addresses/place-points.ts';
import { createBuildings } from './buildings/buildings.ts';
import { boxesOf } from './buildings/boxes.ts';
import { createCadastre } from './cadastre/cadastre.ts';
import { findSis } from './georisques/sites.ts';
import { createNoisePlans } from './noise/noise-plans.ts';
import { readOutline } from './supplier-geometry.ts';
import { createUrbanism } from './urbanism/urbanism.ts';
import { windowOf } from './maps/mercator.ts';
import { shapesOf, zoomToSee } from './zone-shapes.ts';
import { onTheProperty } from '#domain/geometry/interior-point.ts';
import { metresToParcel } from '#domain/geometry/around.ts';
import { UndrawnParcel } from '#domain/property/parcel-group.ts';
import { assessCompulsoryRisks } from '#domain/headings/assess.ts';
import { createHttpClient } from '#platform/suppliers/http-client.ts';
import { SupplierFailure } from '#platform/suppliers/supplier-failure.ts';
import { quietFacts } from '#test/facts.ts';
import { aParcel, aPlace, QUICK, supplierDeps } from '#test/supplier-deps.ts';
import { startLocalServer, type LocalServer } from '#tools/local-server.ts';

let server: LocalServer | null = null;
afterEach(() => server?.close());

const HERE = { longitude: 2.376, latitude: 48.83 };
const around = (centre: number) => fc.double({ min: centre - 0.002, max: centre + 0.002, noNaN: true });
/** Any number, what is none, and axes in both orders. NaN and infinities become null in JSON. */
const position = fc.oneof(
  { weight: 12, arbitrary: fc.tuple(around(HERE.longitude), around(HERE.latitude)) },
  { weight: 1, arbitrary: fc.tuple(around(HERE.latitude), around(HERE.longitude)) },
  { weight: 1, arbitrary: fc.tuple(around(HERE.longitude), around(HERE.latitude), fc.double()) },
  {
    weight: 1,
    arbitrary: fc.array(fc.oneof(fc.double(), fc.constant(null), fc.string({ maxLength: 3 })), { maxLength: 3 }),
  },
);
const openRing = fc.oneof(
  { weight: 3, arbitrary: fc.array(position, { maxLength: 3 }) },
  { weight: 3, arbitrary: fc.array(position, { minLength: 3, maxLength: 8 }) },
);
const ring = fc.oneof(
  openRing,
  openRing.map((points) => [...points, ...points.slice(0, 1)]),
);
const square = (side: number) => aParcel(HERE.longitude, HERE.latitude, side).outline;
const sound = fc.integer({ min: 1, max: 200 }).map((side) => square(side) as unknown);
const polygon = fc.record({ type: fc.constant('Polygon'), coordinates: fc.array(ring, { maxLength: 3 }) });
const surface = fc.oneof(
  polygon,
  fc.record({
    type: fc.constant('MultiPolygon'),
    coordinates: fc.array(fc.array(ring, { maxLength: 2 }), { maxLength: 3 }),
  }),
  sound,
);
const geometry: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: surface },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('GeometryCollection'),
      geometries: fc.array(fc.oneof(surface, fc.record({ type: fc.constant('Point'), coordinates: position })), {
        maxLength: 3,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, {}, [], 'POLYGON EMPTY', { type: 'Polygon' }) },
);
const RUNS = propertyRuns(150);
const place = aPlace({ ...HERE, parcels: [aParcel(HERE.longitude, HERE.latitude)] });

test('what is read of a drawing passes through every later step; it is read the same again', () => {
  fc.assert(
    fc.property(geometry, (value) => {
      const outline = readOutline(JSON.parse(JSON.stringify(value ?? null)));
      if (outline === null) return;
      expect(readOutline(outline)).toEqual(outline);
      for (const one of outline.coordinates.flat()) {
        expect(one.length).toBeGreaterThanOrEqual(4);
        expect(one[0]).toEqual(one.at(-1));
        expect(one.flat().every(Number.isFinite)).toBe(true);
      }
      const own = aPlace({ ...HERE, parcels: [{ ...aParcel(0, 0), outline }, aParcel(HERE.longitude, HERE.latitude)] });
      for (const one of [own, { ...own, parcels: own.parcels.slice(0, 1) }]) {
        for (const points of [interiorPoints(one), coveringPoints(one), spreadPoints(one).points]) {
          expect(points.length).toBeGreaterThan(0);
          expect(points.every((at) => Number.isFinite(at.longitude) && Number.isFinite(at.latitude))).toBe(true);
        }
        expect([reachMetres(one), metresToParcel(one)].every(Number.isFinite)).toBe(true);
        expect(boxesOf(one).flat().every(Number.isFinite)).toBe(true);
        onTheProperty(one);
        surfaceOf(one);
      }
      const zones = [{ label: '', style: 'sis', mark: 'A', isOwn: true, outline }] as never;
      shapesOf(zones, windowOf(place, zoomToSee(place, [outline], 17)));
    }),
    propertyRuns(500),
  );
});

/** A supplier that gives these features to every question. */
async function answering(features: unknown[]): Promise<string> {
  await server?.close();
  server = await startLocalServer(({ url }) => {
    const isMunicipality = url.pathname.endsWith('municipality');
    const own = isMunicipality ? [{ properties: { insee: '75113', is_coastline: true } }] : features;
    return { body: JSON.stringify({ features: own, data: features, total_pages: 1 }) };
  });
  return server.baseUrl;
}

const parcelProperties = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((number) => ({ idu: `75113000BQ000${number}`, nom_com: 'Paris' })),
  },
  { weight: 1, arbitrary: fc.constantFrom(null, {}, { idu: '75113000  0001' }, { idu: null }, { idu: 12 }) },
);

function refusedOrMalformed(error: unknown): [] {
  const isExpected =
    error instanceof UndrawnParcel || (error instanceof SupplierFailure && error.reason === 'malformed');
  if (!isExpected) throw error;
  return [];
}

test('the cadastre: any list → parcels with a distance, a refusal, or « malformed »; never another error', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ geometry, properties: parcelProperties }), { maxLength: 6 }),
      async (features) => {
        const cadastre = createCadastre({ baseUrl: await answering(features), ...supplierDeps() });
        const near = await cadastre.nearby(HERE).catch(refusedOrMalformed);
        for (const { distance, multiPolygon } of near) {
          expect(Number.isFinite(distance)).toBe(true);
          expect(readOutline(multiPolygon)).toEqual(multiPolygon);
        }
        const codes = [1, 2, 3].map((number) => `000-BQ-000${number}@75113`);
        const found = await cadastre.parcels(codes).catch((error: unknown) => {
          refusedOrMalformed(error);
          return { parcels: codes, undrawn: [], unknown: [] };
        });
        expect(found.parcels.length + found.undrawn.length + found.unknown.length).toBe(3);
      },
    ),
    RUNS,
  );
});

/** A sound square of 20 m is the property: a zone of which the drawing is lost may be on it. */
const zonesOf = (properties: object) =>
  fc.array(
    fc.record({
      geometry,
      properties: fc.oneof(
        { weight: 4, arbitrary: fc.constant(properties) },
        { weight: 1, arbitrary: fc.constantFrom(null, 12) },
      ),
    }),
    { maxLength: 4 },
  );
const isAllRead = (features: { geometry: unknown; properties: unknown }[]) =>
  features.every(
    (one) =>
      typeof one.properties === 'object' &&
      one.properties !== null &&
      readOutline(JSON.parse(JSON.stringify(one.geometry ?? null))) !== null,
  );

test('noise: a « non » only when every zone of the answer was read', async () => {
  await fc.assert(
    fc.asyncProperty(zonesOf({ zone: 'C', code_oaci: 'LFPG' }), async (features) => {
      const noise = await createNoisePlans({ baseUrl: await answering(features), ...supplierDeps() }).zones(place);
      const { bruit } = assessCompulsoryRisks({ ...quietFacts(), noise }, place);
      expect(bruit.state !== 'not-concerned' || isAllRead(features)).toBe(true);
    }),
    RUNS,
  );
});

test('coastline: a « non » only when every zone of the answer was read; the local plan likewise', async () => {
  const codes = { typepsc: '54', stypepsc: '01', typeinf: '27', stypeinf: '00', libelle: 'zone' };
  await fc.assert(
    fc.asyncProperty(zonesOf(codes), async (features) => {
      const urbanism = createUrbanism({ baseUrl: await answering(features), ...supplierDeps() });
      const coastlineRetreat = await urbanism.coastlineRetreat(place);
      const findings = assessCompulsoryRisks({ ...quietFacts(), coastlineRetreat }, place);
      const isRead = isAllRead(features);
      expect(findings['trait-de-cote'].state !== 'not-concerned' || isRead).toBe(true);
      const isCrossChecked = coastlineRetreat.state !== 'not-obtained';
      expect(!isCrossChecked || findings.bruit.state !== 'not-concerned' || isRead).toBe(true);
    }),
    RUNS,
  );
});

test('perimeters and footprints: all of the answer, or « not obtained »', async () => {
  const properties = { suptype: 'pm1', nomsuplitt: 'PPRI', idgen: 'G', cleabs: 'BATIMENT1' };
  await fc.assert(
    fc.asyncProperty(zonesOf(properties), async (features) => {
      const baseUrl = await answering(features);
      const perimeters = await createUrbanism({ baseUrl, ...supplierDeps() }).planPerimeters(place);
      const footprints = await createBuildings({ baseUrl, ...supplierDeps() }).footprints(place);
      const areObtained = [perimeters, footprints].some(({ state }) => state !== 'not-obtained');
      expect(!areObtained || isAllRead(features)).toBe(true);
    }),
    RUNS,
  );
});

test('soils: a secteur whose drawing cannot be read is never « outside »', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(geometry, { maxLength: 3 }), async (geometries) => {
      const rows = geometries.map((geom, i) => ({ id_sis: `S${i % 2}`, nom: 'Dépôt', geom }));
      const baseUrl = await answering(rows);
      const value = await findSis(createHttpClient({ service: 'sis', baseUrl, limits: QUICK }), place);
      const { sis } = assessCompulsoryRisks(
        { ...quietFacts(), sis: { ...quietFacts().sis, state: 'obtained', value } as never },
        place,
      );
      const isLost = rows.some(
        ({ geom }) => geom !== null && geom !== undefined && readOutline(JSON.parse(JSON.stringify(geom))) === null,
      );
      expect(isLost && sis.state === 'not-concerned').toBe(false);
    }),
    RUNS,
  );
});
