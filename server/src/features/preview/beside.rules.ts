import type { Preview, PreviewFinding } from '@clairisque/contract/preview.ts';
import { typeset } from '#domain/french.ts';
import { placeBuildings, touchesLand, type BuildingZone, type PropertyBuildings } from '#domain/risks/buildings.ts';
import { delimitedZones } from '#domain/headings/delimited-zones.ts';
import { placePerimeters, type DelimitedZone, type PlacedPerimeter } from '#domain/risks/plan-perimeters.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { PprFamily, CompulsoryHeading } from '@clairisque/contract/common/headings.ts';
import type { Fact } from '#domain/risks/facts.ts';
import { parcelOverlaps } from '#domain/geometry/parcel-zones.ts';
import { concerningPlans } from '#domain/risks/ppr.ts';
import type { CompulsoryFindings } from '#domain/headings/assess.ts';
import { buildingSentence, largestBuildingSentence } from '#domain/printing/buildings.ts';
import { zonesByParcel } from '#domain/statement-document/by-parcel.ts';
import { perimeterPosition } from '#domain/statement-document/perimeters.ts';
import type { DrawnPprZone } from '#wiring/datasets.ts';
import type { Indications } from '#features/issuance/issuance.ts';

/** What outlines say beside the findings: which parcels, which building. It changes no answer (decision 0020). */

type Known = { findings: CompulsoryFindings; place: Place };
/** From the suppliers; or the zones of a release, without their perimeters and footprints. */
export type Outlines = Indications | { pprZones: DrawnPprZone[] };

type Placed = { perimeters: Fact<PlacedPerimeter[]>; buildings: Fact<PropertyBuildings> };

export type Beside = {
  /** Which of several parcels are touched. */
  touched: Pick<Preview, 'parcelles_touchees'>;
  indications: string[];
  of: (heading: CompulsoryHeading) => Pick<PreviewFinding, 'parcelles_touchees' | 'indications'>;
};

export function sayBeside(known: Known, outlines: Outlines): Beside {
  const placed = 'pprZones' in outlines ? null : placeAll(known, outlines);
  const touched = [
    ...touchedByZones(known, placed),
    ...('pprZones' in outlines ? touchedByReleases(known, outlines) : []),
  ];
  return {
    touched: codesOf(touched),
    indications: placed === null ? [] : generally(placed, known.place).map(typeset),
    of: (heading) => ({
      ...codesOf(touched.filter((one) => one.heading === heading)),
      ...(placed && sentencesOf(known, placed, heading)),
    }),
  };
}

function placeAll({ findings, place }: Known, { planPerimeters, footprints }: Indications): Placed {
  const perimeters = placePerimeters(planPerimeters, findings, place);
  return { perimeters, buildings: placeBuildings(footprints, delimitedZones(findings, perimeters), place) };
}

/** `heading` is null for a perimeter that the source links to no plan of the property: it is not the heading's. */
type Touched = { heading: CompulsoryHeading | null; codes: string[] };

function touchedByZones({ findings, place }: Known, placed: Placed | null): Touched[] {
  return zonesByParcel({ findings, place, planPerimeters: placed?.perimeters ?? null }).map(({ zone, parcels }) => ({
    heading: headingOf(zone, findings),
    codes: parcels.flatMap(({ code, touches }) => (touches ? [code] : [])),
  }));
}

function touchedByReleases({ findings, place }: Known, { pprZones }: { pprZones: DrawnPprZone[] }): Touched[] {
  if (place.parcels.length < 2) return [];
  const plans = concerningPlans(findings);
  const drawn = pprZones.filter(({ outline }) => outline.coordinates.length > 0);
  const overlaps = parcelOverlaps(
    place,
    drawn.map(({ outline }) => outline),
  );
  return drawn.map(({ gasparId }, index) => {
    const plan = plans.find((one) => one.gasparId === gasparId);
    const codes = (overlaps[index] ?? []).flatMap(({ code, touches }) => (touches ? [code] : []));
    return { heading: plan ? planHeading(plan, findings) : null, codes };
  });
}

