import type { TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { CompulsoryHeading, DrawnHeading } from '@clairisque/contract/common/headings.ts';
import type { Overlap, Placed, Property } from '#domain/geometry/overlap.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PublishedBuildings } from '#domain/printing/buildings.ts';
import type { MappedZone } from '#domain/printing/map-frames.ts';
import type { Block, Link } from '#domain/printing/parts.ts';
import type { FactName, Facts, LocalPlanZone, NoiseZone, RetreatZone, SisSite } from '#domain/risks/facts.ts';
import type { Details, FindingOf } from '#domain/risks/findings.ts';
import type { Rule } from '#domain/risks/rule.ts';

/**
 * A legal heading is one object in one file of this folder: its rule, the names of its sources, and every sentence that
 * only it prints. What is asked of it is typed here, so that a heading without one of its parts does not compile. A number
 * called `order` is a place in a list of the document, among other headings.
 */

/** The headings of plans: what they share is said once, by `statement-document/`. */
export type PlanHeading = 'pprt' | 'pprn' | 'pprm' | 'ppr-prescrit';
export type OwnHeading = Exclude<CompulsoryHeading, PlanHeading>;

/** What every compulsory heading has. */
export type Said<H extends CompulsoryHeading, N extends FactName = FactName> = {
  /** The facts that it needs, its title, its article, and how it concludes. */
  rule: Rule<H, N>;
  /** What the loading screen calls the source of each fact. */
  sources: { [K in N]?: string };
  /** Title for a column half a page wide. */
  shortTitle: string;
  /** Words of « Ce qui concerne votre bien ». */
  concerned: (details: Details[H]) => Plain;
  /** What was checked and does not apply, in a line or two, with the doubt (« à vérifier ») of `nearby` and `pending`. */
  notConcerned: (details: Details[H]) => string;
  /** Where the owner settles a doubt: « en mairie ». */
  whereToVerify: string;
  terms: Term[];
};

/** What a heading that is not of plans has beside. */
export type Own<H extends OwnHeading, N extends FactName = FactName> = Said<H, N> & {
  /** Compares the conclusion with another source; null when there is none. */
  checked: ((finding: FindingOf<H>, property: Property) => FindingOf<H>) | null;
  /** How a document d'urbanisme and its own source are named when they differ; null when local plans do not have it. */
  localPlan: H extends LocalPlanZone['subject'] ? { ours: string; theirs: string } : null;
  /** The papers that the law requires when it concerns the property; null for a heading that never requires any. */
  papers: ((details: Details[H]) => Paper[]) | null;
  /** Enclosing the papers is not the whole duty. */
  isDutyMore: boolean;
  /** The State's information sheet, among the papers. */
  fiche: Fiche<H> | null;
  /** What differs from the replaced edition, as parts of a sentence. */
  changes: (before: Details[H], now: Details[H]) => string[];
  /** The plans of page 1. */
  plans: (details: Details[H]) => PlanLine[];
  /** Lines of « Ce que cela change pour vous », when it concerns the property. */
  consequences: (details: Details[H]) => Consequence[];
  /** What the lessor repeats at each renewal of a lease, as a sentence; null for nothing. */
  atRenewal: string | null;
  explanations: Explanation<H>[];
  /** How the source is compared with the property: by the commune, by the parcel, or by outlines. */
  method: { by: 'commune' | 'parcel' | 'outline'; name: string; order: number };
  /** Its block of the form; null when it has a part of the document to itself. */
  form: ((finding: FindingOf<H>, given: FormGiven) => Block) | null;
  drawing: H extends DrawnHeading ? Drawing<H> : null;
};

/** Infers which facts a heading needs: each must have the name of its source. */
export const planHeading = <H extends PlanHeading, N extends FactName>(
  heading: Said<H, N> & { sources: { [K in N]: string } },
): Said<H, N> & { sources: { [K in N]: string } } => heading;
export const ownHeading = <H extends OwnHeading, N extends FactName>(
  heading: Own<H, N> & { sources: { [K in N]: string } },
): Own<H, N> & { sources: { [K in N]: string } } => heading;

/**
 * Page 1 in everyday words: shorter than the finding's sentence, and never more affirmative. `subject` names it in a
 * few words; `position` says how the ground is touched. The sentence is empty where these say everything.
 */
export type Plain = { subject: string; sentence: string; position: string };

/** A legal term that a reader may meet for the first time. */
export type Term = { term: string; text: string };

/** `id` is stable: `fiche-sismique`, `sis-SSP0001`. `source`: where the owner finds it, with its article. */
type Paper = { id: string; name: string; source: string };

/** `subject` is in the names of files; `sheetUrl` comes from the supplier's answer, when it gives one. */
type Fiche<H extends OwnHeading> = {
  subject: FicheSubject;
  title: string;
  sheetUrl: (details: Details[H]) => string | null;
};
export type FicheSubject = 'sismique' | 'radon' | 'debroussaillement';

/**
 * One plan on one line of page 1: its name, then its date, its rule in words with the zone's code, the share of the
 * land.
 */
export type PlanLine = { name: string; facts: string[] };

export type Topic = 'keeping' | 'works' | 'insurance' | 'building' | 'letting';
export type Consequence = { topic: Topic; order: number; text: string; source: string };

/** `when`: for these details only. `contract`: a paragraph for that transaction only. */
export type Explanation<H extends CompulsoryHeading> = {
  order: number;
  title: string;
  when?: (details: Details[H]) => boolean;
  paragraphs: { lead: string | null; text: string; contract?: TransactionType }[];
  address: Link;
};

export type FormGiven = { sale: boolean; buildings: PublishedBuildings; place: Place };

/** A zone of the source, and with its overlap. */
type Zones = { sis: SisSite; 'trait-de-cote': RetreatZone; bruit: NoiseZone };
type PlacedZones = {
  sis: SisSite & { overlap: Overlap | null };
  'trait-de-cote': Placed<RetreatZone>;
  bruit: Placed<NoiseZone>;
};

/** How the zones of a heading are named and drawn. */
export type Drawing<H extends DrawnHeading> = {
  /** The zones that touch the property, then those nearby. */
  placed: (details: Details[H]) => PlacedZones[H][];
  /** All the zones that the source gave. */
  given: (facts: Pick<Facts, 'sis' | 'coastlineRetreat' | 'noise'>) => Zones[H][];
  /** Name of a zone in the preview and in the attached data. */
  label: (zone: Zones[H]) => string;
  /** Head of a zone's column in « Par parcelle ». */
  column: (zone: Zones[H]) => string;
  onMap: (zone: Zones[H]) => Pick<MappedZone, 'label' | 'mark' | 'style'>;
  /** What has a map of its own, and its name in the title; null when one map has all the zones. */
  mapOf: ((zone: Zones[H]) => { key: string; subject: string }) | null;
  mapTitle: (subject: string | null) => string;
  /** Other zones in the frame of a map to draw on it; null when none is asked for. */
  neighbours: ((around: Zones[H][], subject: string | null) => Zones[H][]) | null;
};
/** Zones of a frame, by heading; null when they were not obtained. */
export type ZonesByHeading = { [H in DrawnHeading]?: Zones[H][] | null };
