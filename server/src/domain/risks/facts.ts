import type { PprFamily } from '@clairisque/contract/common/headings.ts';
import type { MultiPolygon } from '@clairisque/contract/parcels.ts';
import type { Polygon } from 'geojson';
import type { Edition } from '#domain/datasets/datasets.ts';
import type { SeismicZone } from './seismic-law.ts';

/**
 * What the suppliers report about a place, in our terms. Adapters produce facts, `domain/risks` reads them, the
 * document prints them with their provenance. "No answer" is never "no risk": it is a state.
 */

/** Source of a fact; printed in the document's table of sources. */
export type Provenance = {
  /** Stable identifier, one per supplier's endpoint: `georisques-v2-pprn`. */
  source: string;
  /** « Géorisques — plans de prévention des risques naturels » */
  label: string;
  /** « Ministère chargé de l’environnement, BRGM » */
  attribution: string;
  /** « Licence Ouverte 2.0 (Etalab) » */
  licence: string;
  /** Public page about the data; null when there is none. */
  url: string | null;
  /** When the supplier gave this answer, or the release was published; ISO instant UTC. */
  obtainedAt: string;
  /** The release of a dataset that it was read in; absent for a live answer. */
  edition?: Edition;
};

export type NotObtainedReason = 'timeout' | 'unavailable' | 'rate-limited' | 'malformed' | 'refused' | 'not-held';

/** Another source's answer about the same place. */
type OtherAnswer<T> = { value: T; provenance: Provenance };

export type Fact<T> =
  /** `contradictedBy`: the live service, asked beside a release, says otherwise. */
  | { state: 'obtained'; value: T; provenance: Provenance; contradictedBy?: OtherAnswer<T> }
  /** The supplier fails now; this is its last good answer, dated by `provenance.obtainedAt`. */
  | { state: 'last-good'; value: T; provenance: Provenance }
  | { state: 'not-obtained'; reason: NotObtainedReason; provenance: Provenance };

/** State of a plan. `unknown` when the supplier does not say. */
export type PprStatus = 'prescribed' | 'anticipated' | 'approved' | 'unknown';

export type Ppr = {
  family: PprFamily;
  /** `78DDT20100014` */
  gasparId: string | null;
  name: string;
  /** The procedure as the source writes it: `PPRN-I`, `PPRN-RGA`, `PPRT` … */
  procedure: string;
  status: PprStatus;
  /** ISO date of the approval, prescription or anticipated application; null when not given. */
  statusDate: string | null;
  underRevision: boolean;
  /** ISO date of the latest prescription that no approval or anticipated application has followed; null when there is none. */
  prescribedDate: string | null;
  /** True when the parcel or point lies in a zone delimited by the plan's règlement; null when the supplier does not say. */
  zoned: boolean | null;
  zones: {
    code: string;
    name: string | null;
    rule: PprRule;
    ruleLabel: string | null;
    /** Whether the règlement requires works there; null or absent when the source does not say. */
    works?: boolean | null;
  }[];
  /** `zones` may lack some: the supplier could not be queried for the whole property, or the plan has undrawn zones. */
  partial: boolean;
  /** Hazards in the supplier's words: « Inondation par débordement ». */
  hazards: string[];
  /** No source that was read publishes its zones. */
  isUndrawn?: true;
};
/** `listTypeReg.code`: 01, 02 prescriptions; 03, 04 interdiction; 05 délaissement; 06 expropriation; 07 not identified. */
export type PprRule =
  | 'prescriptions-outside-hazard'
  | 'prescriptions'
  | 'interdiction'
  | 'interdiction-stricte'
  | 'delaissement'
  | 'expropriation'
  | 'unidentified';

/** Outline of a servitude d'utilité publique created by a plan in force: PM1 for a PPRN or a PPRM, PM3 for a PPRT. */
export type PlanPerimeter = {
  servitude: 'PM1' | 'PM3';
  /** Identifier of the plan, when the source gives it. */
  gasparId: string | null;
  /** « PPRI Vallée de la Seine » */
  name: string | null;
  /** The plan's zones, or all that it covers: the source does not say which. */
  outline: MultiPolygon;
};

/** What the BD TOPO says of a building's life; `unknown` for another word or none. */
export type BuildingState = 'in-service' | 'planned' | 'under-construction' | 'ruined' | 'demolished' | 'unknown';

/** A footprint of the BD TOPO. Some are roofs seen from the air, others walls of the cadastre. */
export type Building = {
  /** `BATIMENT0000000240879442` */
  id: string;
  /** Identifiers of the référentiel national des bâtiments; several when one footprint holds several buildings. */
  rnbIds: string[];
  /** « Résidentiel » */
  use: string | null;
  state: BuildingState;
  isLight: boolean;
  /** Planimetric accuracy of the drawing; null when unknown. */
  accuracyMetres: number | null;
  /** ISO date of the row's last change or confirmation; null when not given. */
  updatedOn: string | null;
  outline: MultiPolygon;
};

export type SisSite = {
  id: string;
  name: string;
  address: string | null;
  sheetUrl: string | null;
  outline: Polygon | MultiPolygon | null;
};

/** One zone of an aerodrome's plan d'exposition au bruit (PEB). */
export type NoiseZone = {
  /** OACI code: `LFPG`. */
  aerodrome: string;
  aerodromeName: string;
  zone: 'A' | 'B' | 'C' | 'D';
  /** Outer and inner index of the zone; Lden in dB, or psophic index (dimensionless, before 2002). */
  index: { kind: 'lden' | 'psophique'; low: number; high: number } | null;
  /** ISO date: the later of the layer's `date_arret` and the date in `ref_doc`. */
  decreeDate: string | null;
  documentUrl: string | null;
  outline: Polygon | MultiPolygon;
};

