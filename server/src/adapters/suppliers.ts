import type { AddressCollection } from '@clairisque/contract/addresses.ts';
import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { TileLayer } from '@clairisque/contract/map-tiles.ts';
import type { z } from 'zod';
import type {
  BrushClearing,
  Catnat,
  Fact,
  Facts,
  HazardStatus,
  Installation,
  NearbySite,
  NoiseZone,
  Parcel,
  Place,
  PlanPerimeter,
  Ppr,
  PprFamily,
  Shoreline,
  SisSite,
  UndrawnNoisePlan,
} from '#domain/facts.ts';
import type { KnownAddress } from '#domain/property-address.ts';
import type { PlanPaper } from '#domain/plan-papers.ts';
import type { Witness } from '#platform/supplier-answers.ts';

/**
 * The verbs by which features reach the outside. Each adapter is one file that makes one of these. A `witness` is told what
 * the suppliers answered, as received.
 */

/** `obtainedAt`: ISO instant UTC. */
type NamedAddresses = { found: KnownAddress[]; obtainedAt: string };

export type Geocoder = {
  /** At most `limit` suggestions, all of that type if given; `[]` when the query is too short or malformed for the service. */
  search(query: { q: string; limit: number; type?: 'municipality' }): Promise<z.infer<typeof AddressCollection>>;
  /** The addresses that a text may name, those near the point first; `[]` as above. Rejects with `SupplierFailure`. */
  named(query: { text: string; longitude: number; latitude: number }, witness?: Witness): Promise<NamedAddresses>;
  reverse(point: { longitude: number; latitude: number; limit: number }): Promise<z.infer<typeof AddressCollection>>;
};

export type Cadastre = {
  /** Nearest parcels, the one under the point first, at most 5; `[]` at sea or where the cadastre is not digitised. */
  nearby(point: { longitude: number; latitude: number }, witness?: Witness): Promise<NearbyParcel[]>;
  /** The parcel of that code (`prefixe-section-numero@commune`), or null when the cadastre holds none. */
  parcel(code: string, witness?: Witness): Promise<Parcel | null>;
};

/** Verbs never throw for a supplier's failure: they answer a `not-obtained` or `last-good` fact. */
export type Georisques = {
  ppr(family: PprFamily, place: Place, witness?: Witness): Promise<Fact<Ppr[]>>;
  /** Règlement and maps as far as the source names and gives them: ≤ 3 PDF of ≤ 2 MB; `[]` when it names none or cannot be asked. */
  planPapers(plan: Pick<Ppr, 'family' | 'gasparId'>, witness?: Witness): Promise<PlanPaper[]>;
  seismicZone(place: Place, witness?: Witness): Promise<Facts['seismicZone']>;
  radon(place: Place, witness?: Witness): Promise<Facts['radon']>;
  sis(place: Place, witness?: Witness): Promise<Fact<SisSite[]>>;
  brushClearing(place: Place, witness?: Witness): Promise<Fact<BrushClearing | null>>;
  clay(place: Place, witness?: Witness): Promise<Facts['clay']>;
  casias(place: Place, witness?: Witness): Promise<Fact<NearbySite[]>>;
  installations(place: Place, witness?: Witness): Promise<Fact<Installation[]>>;
  cavities(place: Place, witness?: Witness): Promise<Fact<NearbySite[]>>;
  groundMovements(place: Place, witness?: Witness): Promise<Fact<NearbySite[]>>;
  catnat(place: Place, witness?: Witness): Promise<Fact<Catnat[]>>;
  report(
    place: Place,
    witness?: Witness,
  ): Promise<Fact<{ groundwater: HazardStatus | null; pipelines: HazardStatus | null }>>;
};

export type NoisePlans = {
  zones(place: Place, witness?: Witness): Promise<Fact<NoiseZone[]>>;
  /** Plans near the place that the index of arrêtés names and that have no zone in the layer. */
  undrawn(place: Place, witness?: Witness): Promise<Fact<UndrawnNoisePlan[]>>;
};
export type Urbanism = {
  shoreline(place: Place, witness?: Witness): Promise<Fact<Shoreline>>;
  /** Those that touch the property or pass within 30 m; only an indication, given up after 8 s. */
  planPerimeters(place: Place, witness?: Witness): Promise<Fact<PlanPerimeter[]>>;
};

export type MapTiles = {
  /** One 256-px tile; PNG or JPEG bytes with their content type. Throws `SupplierFailure`. */
  tile(layer: TileLayer, z: number, x: number, y: number): Promise<{ bytes: Buffer; contentType: string }>;
};

/** Durable storage: a folder (`files.ts`) or, for several machines, an S3 bucket (`files-s3.ts`). */
export type FileStore = {
  /** Lasts once it resolves; whole or absent. Given again, it replaces. */
  put(key: string, bytes: Buffer): Promise<void>;
  /** The bytes as they are, unverified: for files that no row names. */
  read(key: string): Promise<Buffer>;
  /** Former versions that the store keeps of a file, newest first; a folder keeps none. */
  versions(key: string): AsyncIterable<Buffer>;
  /** Whether it takes another document; a bucket says so by refusing it. */
  hasRoom(): Promise<boolean>;
  /** In bytes; null when there is no such file. */
  size(key: string): Promise<number | null>;
  remove(key: string): Promise<void>;
  /** Everything under a folder (`statements/12`), what no row names included. */
  removeFolder(folder: string): Promise<void>;
};

/** A file that a row names; `sha256` is hexadecimal, null for files older than the column that keeps it. */
export type KeptFile = { key: string; sha256: string | null };

/** What was found instead of the bytes that were written: their SHA-256, or why they cannot be read. */
export type Damage = KeptFile & { found: string };

/** Storage of documents: what a row names is verified before it is given (`files-verified.ts`, decision 0048). */
export type Files = Omit<FileStore, 'versions'> & {
  /** Verified bytes. Throws `document_damaged`, and reports the file, for any others and for none. */
  get(file: KeptFile): Promise<Buffer>;
  /** Null when the file is as it was written. */
  damageOf(file: KeptFile): Promise<Damage | null>;
  /** The bytes of that hash in a former version of the file; null when the store has none. */
  copyOf(file: KeptFile): Promise<Buffer | null>;
};
