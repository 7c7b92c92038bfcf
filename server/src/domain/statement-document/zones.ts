import { type Place, communesOf } from '#domain/geometry/place.ts';
import type { BrushClearing, RetreatZone } from '#domain/risks/facts.ts';
import type { Placed } from '#domain/geometry/overlap.ts';
import { answerOf, type Details, type Findings } from '#domain/risks/findings.ts';
import { capitalised, enumeration } from '#domain/french.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import { buildingRows, type PublishedBuildings } from '#domain/printing/buildings.ts';
import { overlapSentence } from '#domain/printing/overlap.ts';
import { horizonOf, retreatName } from './plain.ts';
import { asked, choice, note, PART, question, text, webLink } from '#domain/printing/parts.ts';
import type { Block, Row } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';
import { shortDate } from '#domain/printing/text.ts';

type Given = { sale: boolean; buildings: PublishedBuildings; place: Place };

/** Blocks D to H of the usual form: the zonings of R125-23 5° to 8° and the soils of L125-7. */
export function zoneBlocks({ findings, statement, buildings, place }: StatementInput): Block[] {
  const sale = statement.transaction === 'Vente';
  return [
    seismic(findings),
    soils(findings, { sale, buildings, place }),
    radon(findings),
    coastlineRetreat(findings, { sale, buildings, place }),
    brushClearing(findings, sale),
  ];
}

const GEORISQUES = { text: 'www.georisques.gouv.fr', href: 'https://www.georisques.gouv.fr/' };

const SEISMIC_LABELS = ['1 très faible', '2 faible', '3 modérée', '4 moyenne', '5 forte'];

function seismic({ sismicite }: Findings): Block {
  const zone = sismicite.details?.zone ?? null;
  const isSure = sismicite.contradiction === undefined;
  const boxes = SEISMIC_LABELS.map((label, index) => ({
    label: `zone ${label}`,
    checked: isSure && zone === index + 1,
  }));
  const rows: Row[] = [
    choice('L’immeuble se situe dans une commune de sismicité classée en', boxes, sismicite.sentence),
  ];
  if (sismicite.state === 'concerned')
    rows.push(
      text(
        'Pièce à joindre',
        `Fiche d’information sur le risque sismique (R. 125-24, 2°), résumée en partie ${PART.explanations}.`,
        GEORISQUES,
      ),
    );
  return { letter: 'D', title: 'Zonage sismique réglementaire', article: sismicite.article, rows };
}

function soils({ sis }: Findings, { sale, buildings, place }: Given): Block {
  const rows: Row[] = [
    question('Le terrain est situé en secteur d’information sur les sols (SIS)', answerOf(sis), sis.sentence),
  ];
  if (sis.state === 'concerned')
    for (const site of sis.details.sites) {
      const where = [site.name, site.address, overlapSentence(site.overlap, place)].filter(Boolean).join('. ');
      rows.push(text(`SIS ${site.id}`, where, webLink(site.sheetUrl)), ...buildingRows(site.outline, buildings));
    }
  if (sale)
    rows.push(
      asked(
        'Une installation classée soumise à autorisation ou à enregistrement a été exploitée sur le terrain (L. 514-20)',
        null,
        'À préciser par le propriétaire. Si oui, le vendeur en informe l’acquéreur par écrit.',
      ),
    );
  return { letter: 'E', title: 'Pollution des sols', article: sis.article, rows };
}

const RADON_LABELS = ['1 faible', '2 faible, avec facteurs géologiques', '3 significatif'];

function radon({ radon }: Findings): Block {
  const potential = radon.details?.potential ?? null;
  const isSure = radon.contradiction === undefined;
  const boxes = RADON_LABELS.map((label, index) => ({
    label: `potentiel ${label}`,
    checked: isSure && potential === index + 1,
  }));
  const level =
    potential === null
      ? 'Niveau non obtenu : à compléter.'
      : `${radon.details?.communes === undefined ? 'La commune' : 'La commune la plus exposée'} est classée au niveau ${potential} sur 3 (arrêté du 27 juin 2018).`;
  const rows: Row[] = [
    question('L’immeuble se situe dans une commune à potentiel radon de niveau 3', answerOf(radon), radon.sentence),
    choice('Niveau de la commune', boxes, level),
  ];
  if (radon.state === 'concerned')
    rows.push(
      text(
        'Pièce à joindre',
        `Fiche d’information sur le radon (R. 125-24, 3°), résumée en partie ${PART.explanations}.`,
        GEORISQUES,
      ),
    );
  return { letter: 'F', title: 'Zonage réglementaire à potentiel radon', article: radon.article, rows };
}

function coastlineRetreat(findings: Findings, given: Given): Block {
  const finding = findings['trait-de-cote'];
  const zones = finding.state === 'concerned' ? finding.details.zones : [];
  const answer = answerOf(finding);
  const isPrefigured = zones.some(({ provisional }) => provisional);
  const within = (horizon: '0-30' | '30-100'): boolean =>
    answer === true && zones.some((zone) => zone.horizon === horizon);
  return {
    letter: 'G',
    title: 'Recul du trait de côte',
    article: finding.article,
    rows: [
      // « Commune listée » and « zone délimitée » are two different answers. No live service has the decrees' list: a
      // release or the operator gives it, or the box is left to tick, since L. 321-15 lists any commune that asks.
      question(
        'L’immeuble est situé sur une commune concernée par le recul du trait de côte et listée par décret',
        finding.details?.listed?.isListed ?? null,
        listedSentence(finding.details?.listed, given.place),
      ),
      choice(
        isPrefigured ? PREFIGURED : 'L’immeuble est situé dans une zone exposée identifiée par un document d’urbanisme',
        [
          { label: 'oui, à un horizon de 0 à 30 ans', checked: within('0-30') },
          { label: 'oui, à un horizon de 30 à 100 ans', checked: within('30-100') },
          { label: 'non', checked: answer === false },
          {
            label: 'zonage indisponible',
            checked: finding.state === 'not-obtained' && finding.reason !== 'sources-disagree',
          },
        ],
        finding.sentence,
      ),
      ...(finding.state === 'not-concerned' ? [] : coastlineRetreatZoneRows(zones, given)),
    ],
  };
}

