import { capitalised, enumeration } from '#domain/french.ts';
import type { Placed } from '#domain/geometry/overlap.ts';
import { communesOf, type Place } from '#domain/geometry/place.ts';
import { buildingRows } from '#domain/printing/buildings.ts';
import { overlapSentence } from '#domain/printing/overlap.ts';
import { asked, choice, note, question, text, webLink, type Block, type Row } from '#domain/printing/parts.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import type { RetreatZone } from '#domain/risks/facts.ts';
import { answerOf, type Details, type FindingOf } from '#domain/risks/findings.ts';
import type { FormGiven } from './heading.ts';

const HORIZONS = { '0-30': '0 à 30 ans', '30-100': '30 à 100 ans' };
/** « 0 à 30 ans », « horizon à vérifier » */
export const horizonOf = ({ horizon }: Pick<RetreatZone, 'horizon'>): string =>
  horizon === null ? 'horizon à vérifier' : HORIZONS[horizon];

/** A reader would not understand the standard's term for a map of préfiguration. */
export const retreatName = (label: string): string =>
  /^pre-?zertc$/iu.test(label) ? `Carte de préfiguration (${label})` : label;

/** Block G of the usual form. */
export function retreatForm(finding: FindingOf<'trait-de-cote'>, given: FormGiven): Block {
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
function coastlineRetreatZoneRows(zones: Placed<RetreatZone>[], given: FormGiven): Row[] {
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
