import { COMPULSORY_HEADINGS, INFORMATIVE_HEADINGS, isOpenReason, OPEN_LABELS } from '#domain/risks/findings.ts';
import type { Finding } from '#domain/risks/findings.ts';
import type { NotObtainedReason, Place, Provenance } from '#domain/risks/facts.ts';
import type { MapFrames } from './map-frames.ts';
import { cell } from './parts.ts';
import type { Cell, Table } from './parts.ts';
import { isJoined, type PlanDocument } from '#domain/risks/plan-documents.ts';
import type { Perimeters } from './perimeters.ts';
import type { StatementInput } from './input.ts';
import { dateAndTime } from './text.ts';
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
      ...[...bySource.values()].flatMap((uses) => sourceRow(uses)),
      ...perimeterRows(planPerimeters),
      ...planDocumentRows(planDocuments, drawn),
      ...parcelRows(place, statement),
      ...addressRows(input, drawn),
      ...mapRows,
    ],
  };
}

type Use = { finding: Finding; provenance: Provenance };

function sourceRow(uses: Use[]): Cell[][] {
  // A heading may use several sources: a source is only as bad as its best heading.
  const best = uses.find(isFresh) ?? uses.find(({ finding }) => finding.state !== 'not-obtained') ?? uses[0];
  if (!best) return [];
  const { provenance } = best;
  return [
    [
      cell(provenance.label, { detail: credit(provenance), href: provenance.url }),
      cell(dateAndTime(provenance.obtainedAt)),
      cell(stateLabel(best)),
    ],
  ];
}

/** Printed once below the table, since nearly every line has it. */
const USUAL_CREDIT = 'Ministère chargé de l’environnement, BRGM';
const LICENCE = 'Licence Ouverte 2.0 (Etalab)';

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

function perimeterRows(perimeters: Perimeters): Cell[][] {
  if (perimeters === null) return [];
  const { provenance } = perimeters;
  const when = dateAndTime(provenance.obtainedAt);
  const detail = `${provenance.attribution} ; indication, qui ne change aucune réponse`;
  const states = { obtained: 'obtenu', 'last-good': `dernière réponse du ${when}` };
  const state =
    perimeters.state === 'not-obtained' ? `non obtenu (${REASONS[perimeters.reason]})` : states[perimeters.state];
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

/** How the sources were queried and compared, paragraph by paragraph. */
export const methodOf = ({ longitude, latitude }: Place): string[] => [
  `Sauf mention contraire, ces données sont publiées sous ${LICENCE} ; celles de Géorisques par : ${USUAL_CREDIT}. Elles sont jointes à ce fichier sous forme lisible par une machine (etat-des-risques.json).`,
  `Chaque source est interrogée pour les parcelles du bien et pour un point du bien, latitude ${degrees(latitude)}, longitude ${degrees(longitude)} (WGS 84). Les zones dont le contour est public (pollution des sols, bruit des aérodromes, trait de côte) sont comparées au contour cadastral des parcelles ; à moins de 30 mètres d’une limite, le document demande de vérifier sur le plan lui-même.`,
  'Les plans de prévention, le débroussaillement et les argiles n’ont pas été comparés à ce contour : leur source répond par parcelle ou, à défaut, en des points répartis sur le bien (mention dans le tableau ci-dessus). Quand ces points n’atteignent pas tout le bien, un plan ou un débroussaillement connu dans la commune est dit « à vérifier ». Le périmètre d’un plan que publie le Géoportail de l’urbanisme est imprimé à titre d’indication : il ne change aucune réponse. La sismicité et le radon sont connus par commune.',
  'Chaque rubrique a trois réponses possibles : concerné, non concerné, donnée non obtenue. L’absence de réponse d’une source n’est jamais présentée comme une absence de risque.',
  'Les distances aux sites sont mesurées à vol d’oiseau depuis ce point, celles aux zones depuis le contour des parcelles. Une distance n’est imprimée que si la source donne au site une position propre.',
  'Clairisque est un service privé. Le vendeur ou le bailleur vérifie et complète ce document, dont il est l’auteur au sens de la loi.',
];

/** Five decimals: one metre. */
const degrees = (value: number): string => value.toFixed(5).replace('.', ',');
