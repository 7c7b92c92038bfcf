import type { Declarations, TransactionType } from '@clairisque/contract/common/declarations.ts';
import type { Temporal } from 'temporal-polyfill';
import type { PropertyAddress } from '#domain/property/property-address.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Answer } from '#domain/questions/question.ts';
import type { Findings } from '#domain/risks/findings.ts';
import type { PlanDocument } from '#domain/risks/plan-documents.ts';
import type { BoundPages } from '#domain/headings/required-documents.ts';
import type { PublishedBuildings } from '#domain/printing/buildings.ts';
import type { Bound } from './bound.ts';
import type { MapFrames } from '#domain/printing/map-frames.ts';
import type { Perimeters } from './perimeters.ts';

/** Everything that a statement is written from. */
export type StatementInput = {
  findings: Findings;
  place: Place;
  address: PropertyAddress;
  statement: {
    /** `ERP-2026-000123` */
    reference: string;
    issuedAt: Temporal.Instant;
    /** Dates in Paris. */
    issuedOn: Temporal.PlainDate;
    expiresOn: Temporal.PlainDate;
    transaction: TransactionType;
    seller: string;
    buyer: string;
    declarations: Declarations | null;
    specimen: boolean;
    hasLogo: boolean;
    /**
     * Public page that says whether this document is authentic, still valid or replaced:
     * `{publicUrl}/verification/{reference}`.
     */
    verificationUrl: string;
  };
  /** For a renewal: sentences about what changed since the replaced edition; empty for a first edition. */
  changes: string[];
  replaces: { reference: string; issuedOn: Temporal.PlainDate } | null;
  /** It replaces the former edition because the sources say something else, and keeps its expiry. */
  isUpdate?: boolean;
  /** Given to open questions since the issue, or before it; absent for a document that was never completed. */
  answers?: Answer[];
  /** The document that a completed edition completes; it has the same dates. */
  completes?: { reference: string; on: Temporal.PlainDate };
  templateVersion: string;
  /** Null for a document without maps. */
  maps: MapFrames | null;
  /** Papers of the plans that concern the property; those obtained are attached. */
  planDocuments: PlanDocument[];
  /** Required documents whose pages are bound here. */
  boundPages: BoundPages[];
  /** The State's information sheets, unchanged, to attach. */
  fiches: { file: string; title: string; bytes: Uint8Array }[];
  /** The bound pages, and what could not be bound. */
  bound: Bound;
  /** Null when they were not requested. */
  planPerimeters: Perimeters;
  /** Null when they were not requested. */
  buildings: PublishedBuildings;
};
