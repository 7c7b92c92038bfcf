import { COMPULSORY_HEADINGS, type DrawnHeading } from '@clairisque/contract/common/headings.ts';
import { DRAWINGS, isDrawn } from '#domain/headings/headings.ts';
import { StatementFacts } from '@clairisque/contract/common/facts.ts';
import { feature, featureCollection, point, rewind, truncate } from '@turf/turf';
import type { Feature } from 'geojson';
import type { z } from 'zod';
import { codeOf } from '#domain/geometry/place.ts';
import type { NearbySite } from '#domain/risks/facts.ts';
import type { FindingOf, Findings } from '#domain/risks/findings.ts';
import { isJoined, planDocumentFile } from '#domain/risks/plan-documents.ts';
import { aroundProperty } from '#domain/geometry/around.ts';
import { publishedBuildings, type PublishedBuildings } from '#domain/printing/buildings.ts';
import { zonesByParcel } from './by-parcel.ts';
import type { StatementInput } from './input.ts';

/** The machine-readable statement, as published (`StatementFacts`): anything outside the schema is left out. */
export function factsJson(input: StatementInput): string {
  const { findings, place, statement, replaces } = input;
  const facts: z.input<typeof StatementFacts> = {
    ...statement,
    format: 'clairisque/etat-des-risques',
    version: 3,
    replaces: replaces && { reference: replaces.reference, issuedOn: replaces.issuedOn.toString() },
    changes: input.changes,
    issuedAt: statement.issuedAt.toString(),
    issuedOn: statement.issuedOn.toString(),
    expiresOn: statement.expiresOn.toString(),
    templateVersion: input.templateVersion,
    place: {
      ...place,
      ...machineAddress(input),
      parcels: place.parcels.map((parcel) => ({ ...parcel, ...zonesOfParcel(input, parcel) })),
    },
    compulsory: findings,
    informative: findings,
    buildings: input.buildings && machineBuildings(input.buildings),
    planDocuments: input.planDocuments.filter(isJoined).map(({ pdf: { bytes, ...pdf }, ...planDocument }) => ({
      ...planDocument,
      ...pdf,
      file: planDocumentFile(planDocument),
      bytes: bytes.length,
    })),
  };
  return JSON.stringify(StatementFacts.parse(facts), null, 1);
}

function machineAddress({ address }: StatementInput) {
  const confirmed = address.state === 'confirmed' ? address : null;
  return {
    address: confirmed?.label ?? null,
    declaredAddress: address.typed,
    postcode: confirmed?.postcode ?? null,
  };
}

/** How the published zones lie to one of several parcels. */
function zonesOfParcel(input: StatementInput, parcel: Parameters<typeof codeOf>[0]) {
  if (input.place.parcels.length < 2) return {};
  const code = codeOf(parcel);
  const zones = zonesByParcel(input).flatMap(({ heading, label, parcels }) =>
    parcels.flatMap(({ code: its, ...overlap }) => (its === code ? [{ heading, label, ...overlap }] : [])),
  );
  return { zones };
}

function machineBuildings(fact: NonNullable<PublishedBuildings>): z.input<typeof StatementFacts>['buildings'] {
  const nothing = { reason: null, buildings: [], zones: [] };
  if (fact.state === 'not-obtained') return { ...nothing, ...fact };
  const { buildings, zones } = fact.value;
  return {
    ...nothing,
    ...fact,
    buildings,
    zones: zones.map(({ overlap, ...zone }) => ({ ...zone, land: overlap })),
  };
}

/** File names of the attachments. */
export const FACTS_FILE = 'etat-des-risques.json';
export const GEOJSON_FILE = 'etat-des-risques.geojson';

/** A decimetre: the suppliers' outlines are no finer. */
const DECIMALS = 6;

/**
 * The facts as GeoJSON (RFC 7946: WGS 84, exterior rings counterclockwise, six decimals): the chosen point, the
 * parcels, their published buildings, the zones with a public outline, the published perimeters of the plans, the sites
 * with their own coordinates.
 */
export function factsGeoJson(input: StatementInput): string {
  const { findings, place, statement } = input;
  const features = [
    point([place.longitude, place.latitude], { kind: 'point', ...machineAddress(input) }),
    ...place.parcels.map(({ outline, ...parcel }) =>
      feature(outline, { kind: 'parcel', ...parcel, ...zonesOfParcel(input, parcel) }),
    ),
    ...publishedBuildings(input.buildings).map(({ outline, ...building }) =>
      feature(outline, { kind: 'building', ...building }),
    ),
    ...COMPULSORY_HEADINGS.filter(isDrawn).flatMap((heading) => zonesOf(heading, findings)),
    ...perimetersOf(input),
    ...SITED.flatMap((heading) => sitesOf(findings[heading])),
  ];
  const collection = {
    ...featureCollection(features.map(neat)),
    reference: statement.reference,
    specimen: statement.specimen,
  };
  return JSON.stringify(collection);
}

function neat(drawn: Feature): Feature {
  return rewind(truncate(drawn, { precision: DECIMALS, coordinates: 2 })) as Feature;
}

const SITED = ['casias', 'icpe', 'cavites', 'mouvements-de-terrain'] as const;

/** Zones that touch the property, and those nearby (`overlap` distinguishes them). */
function zonesOf<H extends DrawnHeading>(heading: H, findings: { [K in H]: FindingOf<K> }): Feature[] {
  const { title, details }: FindingOf<H> = findings[heading];
  if (details === null) return [];
  return DRAWINGS[heading]
    .placed(details)
    .flatMap(({ outline, ...zone }) =>
      outline === null ? [] : [feature(outline, { kind: 'zone', heading, title, ...zone })],
    );
}

/** Cut around the property: a plan of a whole valley would weigh more than the document. */
function perimetersOf({ planPerimeters, place }: StatementInput): Feature[] {
  if (planPerimeters === null || planPerimeters.state === 'not-obtained') return [];
  return planPerimeters.value.map(({ outline, plan, ...perimeter }) =>
    feature(aroundProperty(outline, place), { kind: 'perimeter', ...perimeter, planName: plan?.name ?? null }),
  );
}

/** A site placed by default at its commune's centre has no position. */
function sitesOf({ heading, title, details }: Findings[(typeof SITED)[number]]): Feature[] {
  if (details === null) return [];
  const sites: NearbySite[] = 'installations' in details ? details.installations : details.sites;
  return sites.flatMap(({ position, ...site }) =>
    position === undefined ? [] : [point(position, { kind: 'site', heading, title, ...site })],
  );
}