/** A plan d'exposition au bruit in the index of arrêtés whose zones no layer draws (Cayenne, Toussus-le-Noble). */
export type UndrawnNoisePlan = {
  /** OACI code: `SOCA`. */
  aerodrome: string;
  aerodromeName: string;
  /** ISO date, from the document's name. */
  decreeDate: string | null;
  documentUrl: string | null;
  /** From the aerodrome to the chosen point; null when the index gives no readable position. */
  distanceMetres: number | null;
};

export type RetreatZone = {
  /** Horizon of exposure in years (L121-22-2 code de l'urbanisme); null when the source's text does not give it. */
  horizon: '0-30' | '30-100' | null;
  /** True when the zone is only on a carte de préfiguration (provisional). */
  provisional: boolean;
  label: string;
  documentUrl: string | null;
  outline: Polygon | MultiPolygon;
};
export type CoastlineRetreat = {
  /** Null when the source does not say. */
  coastalCommune: boolean | null;
  /**
   * No document d'urbanisme is published for this place, in a commune that is or may be coastal: an absent zone proves
   * nothing.
   */
  unpublished: boolean;
  zones: RetreatZone[];
  /**
   * Zones of other headings that the local plan has as informations; absent from answers stored before they were read.
   */
  localPlan?: LocalPlanZone[];
  /** No document d'urbanisme was read: zones are only delimited in communes of the decrees' list, which lacks this one. */
  basis?: 'decrees-list';
  /**
   * From the decrees' list of a release or of the operator; null when two differ and neither is known to be newer.
   * `since`: ISO date of the commune's first listing, when the list gives it.
   */
  listed?: { isListed: boolean | null; vintage: string; since?: string };
};
/** An `info-surf` of the document d'urbanisme, by its CNIG code: 27-00 noise, 38-00 soils, 43-00 débroussaillement. */
export type LocalPlanZone = {
  subject: 'bruit' | 'sis' | 'debroussaillement';
  label: string;
  documentUrl: string | null;
  outline: Polygon | MultiPolygon;
};

export type BrushClearing = {
  departement: string | null;
  sheetUrl: string | null;
  decreeDate: string | null;
  /** Known in the commune; the source could not be queried for the whole property. */
  communeOnly: boolean;
};

/** A site nearby; `distanceMetres` is null when the coordinates are a default point (commune's centroid, cluster). */
export type NearbySite = {
  id: string;
  name: string;
  activity: string | null;
  status: string | null;
  address: string | null;
  sheetUrl: string | null;
  distanceMetres: number | null;
  /** Longitude and latitude; absent when the coordinates are a default point. */
  position?: [number, number];
  /** The source gives its commune and no point: it may be anywhere there. */
  isUnplaced?: true;
};
export type Installation = NearbySite & { regime: string | null; seveso: 'haut' | 'bas' | null };

export type Catnat = {
  code: string;
  /** « Inondations et/ou Coulées de Boue » */
  hazard: string;
  /** ISO dates; null when missing. */
  start: string | null;
  end: string | null;
  decree: string | null;
  journalOfficiel: string | null;
  commune: string;
};

/** From `resultats_rapport_risque`: the State's summary at the address. */
export type HazardStatus = { present: boolean; commune: string | null; address: string | null };

/** The class of one commune: seismic zone or radon potential. */
export type CommuneGrade<V> = { code: string; name: string; value: V };

/** All the facts of a statement. */
export type Facts = {
  pprn: Fact<Ppr[]>;
  pprm: Fact<Ppr[]>;
  pprt: Fact<Ppr[]>;
  /**
   * `isMixed`: the commune absorbed others with another class, and this is the highest. `communes`: the class of each,
   * when the parcels are in several; the highest is the property's.
   */
  seismicZone: Fact<{ zone: SeismicZone; isMixed?: boolean; communes?: CommuneGrade<SeismicZone>[] }>;
  radon: Fact<{ potential: 1 | 2 | 3; isMixed?: boolean; communes?: CommuneGrade<1 | 2 | 3>[] }>;
  sis: Fact<SisSite[]>;
  brushClearing: Fact<BrushClearing | null>;
  coastlineRetreat: Fact<CoastlineRetreat>;
  noise: Fact<NoiseZone[]>;
  /** Plans d'exposition au bruit near the place, known only by their arrêté. */
  noisePlans: Fact<UndrawnNoisePlan[]>;
  /** Retrait-gonflement des argiles: 0 when the map draws no zone there, 1 faible, 2 moyenne, 3 forte. */
  clay: Fact<Clay>;
  casias: Fact<NearbySite[]>;
  installations: Fact<Installation[]>;
  cavities: Fact<NearbySite[]>;
  groundMovements: Fact<NearbySite[]>;
  catnat: Fact<Catnat[]>;
  /** Remontée de nappe and canalisations de matières dangereuses. */
  report: Fact<{ groundwater: HazardStatus | null; pipelines: HazardStatus | null }>;
  /** It only opens a « non » that it denies: without it, the headings of the plans stand. */
  planPerimeters: Fact<PlanPerimeter[]>;
};
export type FactName = keyof Facts;

/**
 * `map`: the map that the operator says the source serves, 2020 or the arrêté of 9 January 2026; absent when unknown.
 */
export type Clay = { exposure: 0 | 1 | 2 | 3; map?: '2020' | '2026' };
