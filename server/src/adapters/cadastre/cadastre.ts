import { parcelCode, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import { circle, point, pointToPolygonDistance } from '@turf/turf';
import { LRUCache } from 'lru-cache';
import { type Parcel, codeOf } from '#domain/geometry/place.ts';
import type { Point } from '#domain/geometry/interior-point.ts';
import { UndrawnParcel } from '#domain/property/parcel-group.ts';
import type { HttpClient } from '#platform/suppliers/http-client.ts';
import { RETENTION, type AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { APICARTO_LIMITS } from './apicarto.ts';
import { supplierClient, type AdapterDeps } from '#adapters/fact.ts';
import type { Box, Cadastre, FoundParcels } from '#adapters/suppliers.ts';
import {
  askPage,
  byIdentifier,
  codeOfIdu,
  communeQuery,
  decodeParcelCode,
  toParcel,
  type Found,
  type ParcelReference,
} from './parcel-features.ts';
import { findInBox } from './in-box.ts';
import { findInSection, groupedBySection, type InSection } from './sections.ts';

const SERVICE = 'apicarto-cadastre';
const AROUND_METRES = 60;
const MOST_PARCELS = 5;
/** A parcel takes some kilobytes of memory. */
const RECENT_PARCELS = 2_000;

/** The cadastre through API Carto (`https://apicarto.ign.fr/api`, source PCI). Its verbs throw `SupplierFailure`. */
export function createCadastre({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): Cadastre {
  const http = supplierClient({ baseUrl, ...deps }, { service: SERVICE, limits: APICARTO_LIMITS });
  const recent = new LRUCache<string, Parcel>({ max: RECENT_PARCELS });
  const identity = { baseUrl, service: SERVICE, retention: RETENTION.parcels };
  const alone = async (code: string, observer: AnswerObserver | undefined): Promise<InSection> => {
    const reference = decodeParcelCode(code);
    if (reference === null) return NOTHING;
    const load = (recorder: Recorder): Promise<OneParcel> => findParcel(recorder.over(http), reference);
    const question = { ...identity, request: `parcel ${code.toUpperCase()}`, load };
    const { value, obtainedAt } = await deps.answers.ask(question, observer);
    if (value === 'undrawn') return { parcels: [], undrawn: [code.toUpperCase()] };
    return value === null ? NOTHING : { parcels: [{ ...value, obtainedAt }], undrawn: [] };
  };
  return {
    nearby: async ({ longitude, latitude }, observer) => {
      // Six decimals are 0.1 m: the same click is the same cache key.
      const at = { longitude: Number(longitude.toFixed(6)), latitude: Number(latitude.toFixed(6)) };
      const request = `nearby ${at.longitude},${at.latitude}`;
      const load = (recorder: Recorder): Promise<NearbyParcel[]> =>
        findNearby(recorder.over(http), at, (count) => deps.watch?.leftOut(SERVICE, count));
      const { value, obtainedAt } = await deps.answers.ask({ ...identity, request, load }, observer);
      for (const parcel of value) recent.set(parcelCode(parcel), { ...parcelOf(parcel), obtainedAt });
      return value;
    },
    parcel: async (code, observer) => (await alone(code, observer)).parcels[0] ?? null,
    parcels: async (codes, observer) => {
      const found = groupedBySection(codes).map(async (group): Promise<InSection> => {
        if (group.codes.length === 1) return alone(group.codes[0] ?? '', observer);
        const load = (recorder: Recorder): Promise<InSection> => findInSection(recorder.over(http), group);
        const question = { ...identity, request: `parcels ${group.codes.join(' ')}`, load };
        const { value, obtainedAt } = await deps.answers.ask(question, observer);
        return { ...value, parcels: value.parcels.map((one) => ({ ...one, obtainedAt })) };
      });
      return inOrder(codes, await Promise.all(found));
    },
    inBox: async (box, most) => (await deps.answers.ask({ ...identity, ...boxQuestion(http, box, most) })).value,
    recent: (code) => recent.get(code.toUpperCase()) ?? null,
  };
}

const boxQuestion = (http: HttpClient, box: Box, most: number) => ({
  retention: RETENTION.outlines,
  request: `box ${box.join(',')} ${most}`,
  load: () => findInBox(http, box, most),
});

const NOTHING: InSection = { parcels: [], undrawn: [] };
/** A parcel is stored so; null when the cadastre has none. */
type OneParcel = Parcel | 'undrawn' | null;

/** The parcels in the order of their codes. */
function inOrder(codes: readonly string[], found: InSection[]): FoundParcels {
  const byCode = new Map(found.flatMap(({ parcels }) => parcels).map((parcel) => [codeOf(parcel), parcel]));
  const undrawn = new Set(found.flatMap((one) => one.undrawn));
  return {
    parcels: codes.flatMap((code) => byCode.get(code.toUpperCase()) ?? []),
    undrawn: codes.filter((code) => undrawn.has(code.toUpperCase())),
    unknown: codes.filter((code) => !byCode.has(code.toUpperCase()) && !undrawn.has(code.toUpperCase())),
  };
}

async function findNearby(http: HttpClient, at: Point, leftOut: (count: number) => void): Promise<NearbyParcel[]> {
  const here = point([at.longitude, at.latitude]);
  const around = circle(here, AROUND_METRES, { units: 'meters', steps: 16 });
  const [under, near] = await Promise.all([
    askPage(http, { geometry: here.geometry }),
    askPage(http, { geometry: around.geometry }),
  ]);
  const atPoint = byIdentifier([under]);
  if (atPoint.drawn.length === 0 && atPoint.undrawn.length + atPoint.unread > 0) {
    const [idu] = atPoint.undrawn;
    throw new UndrawnParcel(idu === undefined ? null : codeOfIdu(idu));
  }
  const { drawn, undrawn, unread } = byIdentifier([under, near]);
  if (undrawn.length + unread > 0) leftOut(undrawn.length + unread);
  return drawn
    .map((parcel) => toNearby(parcel, here.geometry.coordinates))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST_PARCELS);
}

async function findParcel(http: HttpClient, reference: ParcelReference): Promise<OneParcel> {
  const { commune, prefix, section, number } = reference;
  const query = { ...communeQuery(commune), com_abs: prefix, section, numero: number };
  const { drawn, undrawn, unread } = byIdentifier([await askPage(http, { query })]);
  // Compares the whole id: without its arrondissement, a query may return a parcel of the same name in another one.
  const idu = commune + prefix + section + number;
  const parcel = drawn.find((one) => one.idu === idu);
  if (parcel !== undefined) return toParcel(parcel);
  return undrawn.includes(idu) || unread > 0 ? 'undrawn' : null;
}

function toNearby({ idu, communeName, contenance, outline }: Found, here: number[]): NearbyParcel {
  // Turf returns negative distances inside.
  const metres = Math.max(0, pointToPolygonDistance(here, outline, { units: 'meters' }));
  return {
    prefixe: idu.slice(5, 8),
    section: idu.slice(8, 10),
    numero: idu.slice(10, 14),
    commune: idu.slice(0, 5),
    nom_commune: communeName,
    contenance,
    distance: Math.round(metres * 10) / 10,
    multiPolygon: outline,
  };
}

function parcelOf({ prefixe, numero, ...parcel }: NearbyParcel): Parcel {
  const { commune, nom_commune: communeName, section, contenance: areaSquareMetres, multiPolygon: outline } = parcel;
  return { commune, communeName, prefix: prefixe, section, number: numero, areaSquareMetres, outline };
}
