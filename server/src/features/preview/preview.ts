import type { Preview, PreviewFinding } from '@clairisque/contract/preview.ts';
import type { Deps } from '#deps.ts';
import { inseeCodesOf, type Place } from '#domain/geometry/place.ts';
import { COMPULSORY_HEADINGS, type CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import { isOpenReason, listedAs, type FindingOf } from '#domain/risks/findings.ts';
import { typeset } from '#domain/french.ts';
import { assessCompulsoryRisks, type CompulsoryFacts } from '#domain/headings/assess.ts';
import { HEADINGS, isOwn, OWN } from '#domain/headings/headings.ts';
import { checkCoordinates } from '#domain/risks/territory.ts';
import {
  collectForPreview,
  findPlace,
  plansToAnswer,
  withMissingFacts,
  withoutSuppliers,
} from '#features/issuance/issuance.ts';
import { AppError } from '#platform/app-error.ts';
import { sayBeside, type Outlines } from './beside.rules.ts';
import { questionsBefore } from './questions.rules.ts';
import { zonesAround } from './zones.rules.ts';

type Chosen = {
  code_parcelle: string;
  parcelles?: readonly string[] | null | undefined;
  longitude: number;
  latitude: number;
};

/** A user is waiting: later answers are shown as missing, and are there at the next request. */
const WITHIN_MS = 6_000;
/** Zones of a release are cut there: those that touch a parcel. */
const TOUCHING_METRES = 1;

/**
 * The legal headings of a parcel, one line each, with the known outlines. With releases of datasets, from them only: what
 * they do not cover is « à la génération ». Otherwise from the suppliers: writes only to the cache of their answers,
 * which the paid statement then uses. Throws `invalid_input` (outside France, no such parcel there), `overloaded`,
 * `SupplierFailure` of the cadastre.
 */
export async function previewRisks(deps: Deps, chosen: Chosen): Promise<Preview> {
  refuseAbroad(chosen);
  const key = `${chosen.code_parcelle} ${chosen.longitude} ${chosen.latitude} ${chosen.parcelles?.join(',') ?? ''}`;
  return deps.previews({ owner: 'visitors', key }, () => prepare(deps, chosen));
}

async function prepare(deps: Deps, chosen: Chosen): Promise<Preview> {
  const { datasets, cadastre } = deps;
  if (datasets === null) {
    const place = await findPlace(deps, chosen, null);
    const { facts, indications } = await collectForPreview(deps, place, WITHIN_MS);
    return withPlans(deps, place, { facts, preview: toPreview(deps, place, { facts, outlines: indications }) });
  }
  const place = await findPlace({ cadastre: withRecent(cadastre) }, chosen, null);
  const zones = datasets.pprZonesAround(place, TOUCHING_METRES);
  const pprZones = zones === null || zones.state === 'not-obtained' ? [] : zones.value;
  const facts = withoutSuppliers(datasets.factsAt(place), deps.clock());
  return withPlans(deps, place, { facts, preview: toPreview(deps, place, { facts, outlines: { pprZones } }) });
}

/** For the owner's declarations, which a visitor makes before signing in. */
function withPlans(
  deps: Deps,
  place: Place,
  { facts, preview }: { facts: CompulsoryFacts; preview: Preview },
): Preview {
  const plans = plansToAnswer(facts);
  const questions = questionsBefore(withMissingFacts(facts, deps.clock()), place, deps.clock());
  return { ...preview, ...(plans !== undefined && { plans }), questions };
}

/** Parcels that were just shown need no call: their outlines are known. */
function withRecent(cadastre: Deps['cadastre']): Deps['cadastre'] {
  return {
    ...cadastre,
    parcels: async (codes) => {
      const known = codes.flatMap((code) => cadastre.recent(code) ?? []);
      return known.length === codes.length ? { parcels: known, unknown: [], undrawn: [] } : cadastre.parcels(codes);
    },
  };
}

type Address = { commune: string; longitude: number; latitude: number };

/** From releases of datasets only, at a point: without a parcel, a zone that is not there may still touch it. */
export function previewAtAddress(deps: Deps, { commune, ...at }: Address): Preview {
  refuseAbroad(at);
  const place = { ...at, inseeCodes: inseeCodesOf(commune), communeName: '', parcels: [] };
  const facts = withoutSuppliers(deps.datasets?.factsAt(place) ?? {}, deps.clock());
  const preview = toPreview(deps, place, { facts, outlines: { pprZones: [] } });
  const isKnown = ({ etat, rubrique }: PreviewFinding) => etat !== 'non_concerne' || isByCommune(rubrique);
  const rubriques = preview.rubriques.map((line) => (isKnown(line) ? line : { ...line, ...LATER, a_verifier: false }));
  return { ...preview, rubriques };
}

const isByCommune = (heading: CompulsoryHeading): boolean => isOwn(heading) && OWN[heading].method.by === 'commune';

function refuseAbroad(at: Pick<Chosen, 'longitude' | 'latitude'>): void {
  const refusal = checkCoordinates(at);
  if (refusal !== null) throw new AppError('invalid_input', { non_field_errors: [refusal] });
}

type Known = { facts: CompulsoryFacts; outlines: Outlines };

function toPreview(deps: Deps, place: Place, { facts, outlines }: Known): Preview {
  const findings = assessCompulsoryRisks(facts, place);
  const beside = sayBeside({ findings, place }, outlines);
  const lines = COMPULSORY_HEADINGS.map((heading) => ({ ...toLine(findings[heading]), ...beside.of(heading) }));
  // With releases the suppliers are not queried.
  const isLocal = 'pprZones' in outlines;
  const isLater = (heading: CompulsoryHeading): boolean =>
    isLocal && findings[heading].state === 'not-obtained' && !findings[heading].toVerify;
  return {
    rubriques: lines.map((line) => (isLater(line.rubrique) ? { ...line, ...LATER } : line)),
    ...beside.touched,
    indications: beside.indications,
    zones: zonesAround(place, facts),
    obtenu_le: oldestAnswer(facts) ?? deps.clock().toISOString(),
    specimen: deps.specimen,
  };
}

const LATER = { etat: 'a_la_generation', phrase: 'Ce point est vérifié à la génération du document.' } as const;

const STATES = { concerned: 'concerne', 'not-concerned': 'non_concerne', 'not-obtained': 'non_obtenu' } as const;

function toLine<H extends CompulsoryHeading>(finding: FindingOf<H>): PreviewFinding {
  return {
    rubrique: finding.heading,
    titre: HEADINGS[finding.heading].shortTitle,
    etat: STATES[listedAs(finding)],
    a_verifier: finding.toVerify,
    phrase: typeset(phraseOf(finding)),
  };
}

/** The document says it once, on page 1. */
const NO_ANSWER = 'L’absence de réponse ne vaut pas absence de risque.';

/** A sentence as short as on page 1 of the statement: no names or dates of plans, no documents, no duties. */
function phraseOf<H extends CompulsoryHeading>(finding: FindingOf<H>): string {
  if (finding.state === 'not-obtained')
    return isOpenReason(finding.reason) ? finding.sentence : `${finding.sentence} ${NO_ANSWER}`;
  if (finding.state === 'not-concerned') return HEADINGS[finding.heading].notConcerned(finding.details);
  const { subject, position } = HEADINGS[finding.heading].concerned(finding.details);
  return `${subject} (${position}).`;
}

function oldestAnswer(facts: CompulsoryFacts): string | undefined {
  return Object.values(facts)
    .filter(({ state }) => state !== 'not-obtained')
    .map(({ provenance }) => provenance.obtainedAt)
    .toSorted()[0];
}
