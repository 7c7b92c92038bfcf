import type { ShorelineZone } from './facts.ts';
import type { Findings, Overlap, Placed } from './findings.ts';
import { choice, note, question, text } from './statement-document-parts.ts';
import type { Block, Row } from './statement-document-parts.ts';
import { shortDate } from './statement-document-text.ts';

/** Blocks D to H of the usual form: the zonings of R125-23 5° to 8° and the soils of L125-7. */
export function zoneBlocks(findings: Findings): Block[] {
  return [seismic(findings), soils(findings), radon(findings), shoreline(findings), brushClearing(findings)];
}

const SEISMIC_LABELS = ['1 très faible', '2 faible', '3 modérée', '4 moyenne', '5 forte'];

function seismic({ sismicite }: Findings): Block {
  const zone = sismicite.details?.zone ?? null;
  const boxes = SEISMIC_LABELS.map((label, index) => ({ label: `zone ${label}`, checked: zone === index + 1 }));
  const rows: Row[] = [
    choice('L’immeuble se situe dans une commune de sismicité classée en', boxes, sismicite.sentence),
  ];
  if (sismicite.state === 'concerned')
    rows.push(
      text(
        'Pièce à joindre',
        'Fiche d’information sur le risque sismique (R. 125-24, 2°), résumée en annexe : www.georisques.gouv.fr',
      ),
    );
  return { letter: 'D', title: 'Zonage sismique réglementaire', article: sismicite.article, rows };
}

function soils({ sis }: Findings): Block {
  const concerned = sis.state === 'concerned';
  const rows: Row[] = [
    question('Le terrain est situé en secteur d’information sur les sols (SIS)', answered(sis.state), sis.sentence),
  ];
  if (concerned)
    for (const site of sis.details.sites) {
      const where = [site.address, overlapSentence(site.overlap)].filter(Boolean).join('. ');
      rows.push(text(`SIS ${site.id}`, [site.name, where, site.sheetUrl].filter(Boolean).join(' — ')));
    }
  return { letter: 'E', title: 'Pollution des sols', article: sis.article, rows };
}

function radon({ radon }: Findings): Block {
  const potential = radon.details?.potential ?? null;
  const boxes = ['1 faible', '2 faible, avec facteurs géologiques', '3 significatif'].map((label, index) => ({
    label: `potentiel ${label}`,
    checked: potential === index + 1,
  }));
  const rows: Row[] = [
    question(
      'L’immeuble se situe dans une commune à potentiel radon de niveau 3',
      answered(radon.state),
      radon.sentence,
    ),
    choice('Niveau de la commune', boxes),
  ];
  if (radon.state === 'concerned')
    rows.push(
      text(
        'Pièce à joindre',
        'Fiche d’information sur le radon (R. 125-24, 3°), résumée en annexe : www.georisques.gouv.fr',
      ),
    );
  return { letter: 'F', title: 'Zonage réglementaire à potentiel radon', article: radon.article, rows };
}

function shoreline(findings: Findings): Block {
  const finding = findings['trait-de-cote'];
  const zones = finding.state === 'concerned' ? finding.details.zones : [];
  const coastal = finding.details?.coastalCommune;
  const within = (horizon: '0-30' | '30-100'): boolean => zones.some((zone) => zone.horizon === horizon);
  return {
    letter: 'G',
    title: 'Recul du trait de côte',
    article: finding.article,
    rows: [
      // « Commune listée » and « zone délimitée » are two different answers; the decree's list is in no public service, so
      // a coastal commune is left to tick rather than guessed (L. 321-15 lists coastal communes alone).
      question(
        'L’immeuble est situé sur une commune concernée par le recul du trait de côte et listée par décret',
        coastal === false ? false : null,
        coastal === true ? 'Commune littorale : liste à vérifier en mairie.' : null,
      ),
      choice(
        'L’immeuble est situé dans une zone exposée identifiée par un document d’urbanisme',
        [
          { label: 'oui, à un horizon de 0 à 30 ans', checked: within('0-30') },
          { label: 'oui, à un horizon de 30 à 100 ans', checked: within('30-100') },
          { label: 'non', checked: finding.state === 'not-concerned' },
          { label: 'zonage indisponible', checked: finding.state === 'not-obtained' },
        ],
        finding.sentence,
      ),
      ...(zones.length > 0 ? shorelineZoneRows(zones) : []),
    ],
  };
}

function shorelineZoneRows(zones: Placed<ShorelineZone>[]): Row[] {
  return [
    question(
      'Zonage préfiguré (caractère provisoire)',
      zones.some((zone) => zone.provisional),
    ),
    ...zones.map((zone) =>
      text('Zone', [zone.label, overlapSentence(zone.overlap), zone.documentUrl].filter(Boolean).join(' — ')),
    ),
    question(
      'L’immeuble est concerné par des prescriptions applicables à cette zone',
      null,
      'À compléter d’après le règlement du document d’urbanisme (R. 125-24, 4°).',
    ),
    question(
      'L’immeuble est concerné par une obligation de démolition et de remise en état (L. 121-22-5 du code de l’urbanisme)',
      null,
      'À compléter avec la mairie : l’obligation ne vise que des constructions postérieures au zonage.',
    ),
  ];
}

function brushClearing({ debroussaillement }: Findings): Block {
  const rows: Row[] = [
    question(
      'L’immeuble se situe dans un périmètre d’application d’une obligation légale de débroussaillement',
      debroussaillement.details?.obligation?.communeOnly ? null : answered(debroussaillement.state),
      debroussaillement.sentence,
    ),
  ];
  if (debroussaillement.state === 'concerned') {
    const obligation = debroussaillement.details.obligation;
    const decree = obligation?.decreeDate ? ` Arrêté du ${shortDate(obligation.decreeDate)}.` : '';
    rows.push(
      text(
        'Pièce à joindre',
        `Fiche d’information sur les obligations de débroussaillement, résumée en annexe : ${obligation?.sheetUrl ?? 'www.georisques.gouv.fr'}.${decree}`,
      ),
      note(
        'Vente : une attestation sur l’honneur que le débroussaillement est fait est à joindre à la promesse et à l’acte (L. 131-10 du code forestier).',
      ),
    );
  }
  return {
    letter: 'H',
    title: 'Obligation légale de débroussaillement (OLD)',
    article: debroussaillement.article,
    rows,
  };
}

/** « No answer » ticks nothing. */
function answered(state: 'concerned' | 'not-concerned' | 'not-obtained'): boolean | null {
  return state === 'not-obtained' ? null : state === 'concerned';
}

/** « La zone couvre 40 % de la surface dessinée des parcelles »; null when the outline is unknown. */
export function overlapSentence(overlap: Overlap | null): string | null {
  if (overlap === null) return null;
  const boundary = overlap.nearBoundary ? ' Limite de zone à moins de 30 m : à vérifier sur le plan lui-même.' : '';
  if (overlap.touchesParcel)
    return overlap.shareOfParcel === null
      ? `La zone touche la parcelle.${boundary}`
      : `La zone couvre ${percent(overlap.shareOfParcel)} de la surface des parcelles.${boundary}`;
  if (overlap.containsPoint) return `La zone contient le point choisi.${boundary}`;
  return overlap.distanceMetres === null ? null : `La zone est à ${Math.round(overlap.distanceMetres)} m.${boundary}`;
}

function percent(share: number): string {
  if (share > 0 && share < 0.01) return 'moins de 1 %';
  return `${Math.round(share * 100)} %`;
}
