import type { Deps } from '#deps.ts';
import { withCommuneFirst, type Place } from '#domain/geometry/place.ts';
import type { PropertyAddress } from '#domain/property/property-address.ts';
import type { Facts } from '#domain/risks/facts.ts';
import type { Findings } from '#domain/risks/findings.ts';
import { placeBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { placePerimeters } from '#domain/risks/plan-perimeters.ts';
import { assessRisks } from '#domain/headings/assess.ts';
import { mappedBuildings } from '#domain/printing/buildings.ts';
import type { MappedHeading } from '#domain/printing/map-frames.ts';
import type { PageChoice } from '#domain/statement-document/foreign-documents.ts';
import type { StatementInput } from '#domain/statement-document/input.ts';
import { mappedHeadings, unitedZonings, withNeighbours } from '#domain/statement-document/mapped-zones.ts';
import type { AnswerObserver } from '#platform/suppliers/supplier-answers.ts';
import { bindDocuments } from './binding.service.ts';
import { collectFacts } from './facts.service.ts';
import { collectPlanDocuments } from './plan-documents.service.ts';
import { zonesAround } from './zones-around.service.ts';

type Suppliers = Pick<
  Deps,
  'georisques' | 'noisePlans' | 'urbanism' | 'buildings' | 'staticMap' | 'pdfPages' | 'fiches' | 'datasets'
> & {
  log: Pick<Deps['log'], 'warn'>;
  observer?: AnswerObserver;
};

type Options = {
  /** The address to print; read while the sources are queried. */
  address: () => Promise<PropertyAddress>;
  /** Queries the sources: `collectFacts` by default. */
  collect?: () => Promise<Facts>;
  /** Throws when the statement must not be issued; by default it is assembled with what was obtained. */
  refuse?: (findings: Findings) => void;
  /** Pages of the plans' documents that the owner chose. */
  choices?: PageChoice[];
  step?: Deps['telemetry']['step'];
};

/** A statement without its parties, reference and dates. */
export type Assembled = {
  facts: Facts;
  content: Omit<StatementInput, 'statement' | 'changes' | 'replaces' | 'templateVersion'>;
  /** Maps, and pictures of the bound pages. */
  files: Record<string, Uint8Array>;
};

/** Collects, assesses, maps and binds: the same for an issued statement and for an example. Throws what `refuse` throws. */
export async function assembleStatement(suppliers: Suppliers, asked: Place, options: Options): Promise<Assembled> {
  const { step = (_name, work) => work(), collect = () => collectFacts(suppliers, asked, () => {}) } = options;
  const [facts, background, planDocuments, footprints, address] = await step('collect', () =>
    Promise.all([
      collect(),
      suppliers.staticMap.draw(asked),
      collectPlanDocuments(suppliers, asked),
      suppliers.buildings.footprints(asked, suppliers.observer),
      options.address(),
    ]),
  );
  const place = address.state === 'confirmed' ? withCommuneFirst(asked, address.commune) : asked;
  const findings = assessRisks(facts, place);
  options.refuse?.(findings);
  const planPerimeters = placePerimeters(facts.planPerimeters, findings, place);
  const buildings = placeBuildings(footprints, delimitedZones(findings, planPerimeters), place);
  const headings = await mapsOf(suppliers, { background, place, findings, planPerimeters });
  const maps = await suppliers.staticMap.withFacts(background, place, {
    headings,
    buildings: mappedBuildings(buildings),
  });
  const given = { place, findings, planDocuments, choices: options.choices ?? [] };
  const { files, ...documents } = await step('bind', () => bindDocuments(suppliers, given));
  return {
    facts,
    content: { place, address, findings, planPerimeters, buildings, maps: maps.frames, ...documents },
    files: { ...maps.files, ...files },
  };
}

type Drawn = Pick<StatementInput, 'place' | 'findings' | 'planPerimeters'> & {
  background: Awaited<ReturnType<Deps['staticMap']['draw']>>;
};

/** What each map shows: the zones of the findings, and all others of its frame. */
async function mapsOf(suppliers: Suppliers, { background, place, findings, planPerimeters }: Drawn) {
  const { staticMap, datasets } = suppliers;
  const zonings = datasets?.pprZonesAround(place, staticMap.reachMetres(background, place)) ?? null;
  const headings = mappedHeadings(findings, planPerimeters, unitedZonings(zonings, findings, place));
  const reachMetres = ({ focus }: MappedHeading): number => staticMap.reachMetres(background, place, focus);
  return withNeighbours(headings, await zonesAround(suppliers, { place, headings, reachMetres }));
}
