import type { Heading } from '@clairisque/contract/common/headings.ts';
import type { Overlap, Placed } from '#domain/geometry/overlap.ts';
import type {
  BrushClearing,
  Catnat,
  Clay,
  CommuneGrade,
  FactName,
  Installation,
  NearbySite,
  NotObtainedReason,
  NoiseZone,
  PlanPerimeter,
  Ppr,
  Provenance,
  CoastlineRetreat,
  RetreatZone,
  SisSite,
} from './facts.ts';

export type FindingState = 'concerned' | 'not-concerned' | 'not-obtained';

/**
 * The sources answered without settling the heading: neither « oui » nor « non ». Another query would not change that,
 * so the statement is issued and says what must be verified.
 */
export type OpenReason =
  /** No document d'urbanisme is published for the place. */
  | 'not-published'
  /** The map does not cover the place. */
  | 'not-mapped'
  /** The source gives no status for the address. */
  | 'not-specified'
  /** A plan exists and its zones are not published. */
  | 'not-drawn'
  /** A published zone encloses no surface. */
  | 'unreadable'
  /** One public source says « non », another does not. */
  | 'sources-disagree';

/** Printed in the table of sources. */
export const OPEN_LABELS: Record<OpenReason, string> = {
  'not-published': 'zonage non publié',
  'not-mapped': 'non cartographié ici',
  'not-specified': 'non précisé',
  'not-drawn': 'zones non publiées',
  unreadable: 'contour illisible',
  'sources-disagree': 'sources divergentes',
};

export const isOpenReason = (reason: NotObtainedReason | OpenReason): reason is OpenReason => reason in OPEN_LABELS;

/** An official document where the reader finds what the sources leave open. */
export type Reference = { title: string; url: string | null };

/** `elsewhere`: plans of the commune in force of which the property is in no zone. */
export type PlansInForce = { plans: Ppr[]; elsewhere: Ppr[] };

/**
 * `nearby`: zones that do not touch the property but pass within 30 m of it. They never make the finding « concerned »,
 * only « à vérifier ».
 */
type DetailsByHeading = {
  pprt: PlansInForce;
  pprn: PlansInForce;
  pprm: PlansInForce;
  /**
   * `pending`: plans in force whose revision, or another hazard, may be prescribed. They make the finding « à vérifier
   * », never « concerned ».
   */
  'ppr-prescrit': { plans: Ppr[]; pending: Ppr[] };
  sismicite: { zone: 1 | 2 | 3 | 4 | 5; communes?: CommuneGrade<1 | 2 | 3 | 4 | 5>[] };
  radon: { potential: 1 | 2 | 3; communes?: CommuneGrade<1 | 2 | 3>[] };
  'trait-de-cote': {
    coastalCommune: boolean | null;
    listed?: CoastlineRetreat['listed'];
    /** The decrees' list alone was read, not the documents d'urbanisme. */
    basis?: CoastlineRetreat['basis'];
    zones: Placed<RetreatZone>[];
    nearby: Placed<RetreatZone>[];
  };
  debroussaillement: { obligation: BrushClearing | null };
  sis: { sites: (SisSite & { overlap: Overlap | null })[]; nearby: Placed<SisSite>[] };
  /** The most severe zone of each aerodrome (nota bene of the DGAC's form). */
  bruit: { zones: Placed<NoiseZone>[]; nearby: Placed<NoiseZone>[] };
  argiles: Clay;
  casias: { sites: NearbySite[] };
  icpe: { installations: Installation[] };
  cavites: { sites: NearbySite[] };
  'mouvements-de-terrain': { sites: NearbySite[] };
  'remontee-de-nappe': { commune: string | null; address: string | null };
  canalisations: { commune: string | null; address: string | null };
  catnat: { decrees: Catnat[] };
};

/** What each heading's finding holds: the compiler names here the one without. */
export type Details = { [H in Heading]: DetailsByHeading[H] };

/** Public sources say different things about the property (decision 0008). */
export type Contradiction = {
  /** Names of sources as they are printed. */
  sources: string[];
  sentence: string;
  /** One says « oui » and another « non »: neither box is ticked. */
  isOnAnswer: boolean;
  /** Plans of this finding in which another source does not place the property. */
  plans: Ppr[];
  /** Published perimeters over land that the plans' source places in no zone of theirs. */
  perimeters: PlanPerimeter[];
};

/** Details are null exactly when the state is `not-obtained`. */
export type FindingOf<H extends Heading> = {
  heading: H;
  /** Printed heading: « Plan de prévention des risques naturels » */
  title: string;
  /** « R. 125-23, 2° du code de l’environnement » */
  article: string;
  /** Explicit French sentence, readable without any box: « L’immeuble est situé dans … ». */
  sentence: string;
  /** The resulting obligation, in plain French; null when there is none. */
  duty: string | null;
  /** Facts it rests on, for the table of sources. */
  facts: FactName[];
  provenances: Provenance[];
  /** Based on a dated last-good answer, not today's. */
  lastGood: boolean;
  /** The sources leave a doubt, which the sentence expresses with « à vérifier » (unknown zoning, nearby boundary). */
  toVerify: boolean;
  /** Part of the sentence, in fewer words. Absent when the sources that were read agree. */
  contradiction?: Contradiction;
  references: Reference[];
} & (
  | { state: 'concerned' | 'not-concerned'; details: Details[H] }
  | { state: 'not-obtained'; reason: NotObtainedReason | OpenReason; details: null }
);

/**
 * What may be ticked for a heading: « non » only when nothing is left to verify, nothing while two sources differ on the
 * answer (decision 0008).
 */
export function answerOf({ state, toVerify, contradiction }: Answered): boolean | null {
  if (state === 'not-obtained' || contradiction?.isOnAnswer === true) return null;
  if (state === 'concerned') return true;
  return toVerify ? null : false;
}

/** In which list a heading stands: only a « non » that may be ticked was verified. */
export function listedAs(finding: Answered): FindingState {
  if (finding.state === 'concerned') return 'concerned';
  return answerOf(finding) === false ? 'not-concerned' : 'not-obtained';
}

type Answered = { state: FindingState; toVerify: boolean; contradiction?: Contradiction };

export type Finding = { [H in Heading]: FindingOf<H> }[Heading];
export type Findings = { [H in Heading]: FindingOf<H> };