/** In the order of the parcels of the first; absent without an outline. */
function codesOf(touched: Touched[]): Pick<Preview, 'parcelles_touchees'> {
  if (touched.length === 0) return {};
  return { parcelles_touchees: [...new Set(touched.flatMap(({ codes }) => codes))] };
}

function headingOf(zone: DelimitedZone, findings: CompulsoryFindings): CompulsoryHeading | null {
  if (!('perimeter' in zone)) return zone.heading;
  const { plan } = zone.perimeter;
  return plan && planHeading(plan, findings);
}

type Plan = NonNullable<PlacedPerimeter['plan']>;

const planHeading = (plan: Plan, { 'ppr-prescrit': prescribed }: CompulsoryFindings): PprFamily | 'ppr-prescrit' =>
  prescribed.details?.plans.includes(plan) === true ? 'ppr-prescrit' : plan.family;

function sentencesOf(
  { findings }: Known,
  placed: Placed,
  heading: CompulsoryHeading,
): Pick<PreviewFinding, 'indications'> {
  const sentences = [
    ...perimeterSentence(perimetersOf(placed).filter(({ plan }) => plan && planHeading(plan, findings) === heading)),
    ...buildingSentences(placed.buildings, (zone) => headingOf(zone, findings) === heading),
  ];
  return sentences.length === 0 ? {} : { indications: sentences.map(typeset) };
}

const perimetersOf = ({ perimeters }: Placed): PlacedPerimeter[] =>
  perimeters.state === 'not-obtained' ? [] : perimeters.value;

/** The one that covers most of the land. */
function perimeterSentence(perimeters: PlacedPerimeter[]): string[] {
  const share = ({ overlap }: PlacedPerimeter): number => overlap.shareOfParcel ?? 0;
  const [most] = perimeters.toSorted((one, other) => share(other) - share(one));
  return most === undefined ? [] : [`Périmètre publié, à titre indicatif : ${perimeterPosition(most)}.`];
}

/** Sentences about the zone that meets the largest building most. */
function buildingSentences(buildings: Placed['buildings'], isAsked: (zone: BuildingZone) => boolean): string[] {
  if (buildings.state === 'not-obtained') return [];
  const [worst] = buildings.value.zones
    .filter((zone) => isAsked(zone) && touchesLand(zone))
    .toSorted(
      ({ largest: one }, { largest: other }) => other.share - one.share || one.distanceMetres - other.distanceMetres,
    );
  const sentence = worst && buildingSentence(worst, buildings.value);
  return sentence ? [`Bâtiment, à titre indicatif : ${sentence.replace(/^T/u, 't')}`] : [];
}

/** For the whole property; nothing about buildings when none is published. */
function generally(placed: Placed, place: Place): string[] {
  const { perimeters, buildings } = placed;
  return [
    ...unlinkedSentence(perimetersOf(placed).filter(({ plan }) => plan === null)),
    ...(perimeters.state === 'not-obtained' && place.parcels.length > 1 ? [NO_PERIMETERS] : []),
    ...(buildings.state === 'not-obtained' ? [NO_BUILDINGS] : buildingNote(buildings.value, place)),
  ];
}

const NO_PERIMETERS =
  'Les périmètres publiés des plans n’ont pas été obtenus : ils ne comptent pas dans les parcelles touchées.';
const NO_BUILDINGS = 'Les emprises des bâtiments n’ont pas été obtenues : l’aperçu n’en dit rien.';

function unlinkedSentence(perimeters: PlacedPerimeter[]): string[] {
  if (perimeters.length === 0) return [];
  const where = [...new Set(perimeters.map(perimeterPosition))].join(' ; ');
  return [
    `Le Géoportail de l’urbanisme publie aussi un périmètre que Géorisques ne relie à aucun plan du bien : ${where}. À vérifier en mairie ou en préfecture.`,
  ];
}

/** Which building the headings speak of, when one does. */
function buildingNote({ buildings, zones }: PropertyBuildings, place: Place): string[] {
  const sentence = zones.some(touchesLand) ? largestBuildingSentence(buildings, place) : null;
  return sentence === null ? [] : [`${sentence} Cette indication ne change aucune réponse.`];
}
