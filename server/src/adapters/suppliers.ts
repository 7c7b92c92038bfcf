import type { AddressCollection } from '@clairisque/contract/addresses.ts';
import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import type { z } from 'zod';
import type { Parcel, Place } from '#domain/geometry/place.ts';
import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type {
  BrushClearing,
  Building,
  Catnat,
  Fact,
  Facts,
  HazardStatus,
  Installation,
  NearbySite,
  NoiseZone,
  PlanPerimeter,
  Ppr,
  CoastlineRetreat,
  RetreatZone,
  SisSite,
  UndrawnNoisePlan,
} from '#domain/risks/facts.ts';
import type { BestAddress, KnownAddress } from '#domain/property/addresses/known-address.ts';
import type { PlanDocument } from '#domain/risks/plan-documents.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';

/**
 * The verbs through which features reach outside services. Each adapter is one file that implements one of these. A
 * `observer` receives the suppliers' raw answers.
 */

/** `obtainedAt`: ISO instant UTC. */
type NamedAddresses = { found: KnownAddress[]; obtainedAt: string };

export type Geocoder = {
  /**
   * At most `limit` suggestions, of that type if given; `[]` when the query is too short or malformed for the service.
   */
  search(query: { q: string; limit: number; type?: 'municipality' }): Promise<z.infer<typeof AddressCollection>>;
  /** The addresses that a text may mean, those near the point first; `[]` as above. Rejects with `SupplierFailure`. */
  named(
    query: { text: string; longitude: number; latitude: number },
    observer?: AnswerObserver,
  ): Promise<NamedAddresses>;
  reverse(point: { longitude: number; latitude: number; limit: number }): Promise<z.infer<typeof AddressCollection>>;
  /**
   * The best address of each text, in their order, by a few calls; null where the service gave none, or none that is
   * surely of that text. Rejects with `SupplierFailure`.
   */
  best(texts: readonly string[]): Promise<(BestAddress | null)[]>;
};

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number];

/** `undrawn`: codes of parcels without an outline; the cadastre has none of the codes in `unknown`. */
export type FoundParcels = { parcels: Parcel[]; unknown: string[]; undrawn: string[] };

export type Cadastre = {
  /** Nearest parcels, the one under the point first, at most 5; `[]` at sea or where the cadastre is not digitised. */
  nearby(point: { longitude: number; latitude: number }, observer?: AnswerObserver): Promise<NearbyParcel[]>;
  /** The parcel of that code (`prefixe-section-numero@commune`), or null when the cadastre has none. */
  parcel(code: string, observer?: AnswerObserver): Promise<Parcel | null>;
  /** The parcels of several codes, one request for each section of the cadastre. */
  parcels(codes: readonly string[], observer?: AnswerObserver): Promise<FoundParcels>;
  /** Parcels that meet a box, read page by page; null when there are more than `most`. Those without an outline are absent. */
  inBox(box: Box, most: number): Promise<Parcel[] | null>;
  /** The parcel of that code among those that this process gave lately, without a call; null when it is none of them. */
  recent(code: string): Parcel | null;
};

/** Verbs never throw when a supplier fails: they return a `not-obtained` or `last-good` fact. */
export type Georisques = {
  ppr(family: PprFamily, place: Place, observer?: AnswerObserver): Promise<Fact<Ppr[]>>;
  /**
   * Règlement and maps that the source lists and delivers: at most 3 PDFs of 2 MB; `[]` when it lists none or fails.
   */
  planDocuments(plan: Pick<Ppr, 'family' | 'gasparId'>, observer?: AnswerObserver): Promise<PlanDocument[]>;
  seismicZone(place: Place, observer?: AnswerObserver): Promise<Facts['seismicZone']>;
  radon(place: Place, observer?: AnswerObserver): Promise<Facts['radon']>;
  sis(place: Place, observer?: AnswerObserver): Promise<Fact<SisSite[]>>;
  brushClearing(place: Place, observer?: AnswerObserver): Promise<Fact<BrushClearing | null>>;
  clay(place: Place, observer?: AnswerObserver): Promise<Facts['clay']>;
  casias(place: Place, observer?: AnswerObserver): Promise<Fact<NearbySite[]>>;
  installations(place: Place, observer?: AnswerObserver): Promise<Fact<Installation[]>>;
  cavities(place: Place, observer?: AnswerObserver): Promise<Fact<NearbySite[]>>;
  groundMovements(place: Place, observer?: AnswerObserver): Promise<Fact<NearbySite[]>>;
  catnat(place: Place, observer?: AnswerObserver): Promise<Fact<Catnat[]>>;
  report(
    place: Place,
    observer?: AnswerObserver,
  ): Promise<Fact<{ groundwater: HazardStatus | null; pipelines: HazardStatus | null }>>;
};

export type NoisePlans = {
  zones(place: Place, observer?: AnswerObserver): Promise<Fact<NoiseZone[]>>;
  /** Zones within that distance of the property; for a map. */
  zonesAround(place: Place, metres: number, observer?: AnswerObserver): Promise<Fact<NoiseZone[]>>;
  /** Plans near the place, listed in the index of arrêtés, without a zone in the layer. */
  undrawn(place: Place, observer?: AnswerObserver): Promise<Fact<UndrawnNoisePlan[]>>;
};
export type Urbanism = {
  coastlineRetreat(place: Place, observer?: AnswerObserver): Promise<Fact<CoastlineRetreat>>;
  /** Zones of the recul du trait de côte within that distance of the property; for a map. */
  retreatAround(place: Place, metres: number, observer?: AnswerObserver): Promise<Fact<RetreatZone[]>>;
  /** Perimeters on the property or within 30 m; only an indication, abandoned after 8 s. */
  planPerimeters(place: Place, observer?: AnswerObserver): Promise<Fact<PlanPerimeter[]>>;
  /** Perimeters that meet a box, whole; for a map. */
  perimetersIn(box: Box): Promise<Fact<PlanPerimeter[]>>;
};

export type Buildings = {
  /** Footprints that meet the parcels; only an indication, abandoned after 8 s. */
  footprints(place: Place, observer?: AnswerObserver): Promise<Fact<Building[]>>;
};

export type MapTiles = {
  /** One 256-px tile; PNG or JPEG bytes with their content type. Throws `SupplierFailure`. */
  tile(layer: TileLayer, z: number, x: number, y: number): Promise<{ bytes: Buffer; contentType: string }>;
};

/** Why an attempt did not deliver; `status`: an answer other than 2xx. */
export type SendFailure = 'address_refused' | 'unreachable' | 'timeout' | 'redirected' | 'status';
export type Sent = { status: number | null; answer: string; failure: SendFailure | null; durationMs: number };

export type WebhookSender = {
  /** One attempt: never throws for the fault of the other side. */
  send(request: { url: string; headers: Record<string, string>; body: string }): Promise<Sent>;
  /** In French: why nothing may be sent to that URL; null when its address is only known at the connection. */
  refusal(url: string): string | null;
};
