import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS } from '@clairisque/contract/common/headings.ts';
import { isOpenReason, OPEN_LABELS } from '#domain/risks/findings.ts';
import type { Finding } from '#domain/risks/findings.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { Fact, NotObtainedReason, Provenance } from '#domain/risks/facts.ts';
import { publishedBuildings, type PublishedBuildings } from '#domain/printing/buildings.ts';
import type { MapFrames } from '#domain/printing/map-frames.ts';
import { isHeld, LICENCE, USUAL_CREDIT } from './method.ts';
import { cell } from '#domain/printing/parts.ts';
import type { Cell, Table } from '#domain/printing/parts.ts';
import { isJoined, type PlanDocument } from '#domain/risks/plan-documents.ts';
import type { StatementInput } from './input.ts';
import { dateAndTime } from '#domain/printing/text.ts';
import { parisDate } from '#domain/risks/validity.ts';

/** What, when, and whether it was obtained: one line per source. */
export function sourcesTable(input: StatementInput): Table {
  const { findings, place, maps, statement, planDocuments, planPerimeters } = input;
  const all = [...COMPULSORY_HEADINGS, ...INFORMATIVE_HEADINGS].map((heading): Finding => findings[heading]);
  const bySource = Map.groupBy(
    all.flatMap((finding) => finding.provenances.map((provenance) => ({ finding, provenance }))),
    ({ provenance }) => provenance.source,
  );
  const drawn = dateAndTime(statement.issuedAt);
  const mapRows = maps === null ? [] : [mapRow(maps, drawn)];
  return {
    head: ['Donnée', 'Consultée le', 'État'],
    widths: [104, 28, 38],
    rows: [
      ...[...bySource.values()].flatMap((uses) => sourceRow(uses, drawn)),
      ...(bySource.has(planPerimeters?.provenance.source ?? '')
        ? []
        : indicationRow(planPerimeters, 'qui ne coche aucune case')),
      ...buildingRow(input.buildings),
      ...planDocumentRows(planDocuments, drawn),
      ...parcelRows(place, statement),
      ...addressRows(input, drawn),
      ...mapRows,
    ],
  };
}

type Use = { finding: Finding; provenance: Provenance };

function sourceRow(uses: Use[], drawn: string): Cell[][] {
  // A heading may use several sources: a source is only as bad as its best heading.
  const best = uses.find(isFresh) ?? uses.find(({ finding }) => finding.state !== 'not-obtained') ?? uses[0];
  if (!best) return [];
  const { provenance } = best;
  return [
    [
      cell(unbroken(provenance.label), { detail: credit(provenance), href: provenance.url }),
      cell(isHeld(provenance) ? drawn : dateAndTime(provenance.obtainedAt)),
      cell(stateLabel(best)),
    ],
  ];
}

/** The hash of an edition stays on the line of its name. */
const unbroken = (label: string): string => label.replaceAll('sha256 ', 'sha256\u00A0');

const credit = ({ attribution, licence }: Provenance): string | null =>
  [attribution === USUAL_CREDIT ? '' : attribution, licence === LICENCE ? '' : licence].filter(Boolean).join(', ') ||
  null;

const isFresh = ({ finding }: Use): boolean => finding.state !== 'not-obtained' && !finding.lastGood;

function stateLabel({ finding, provenance }: Use): string {
  if (finding.state === 'not-obtained')
    return isOpenReason(finding.reason) ? OPEN_LABELS[finding.reason] : `non obtenu (${REASONS[finding.reason]})`;
  return finding.lastGood ? `dernière réponse du ${dateAndTime(provenance.obtainedAt)}` : 'obtenu';
}

const REASONS: Record<NotObtainedReason, string> = {
  timeout: 'délai dépassé',
  unavailable: 'source indisponible',
  'rate-limited': 'demandes limitées',
  malformed: 'réponse illisible',
  refused: 'demande refusée',
  'not-held': 'absente de la base',
};

/** No line where nothing is published: the document says no more than without buildings. */
function buildingRow(buildings: PublishedBuildings): Cell[][] {
  if (buildings?.state !== 'not-obtained' && publishedBuildings(buildings).length === 0) return [];
  return indicationRow(buildings);
}

/** A source that no finding of this statement rests on. */
function indicationRow(fact: Fact<unknown> | null, effect = 'qui ne change aucune réponse'): Cell[][] {
  if (fact === null) return [];
  const { provenance } = fact;
  const when = dateAndTime(provenance.obtainedAt);
  const detail = `${provenance.attribution} ; indication, ${effect}`;
  const states = { obtained: 'obtenu', 'last-good': `dernière réponse du ${when}` };
  const state = fact.state === 'not-obtained' ? `non obtenu (${REASONS[fact.reason]})` : states[fact.state];
  return [[cell(provenance.label, { detail, href: provenance.url }), cell(when), cell(state)]];
}

function planDocumentRows(planDocuments: PlanDocument[], now: string): Cell[][] {
  if (planDocuments.length === 0) return [];
  const joined = planDocuments.filter(isJoined);
  const [oldest] = joined.map(({ pdf }) => pdf.obtainedAt).toSorted();
  const partly = joined.length === 0 ? 'non obtenu' : 'obtenu en partie';
  return [
    [
      cell('Géorisques — cartes et règlements des plans de prévention', {
        href: 'https://www.georisques.gouv.fr',
      }),
      cell(oldest === undefined ? now : dateAndTime(oldest)),
      cell(joined.length === planDocuments.length ? 'obtenu' : partly),
    ],
  ];
}

/** The outlines that zones are compared with, possibly a last-good answer. */
function parcelRows({ parcels }: Place, { issuedOn }: StatementInput['statement']): Cell[][] {
  const [oldest] = parcels.flatMap(({ obtainedAt }) => obtainedAt ?? []).toSorted();
  if (oldest === undefined) return [];
  const when = dateAndTime(oldest);
  const label = 'Cadastre — référence et contour des parcelles';
  return [
    [
      cell(label, { detail: 'DGFiP, IGN — Parcellaire Express (PCI)', href: 'https://www.cadastre.gouv.fr' }),
      cell(when),
      cell(parisDate(oldest).equals(issuedOn) ? 'obtenu' : `dernière réponse du ${when}`),
    ],
  ];
}

/** Sources that confirmed the address. For a parcel's name, only the cadastre. */
function addressRows({ address }: StatementInput, now: string): Cell[][] {
  const { obtainedAt } = address;
  if (obtainedAt === null && address.state === 'confirmed') return [];
  const label = cell('Base adresse nationale — adresse du bien', {
    detail: 'IGN',
    href: 'https://adresse.data.gouv.fr',
  });
  return obtainedAt === null
    ? [[label, cell(now), cell(`non obtenu (${REASONS.unavailable})`)]]
    : [[label, cell(dateAndTime(obtainedAt)), cell('obtenu')]];
}

function mapRow({ situation, cadastral }: MapFrames, when: string): Cell[] {
  const missing = situation.missingTiles + cadastral.missingTiles;
  const partly = missing < situation.tiles + cadastral.tiles ? 'obtenu en partie' : 'non obtenu';
  return [
    cell('Plan cadastral et fond de plan', { detail: cadastral.attribution }),
    cell(when),
    cell(missing === 0 ? 'obtenu' : partly),
  ];
}