const PREFIGURED =
  'L’immeuble est situé dans une zone exposée figurant sur une carte de préfiguration (document provisoire)';

/** « Non » only from a list that was read, with its vintage. */
function listedSentence(listed: Details['trait-de-cote']['listed'], place: Place): string {
  const isInSeveral = communesOf(place).length > 1;
  if (listed === undefined) return 'Non vérifié : la liste des communes du décret n’a pas été lue, à voir en mairie.';
  if (listed.isListed === null) return `À vérifier en mairie : deux listes diffèrent (${listed.vintage}).`;
  const yes = `${capitalised(oneCommune(isInSeveral))} figure`;
  const no = isInSeveral ? 'Aucune des communes du bien ne figure' : 'La commune ne figure pas';
  return `${listed.isListed ? yes : no} sur la liste consultée (${listed.vintage}).`;
}

/** R125-24 4°: horizon, prescriptions, provisional status, L121-22-5. */
function coastlineRetreatZoneRows(zones: Placed<RetreatZone>[], given: Given): Row[] {
  const provisional = zones.filter((zone) => zone.provisional);
  const isPrefigured = zones.length > 0 && provisional.length === zones.length;
  return [
    ...zones.flatMap((zone) => [
      text(
        zone.horizon === null ? 'Zone exposée, horizon à vérifier' : `Zone de ${horizonOf(zone)}`,
        [retreatName(zone.label), overlapSentence(zone.overlap, given.place)].filter(Boolean).join('. '),
        webLink(zone.documentUrl),
      ),
      ...buildingRows(zone.outline, given.buildings),
    ]),
    question(
      'Zonage préfiguré (caractère provisoire)',
      zones.length === 0 ? null : provisional.length > 0,
      provisionalSentence(zones.length, provisional),
    ),
    asked(
      'L’immeuble est concerné par des prescriptions applicables à cette zone',
      null,
      isPrefigured
        ? 'À compléter avec la mairie : une carte de préfiguration n’a pas le règlement d’un document d’urbanisme (R. 125-24, 4°).'
        : 'À compléter d’après le règlement du document d’urbanisme (R. 125-24, 4°).',
    ),
    // A carte de préfiguration only allows a sursis à statuer: demolition follows the document d'urbanisme.
    ...(isPrefigured ? [] : [demolition, note(nullity(given.sale))]),
  ];
}

const demolition = asked(
  'L’immeuble est concerné par une obligation de démolition et de remise en état (L. 121-22-5 du code de l’urbanisme)',
  null,
  'À compléter avec la mairie : l’obligation ne vise que des constructions postérieures au zonage.',
);

/** L121-22-5 VII, and L121-22-9 with a carte communale: not of a carte de préfiguration. */
const nullity = (sale: boolean): string =>
  `À peine de nullité, ${sale ? 'la promesse de vente et l’acte de vente mentionnent' : 'le contrat de location mentionne'} les obligations propres à cette zone (L. 121-22-5, VII du code de l’urbanisme ; L. 121-22-9 avec une carte communale).`;

/** With two horizons, one may be provisional and the other not. */
function provisionalSentence(zones: number, provisional: RetreatZone[]): string {
  if (zones === 0) return 'Zonage indisponible : à compléter avec la mairie.';
  if (provisional.length === 0) return 'Le zonage est délimité par un document d’urbanisme.';
  const horizons = enumeration([...new Set(provisional.map(horizonOf))]);
  return `Le zonage (${horizons}) figure sur une carte de préfiguration : il est provisoire.`;
}

function brushClearing({ debroussaillement }: Findings, sale: boolean): Block {
  const rows: Row[] = [
    question(
      'L’immeuble se situe dans un périmètre d’application d’une obligation légale de débroussaillement',
      debroussaillement.details?.obligation?.communeOnly ? null : answerOf(debroussaillement),
      debroussaillement.sentence,
    ),
  ];
  if (debroussaillement.state === 'concerned') rows.push(...clearingRows(debroussaillement.details.obligation, sale));
  return {
    letter: 'H',
    title: 'Obligation légale de débroussaillement (OLD)',
    article: debroussaillement.article,
    rows,
  };
}

function clearingRows(obligation: BrushClearing | null, sale: boolean): Row[] {
  const decree = obligation?.decreeDate ? ` Arrêté du ${shortDate(obligation.decreeDate)}.` : '';
  const sheet = `Fiche d’information sur les obligations de débroussaillement, résumée en partie ${PART.explanations}.${decree}`;
  return [
    text('Pièce à joindre', sheet, webLink(obligation?.sheetUrl ?? null) ?? GEORISQUES),
    note(
      sale
        ? 'Le vendeur informe l’acquéreur de ces obligations et des servitudes qui s’y rattachent (L. 134-16 du code forestier). Il atteste en outre sur l’honneur qu’il y a été satisfait : l’attestation à remplir suit le formulaire (D. 134-7).'
        : 'Le bailleur informe le locataire de ces obligations et des servitudes qui s’y rattachent, à chaque conclusion ou renouvellement du bail (L. 134-16 du code forestier).',
    ),
  ];
}
