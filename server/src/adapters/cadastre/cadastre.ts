import type { MultiPolygon, NearbyParcel } from '@clairisque/contract/parcels.ts';
import { circle, point, pointToPolygonDistance } from '@turf/turf';
import type { Geometry } from 'geojson';
import { z } from 'zod';
import type { Parcel } from '#domain/risks/facts.ts';
import type { Point } from '#domain/geo/interior-point.ts';
import { inseeCodesOf } from '#domain/geo/place.ts';
import { createHttpClient } from '#platform/suppliers/http-client.ts';
import type { HttpClient, Query } from '#platform/suppliers/http-client.ts';
import { RETENTION } from '#platform/suppliers/supplier-answers.ts';
import type { Recorder } from '#platform/suppliers/supplier-exchanges.ts';
import { APICARTO_LIMITS, askFeatures } from './apicarto.ts';
import type { AdapterDeps } from '#adapters/fact.ts';
import { mergeOutlines, Outline } from '#adapters/supplier-geometry.ts';
import { OptionalText } from '#adapters/supplier-text.ts';
import type { Cadastre } from '#adapters/suppliers.ts';

const SERVICE = 'apicarto-cadastre';
const AROUND_METRES = 60;
const MOST_PARCELS = 5;

/** The cadastre through API Carto (`https://apicarto.ign.fr/api`, source PCI). Both verbs throw `SupplierFailure`. */
export function createCadastre({ baseUrl, ...deps }: { baseUrl: string } & AdapterDeps): Cadastre {
  const limits = { ...APICARTO_LIMITS, ...deps.limits };
  const http = createHttpClient({
    service: SERVICE,
    baseUrl,
    limits,
    headers: { 'user-agent': deps.userAgent },
    watch: deps.watch,
  });
  const identity = { baseUrl, service: SERVICE, retention: RETENTION.parcels };
  return {
    nearby: async ({ longitude, latitude }, observer) => {
      // Six decimals are 0.1 m: the same click is the same cache key.
      const at = { longitude: Number(longitude.toFixed(6)), latitude: Number(latitude.toFixed(6)) };
      const request = `nearby ${at.longitude},${at.latitude}`;
      const load = (recorder: Recorder): Promise<NearbyParcel[]> => findNearby(recorder.over(http), at);
      return (await deps.answers.ask({ ...identity, request, load }, observer)).value;
    },
    parcel: async (code, observer) => {
      const reference = decodeParcelCode(code);
      if (reference === null) return null;
      const load = (recorder: Recorder): Promise<Parcel | null> => findParcel(recorder.over(http), reference);
      const question = { ...identity, request: `parcel ${code.toUpperCase()}`, load };
      const { value, obtainedAt } = await deps.answers.ask(question, observer);
      return value && { ...value, obtainedAt };
    },
  };
}

async function findNearby(http: HttpClient, at: Point): Promise<NearbyParcel[]> {
  const here = point([at.longitude, at.latitude]);
  const around = circle(here, AROUND_METRES, { units: 'meters', steps: 16 });
  const [under, near] = await Promise.all([
    askParcels(http, { geometry: here.geometry }),
    askParcels(http, { geometry: around.geometry }),
  ]);
  return byIdentifier([...under, ...near])
    .map((parcel) => toNearby(parcel, here.geometry.coordinates))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, MOST_PARCELS);
}

async function findParcel(http: HttpClient, reference: ParcelReference): Promise<Parcel | null> {
  const { commune, prefix, section, number } = reference;
  const query = { ...communeQuery(commune), com_abs: prefix, section, numero: number };
  const found = byIdentifier(await askParcels(http, { query }));
  // Compares the whole id: without its arrondissement, a query may return a parcel of the same name in another one.
  const parcel = found.find((one) => one.idu === commune + prefix + section + number);
  if (parcel === undefined) return null;
  const { communeName, contenance: areaSquareMetres, outline } = parcel;
  return { commune, communeName, prefix, section, number, areaSquareMetres, outline };
}

const Feature = z.object({
  geometry: Outline,
  properties: z.object({
    /** INSEE (the arrondissement's in Paris, Lyon, Marseille), absorbed commune, section, number. */
    idu: z.string().regex(/^\d[\dAB]\d{6}[\dA-Z]{2}\w{4}$/),
    nom_com: OptionalText,
    // 0: the fiscal area is unknown.
    contenance: z.coerce
      .number()
      .nullish()
      .transform((area) => (area ? Math.round(area) : null)),
  }),
});
type Found = { idu: string; communeName: string; contenance: number | null; outline: MultiPolygon };

async function askParcels(http: HttpClient, where: { query?: Query; geometry?: Geometry }): Promise<Found[]> {
  const features = await askFeatures(http, { path: '/cadastre/parcelle', feature: Feature, ...where });
  return features.map(({ geometry, properties: { idu, nom_com, contenance } }) => ({
    idu,
    communeName: nom_com ?? '',
    contenance,
    outline: geometry,
  }));
}

/** `gid` and `id` change with every edition: only `idu` identifies a parcel. Merges the parts of one parcel. */
function byIdentifier(parcels: Found[]): Found[] {
  const groups = Map.groupBy(parcels, (parcel) => parcel.idu);
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const outline = mergeOutlines([first, ...others].map((parcel) => parcel.outline));
    return [{ ...first, outline: outline ?? first.outline }];
  });
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

type ParcelReference = { commune: string; prefix: string; section: string; number: string };

/** `prefixe-section-numero@commune`; API Carto refuses the départements 00, 20, 96, 98 and 99. */
function decodeParcelCode(code: string): ParcelReference | null {
  const parts = /^(\d{3})-([0-9A-Z]{2})-(\w{4})@((?!00|20|96|98|99)\d[\dAB]\d{3})$/.exec(code.toUpperCase());
  const [, prefix, section, number, commune] = parts ?? [];
  if (prefix === undefined || section === undefined || number === undefined || commune === undefined) return null;
  return { commune, prefix, section, number };
}

/** An arrondissement's code finds nothing as `code_insee`: queries the commune's, with `code_arr`. */
function communeQuery(commune: string): Query {
  const [, mother] = inseeCodesOf(commune);
  return mother === undefined ? { code_insee: commune } : { code_insee: mother, code_arr: commune.slice(2) };
}
