import { atTheTownHalls } from '#domain/property/place-in-words.ts';
import type { Place } from '#domain/geometry/place.ts';
import type { NoiseZone } from '#domain/risks/facts.ts';
import type { Placed } from '#domain/geometry/overlap.ts';
import { answerOf, type Findings } from '#domain/risks/findings.ts';
import { enumeration, frenchNumber, longFrenchDate, ofName } from '#domain/french.ts';
import { slug } from '#domain/questions/question.ts';
import { buildingRows, type PublishedBuildings } from '#domain/printing/buildings.ts';
import { overlapSentence } from '#domain/printing/overlap.ts';
import { aside, asked, choice, fill, note, question, text, webLink } from '#domain/printing/parts.ts';
import type { Block, Row } from '#domain/printing/parts.ts';
import type { StatementInput } from './input.ts';
import { shortDate } from '#domain/printing/text.ts';

/**
 * État des nuisances sonores aériennes (L112-11 code de l'urbanisme), after the DGAC's usual form: one block per
 * aerodrome.
 */

const STRENGTHS = { A: 'très forte', B: 'forte', C: 'modérée', D: 'faible' } as const;

export const NOISE_INTRO = [
  'Les zones de bruit des plans d’exposition au bruit constituent des servitudes d’urbanisme (art. L. 112-3 du code de l’urbanisme) et doivent à ce titre être notifiées à l’occasion de toute cession, location ou construction immobilière.',
  'Sont visés l’habitation, l’usage mixte, le terrain constructible (L. 112-11) ; en location, les baux de la loi de 1989.',
];

const ZONE_D =
  'Zone D : entre la limite extérieure de la zone C et la courbe d’indice Lden 50 ; elle n’est obligatoire que pour les aérodromes des groupes mentionnés à l’article L. 6360-1 du code des transports (L. 112-7 du code de l’urbanisme).';
/** For a zone whose plan's bounds are not published. */
const LDEN_ZONES = `Zone A : à l’intérieur de la courbe d’indice Lden 70. Zone B : entre la courbe d’indice Lden 70 et la courbe Lden 62 ou, pour un aérodrome mis en service avant le 28 avril 2002, une courbe choisie entre Lden 65 et 62. Zone C : entre la limite extérieure de la zone B et une courbe choisie entre Lden 57 et 55, ou entre 57 et 52 pour un petit aérodrome à activité saisonnière. Pour les aérodromes militaires que l’article désigne, la courbe extérieure de la zone B est choisie entre Lden 68 et 62, celle de la zone C entre Lden 64 et 55 (R. 112-3 du code de l’urbanisme). ${ZONE_D}`;
function ownBounds(aerodromes: string[]): string {
  const of = enumeration(aerodromes.map(ofName));
  const fixed =
    aerodromes.length === 1
      ? `Le plan ${of} fixe en indice Lden les bornes données ci-dessus pour la zone du bien`
      : `Les plans ${of} fixent en indice Lden les bornes données ci-dessus pour les zones du bien`;
  return `${fixed} (R. 112-3 du code de l’urbanisme).`;
}
/** The plan sets its own bounds: those of Lden do not apply. */
function psophicZones(aerodromes: string[]): string {
  const of = enumeration(aerodromes.map(ofName));
  const drawn =
    aerodromes.length === 1
      ? `Le plan ${of} est tracé en indice psophique, antérieur à 2002 et sans unité : ses zones sont bornées par les valeurs de cet indice que le plan fixe, données ci-dessus pour la zone du bien.`
      : `Les plans ${of} sont tracés en indice psophique, antérieur à 2002 et sans unité : leurs zones sont bornées par les valeurs de cet indice que chaque plan fixe, données ci-dessus pour les zones du bien.`;
  return `${drawn} Plus l’indice est élevé, plus la gêne est forte ; il ne se convertit pas en Lden.`;
}

/** Definitions of the zones, in the index of the plans printed above. */
export function noiseFooter({
  findings: { bruit },
  statement,
}: Pick<StatementInput, 'findings' | 'statement'>): string[] {
  const zones = bruit.details?.zones ?? [];
  const namesOf = (kind: 'lden' | 'psophique'): string[] =>
    zones.filter(({ index }) => index?.kind === kind).map(({ aerodromeName }) => aerodromeName);
  const [lden, psophic] = [namesOf('lden'), namesOf('psophique')];
  const areAllBounded = zones.length > 0 && zones.every(({ index }) => index !== null);
  return [
    ...(lden.length === 0 ? [] : [ownBounds(lden)]),
    ...(areAllBounded ? [] : [LDEN_ZONES]),
    ...(psophic.length === 0 ? [] : [psophicZones(psophic)]),
    ...notes(statement.transaction === 'Vente'),
  ];
}

const SANCTION =
  'En cas de manquement à l’obligation d’information, l’acquéreur peut poursuivre la résolution du contrat ou demander au juge une diminution du prix (L. 112-11, III).';

/** The sanction protects a buyer alone (L112-11, III). */
const notes = (sale: boolean): string[] => [
  'Nota bene : lorsque le bien se situe sur deux zones, il convient de retenir la zone de bruit la plus importante.',
  'L’acquéreur ou le locataire ne peut se prévaloir à l’encontre du vendeur ou du bailleur des informations contenues dans ce document, qui n’a qu’une valeur indicative (L. 112-11, III).',
  ...(sale ? [SANCTION] : []),
  'Pour en savoir plus sur les nuisances sonores aériennes : www.ecologie.gouv.fr.',
];

const CONSULT =
  'Le plan d’exposition au bruit est consultable sur le site Internet du Géoportail de l’institut national de l’information géographique et forestière (I.G.N) à l’adresse suivante :';
const GEOPORTAIL = { text: 'https://www.geoportail.gouv.fr/', href: 'https://www.geoportail.gouv.fr/' };

type Noisy = Pick<StatementInput, 'findings' | 'buildings' | 'place'>;

export function noiseBlocks({ findings: { bruit }, buildings, place }: Noisy): Block[] {
  if (bruit.state === 'concerned') {
    const last = bruit.details.zones.length - 1;
    return bruit.details.zones.map((zone, index) => ({
      letter: null,
      title: `Aérodrome : ${zone.aerodromeName} (${zone.aerodrome})`,
      subject: { key: slug(zone.aerodrome), words: zone.aerodromeName },
      article: bruit.article,
      rows: [
        ...aerodromeRows(zone, {
          place,
          buildings,
          isDisputed: bruit.contradiction?.isOnAnswer === true,
          isOther: bruit.contradiction !== undefined,
        }),
        ...(index === last ? [...referenceRows(bruit), ...contradictionRows(bruit)] : []),
      ],
    }));
  }
  const none = answerOf(bruit) === false;
  const zoneSentence = none
    ? 'L’immeuble n’est dans aucune zone de bruit.'
    : 'Non vérifié : à compléter d’après le plan.';
  return [
    {
      letter: null,
      title: 'Plan d’exposition au bruit (PEB)',
      article: bruit.article,
      rows: [
        question(PERIMETER, none ? false : null, bruit.sentence),
        zoneChoice(none ? 'none' : null, zoneSentence),
        ...referenceRows(bruit),
        text('Consulter les plans', CONSULT, GEOPORTAIL),
      ],
    },
  ];
}

/** Plans whose zones are not published: where to look. */
const referenceRows = ({ references }: Findings['bruit']): Row[] =>
  references.map(({ title, url }) => text('À vérifier', `${title} :`, webLink(url) ?? GEOPORTAIL));

const contradictionRows = ({ contradiction }: Findings['bruit']): Row[] =>
  contradiction === undefined ? [] : [note(contradiction.sentence)];

const PERIMETER = 'L’immeuble est situé dans le périmètre d’un plan d’exposition au bruit (PEB)';

const DIFFER = 'À vérifier : deux sources diffèrent.';

/** `isDisputed`: another source has no zone there; `isOther`: it may have another. */
type Around = { place: Place; buildings: PublishedBuildings; isDisputed: boolean; isOther: boolean };

/** In the order of the DGAC's form: the plan and its decree, the works, then the zone. */
function aerodromeRows(zone: Placed<NoiseZone>, { place, buildings, isDisputed, isOther }: Around): Row[] {
  const name = `l’aérodrome ${zone.aerodromeName}`;
  const position = [indexSentence(zone), overlapSentence(zone.overlap, place)].filter(Boolean).join(' ');
  return [
    question(PERIMETER, isDisputed ? null : true, isDisputed ? DIFFER : `Il est dans le périmètre du plan de ${name}.`),
    aside(
      'État du plan',
      [
        { label: 'approuvé', checked: zone.decreeDate !== null },
        { label: 'révisé', checked: false },
      ],
      stateSentence(zone),
    ),
    fill('Arrêté préfectoral', decreed(zone), ['n°', 'mis à jour le']),
    asked('L’immeuble est concerné par des prescriptions de travaux d’insonorisation', null),
    asked('Si oui, les travaux prescrits ont été réalisés', null),
    zoneChoice(
      isOther ? null : zone.zone,
      `${isOther ? `${DIFFER} ` : ''}L’immeuble est situé en zone de bruit ${zone.zone} (${STRENGTHS[zone.zone]}) de ${name}.`,
    ),
    text('Indice et position', position),
    ...buildingRows(zone.outline, buildings),
    ...documentRows(zone),
    text('En ligne', CONSULT, GEOPORTAIL),
    text('En mairie', townHall(zone.aerodromeName, place)),
  ];
}

function stateSentence({ decreeDate }: NoiseZone): string {
  if (decreeDate === null) return 'La donnée publique ne précise pas la date de l’arrêté.';
  return `Arrêté du ${longFrenchDate(decreeDate)} ; la donnée publique ne dit pas s’il s’agit d’une révision.`;
}

const decreed = ({ decreeDate }: NoiseZone): string => (decreeDate === null ? '' : `du ${shortDate(decreeDate)},`);

function documentRows({ documentUrl }: NoiseZone): Row[] {
  const link = webLink(documentUrl);
  return link === null ? [] : [text('Document de référence', 'Plan d’exposition au bruit :', link)];
}

const townHall = (aerodrome: string, place: Place): string =>
  `Le plan d’exposition au bruit de l’aérodrome ${ofName(aerodrome)} peut être consulté ${atTheTownHalls(place)} où est sis l’immeuble.`;

function zoneChoice(zone: NoiseZone['zone'] | 'none' | null, sentence: string): Row {
  const boxes = [
    { label: 'aucune', checked: zone === 'none' },
    ...(['A', 'B', 'C', 'D'] as const).map((name) => ({
      label: `zone ${name} ${STRENGTHS[name]}`,
      checked: zone === name,
    })),
  ];
  return choice('L’immeuble se situe dans une zone de bruit définie comme', boxes, sentence);
}

/** The psophic index (plans before 2002) has no unit: never « dB ». */
function indexSentence({ index }: NoiseZone): string | null {
  if (index === null) return null;
  const kind = index.kind === 'lden' ? 'Lden' : 'psophique';
  const bounds =
    index.low === index.high
      ? `à partir de ${frenchNumber(index.low)}`
      : `de ${frenchNumber(index.low)} à ${frenchNumber(index.high)}`;
  return `Indice ${kind} ${bounds}${index.kind === 'lden' ? '' : ' (sans unité)'}.`;
}
