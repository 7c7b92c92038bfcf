import { Temporal } from 'temporal-polyfill';
import { capitalised, enumeration, frenchDate, frenchDistance } from '#domain/french.ts';
import { placeZones, type Placed, type Property } from '#domain/geometry/overlap.ts';
import { shareOfGround, nearest, positions } from '#domain/printing/overlap.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import { contradictionOf, withContradiction } from '#domain/risks/contradiction.ts';
import type { CoastlineRetreat, RetreatZone } from '#domain/risks/facts.ts';
import type { Details, FindingOf } from '#domain/risks/findings.ts';
import { rule, type Open } from '#domain/risks/rule.ts';
import { parisDate } from '#domain/risks/validity.ts';
import { items } from './comparison.ts';
import { ownHeading, type Consequence } from './heading.ts';
import { URBANISME } from '#domain/printing/parts.ts';
import { horizonOf, retreatForm, retreatName } from './trait-de-cote-form.ts';

/**
 * R125-23, 7° code de l'environnement (since 01/01/2023): zones exposed to the recul du trait de côte, delimited by a
 * document d'urbanisme (L121-22-2, L121-22-6 code de l'urbanisme) or a carte de préfiguration (L121-22-3, L121-22-7).
 * A coastal or listed commune is not a zone.
 */
export const traitDeCote = ownHeading({
  rule: rule({
    heading: 'trait-de-cote',
    title: 'Recul du trait de côte',
    article: 'R. 125-23, 7° du code de l’environnement',
    facts: ['coastlineRetreat'],
    assess: ({ coastlineRetreat }, property, { coastlineRetreat: { obtainedAt } }) => {
      const { coastalCommune, unpublished, zones, listed, basis } = coastlineRetreat;
      if (basis === 'decrees-list')
        return {
          state: 'not-concerned',
          sentence: unlistedSentence(listed, property),
          details: unlistedDetails(listed),
        };
      if (unpublished)
        return { state: 'open', reason: 'not-published', sentence: unpublishedSentence(coastalCommune, property) };
      const { unreadable, ...placed } = placeCoastlineRetreat(property, zones);
      const details = { coastalCommune, ...(listed && { listed }), ...placed };
      const doubts = details.nearby.map(
        ({ overlap }) =>
          `Une zone exposée passe à environ ${frenchDistance(overlap.distanceMetres ?? 0)} : à vérifier sur le document d’urbanisme.`,
      );
      if (details.zones.length === 0)
        return (
          listedWithoutZone(coastlineRetreat, parisDate(obtainedAt), property) ?? {
            ...noZone(coastalCommune, doubts, property),
            details,
            unreadable,
          }
        );
      return {
        state: 'concerned',
        unreadable,
        sentence: [...new Set(details.zones.map(coastlineRetreatSentence)), ...doubts].join(' '),
        duty: details.zones.every(({ provisional }) => provisional) ? PREFIGURED_DUTY : DELIMITED_DUTY,
        toVerify: doubts.length > 0 || details.zones.some(({ horizon }) => horizon === null),
        details,
      };
    },
  }),
  sources: { coastlineRetreat: 'Recul du trait de côte' },
  shortTitle: 'Recul du trait de côte',
  concerned: ({ zones }) => {
    // The tag « à vérifier » follows.
    const horizons = [
      ...new Set(zones.map((zone) => (zone.horizon === null ? 'horizon non précisé' : horizonOf(zone)))),
    ];
    return {
      subject: `Recul du trait de côte : ${enumeration(horizons)}`,
      sentence: '',
      position: positions(zones.map((zone) => [horizonOf(zone), zone.overlap])),
    };
  },
  notConcerned: ({ coastalCommune, basis, nearby }) =>
    basis === 'decrees-list'
      ? 'Commune hors de la liste des communes exposées ; documents d’urbanisme non consultés.'
      : `${coastalCommune ? 'Commune littorale ; terrain' : 'Terrain'} hors de toute zone délimitée.${nearest(nearby)}`,
  whereToVerify: 'auprès de la mairie',
  terms: [
    {
      term: 'Préfiguration',
      text: 'Carte provisoire du recul du trait de côte, dans l’attente du document d’urbanisme.',
    },
    { term: 'Trait de côte', text: 'Limite entre la terre et la mer à marée haute.' },
  ],
  checked: checkedByList,
  localPlan: null,
  papers: () => [
    {
      id: 'prescriptions-trait-de-cote',
      name: 'Prescriptions de la zone exposée au recul du trait de côte',
      source: 'mairie (R. 125-24, 4°)',
    },
  ],
  isDutyMore: true,
  fiche: null,
  changes: items(({ zones }) => zones, { name: changedName, words: ['zone', 'zones'] }),
  plans: ({ zones }) =>
    zones.map(({ label, horizon, provisional, overlap }) => ({
      name: retreatName(label),
      facts: [horizonOf({ horizon }), ...(provisional ? ['carte provisoire'] : []), shareOfGround(overlap)],
    })),
  consequences: consequencesOf,
  atRenewal: null,
  explanations: [
    {
      order: 6,
      title: 'Recul du trait de côte',
      when: ({ zones }) => !zones.some(isDecided),
      paragraphs: [
        {
          lead: null,
          text: 'La carte de préfiguration montre où la côte peut reculer d’ici 30 ans, et entre 30 et 100 ans. Provisoire, elle permet à la mairie de surseoir à statuer sur une demande de permis, en attendant le document d’urbanisme (L. 121-22-3 du code de l’urbanisme).',
        },
      ],
      address: URBANISME,
    },
    {
      order: 6,
      title: 'Recul du trait de côte',
      when: ({ zones }) => zones.some(isDecided),
      paragraphs: [
        {
          lead: null,
          text: 'Deux zones sont délimitées dans les communes qui ont une carte : exposition d’ici 30 ans, et entre 30 et 100 ans. Dans la seconde, une construction nouvelle peut devoir être démolie, aux frais de son propriétaire, lorsque le recul met la sécurité en cause à trois ans (L. 121-22-5 du code de l’urbanisme).',
        },
      ],
      address: URBANISME,
    },
  ],
  method: { by: 'outline', name: 'trait de côte', order: 3 },
  form: retreatForm,
  drawing: {
    placed: ({ zones, nearby }) => [...zones, ...nearby],
    given: ({ coastlineRetreat }) => (coastlineRetreat.state === 'not-obtained' ? [] : coastlineRetreat.value.zones),
    label: ({ label }) => label,
    column: (zone) => `Recul du trait de côte, ${horizonOf(zone)}`,
    onMap: (zone) => ({ label: retreatName(zone.label), ...DRAWN[zone.horizon ?? 'unknown'] }),
    mapOf: null,
    mapTitle: () => 'Recul du trait de côte',
    neighbours: decidedFirst,
  },
});

const DELIMITED_DUTY =
  'Vous devez rappeler les prescriptions applicables à cette zone et indiquer si l’obligation de démolition et de remise en état de l’article L. 121-22-5 du code de l’urbanisme s’applique à l’immeuble (article R. 125-24, 4° du code de l’environnement).';
/** A carte de préfiguration only allows a sursis à statuer: demolition follows the document d'urbanisme. */
const PREFIGURED_DUTY =
  'Vous devez rappeler les prescriptions applicables à cette zone et mentionner le caractère provisoire du zonage (article R. 125-24, 4° du code de l’environnement).';

type Listed = CoastlineRetreat['listed'];
type Land = Pick<Property, 'isInSeveral'>;

/** L121-22-3 and L121-22-7: a study within a year of the list, a document or a carte de préfiguration within three more. */
const YEARS_TO_ADOPT = 4;

/**
 * No zone at the property of a listed commune. After the date by which a map was due, it may not be published; in a
 * commune that is not coastal, whether a document d'urbanisme is published was not asked.
 */
function listedWithoutZone(
  { coastalCommune, listed }: CoastlineRetreat,
  today: Temporal.PlainDate,
  { isInSeveral }: Land,
): Open | null {
  if (listed?.isListed !== true) return null;
  const due = pastDate(listed.since, today);
  if (due === null && coastalCommune !== false) return null;
  const when = due === null ? '' : `, vers le ${frenchDate(due)}`;
  const sentence = `Non vérifié : ${oneCommune(isInSeveral)} figure sur la liste des communes exposées au recul du trait de côte (${listed.vintage}), et le Géoportail de l’urbanisme ne montre aucune zone sur le terrain. À vérifier en mairie : une carte devait être adoptée${when}.`;
  return { state: 'open', reason: 'not-published', sentence };
}

/** Null before it, or when the day of the listing is unknown. */
function pastDate(since: string | undefined, today: Temporal.PlainDate): Temporal.PlainDate | null {
  if (since === undefined) return null;
  const due = Temporal.PlainDate.from(since).add({ years: YEARS_TO_ADOPT });
  return Temporal.PlainDate.compare(due, today) < 0 ? due : null;
}

function noZone(coastalCommune: boolean | null, doubts: string[], { isInSeveral }: Land) {
  const coast = coastalCommune
    ? `${capitalised(oneCommune(isInSeveral))} est littorale, mais l’immeuble`
    : 'L’immeuble';
  const none = `${coast} n’est situé dans aucune zone exposée au recul du trait de côte délimitée par un document d’urbanisme ou une carte de préfiguration.`;
  return { state: 'not-concerned' as const, sentence: [none, ...doubts].join(' '), toVerify: doubts.length > 0 };
}

const unlistedDetails = (listed: Listed): Details['trait-de-cote'] => ({
  coastalCommune: null,
  basis: 'decrees-list',
  ...(listed && { listed }),
  zones: [],
  nearby: [],
});

/**
 * L121-22-1 and L121-22-2 code de l'urbanisme are about the communes that a decree lists. L121-22-6 and L121-22-7 (the
 * carte communale) were not read: by a law firm's page they are too (`docs/legal-rules.md`).
 */
const unlistedSentence = (listed: Listed, { isInSeveral }: Land): string =>
  `${isInSeveral ? 'Aucune des communes du bien ne figure' : 'La commune ne figure pas'} sur la liste des communes exposées au recul du trait de côte${listed === undefined ? '' : ` (${listed.vintage})`} : aucune zone n’y est délimitée à ce titre. Le Géoportail de l’urbanisme n’ayant pas répondu, les documents d’urbanisme n’ont pas été consultés.`;

/** A carte de préfiguration applies until the document d'urbanisme has zones at the property (L121-22-3). */
function placeCoastlineRetreat(property: Property, all: RetreatZone[]) {
  const { zones, nearby, unreadable } = placeZones(property, all);
  const decided = zones.filter(isDecided);
  return decided.length > 0
    ? { zones: decided, nearby: nearby.filter(isDecided), unreadable: unreadable.filter(isDecided).length }
    : { zones, nearby, unreadable: unreadable.length };
}

const isDecided = ({ provisional }: RetreatZone): boolean => !provisional;

function unpublishedSentence(coastalCommune: boolean | null, { isInSeveral }: Land): string {
  const name = oneCommune(isInSeveral);
  const commune = coastalCommune ? `${name} est littorale` : `la source ne dit pas si ${name} est littorale`;
  return `Zonage indisponible : ${commune}, et aucun document d’urbanisme n’est publié pour ce lieu sur le Géoportail de l’urbanisme. L’exposition au recul du trait de côte est à vérifier auprès de la mairie.`;
}

function coastlineRetreatSentence(zone: Placed<RetreatZone>): string {
  const source = zone.provisional
    ? 'figurant sur une carte de préfiguration, à titre provisoire'
    : 'délimitée par un document d’urbanisme';
  const where = 'L’immeuble est situé dans une zone exposée au recul du trait de côte';
  if (zone.horizon === null)
    return `${where}, ${source}, dont la source ne donne pas l’horizon (« ${zone.label} ») : horizon à vérifier auprès de la mairie.`;
  return `${where} à l’horizon ${zone.horizon === '0-30' ? 'de 0 à 30 ans' : 'de 30 à 100 ans'}, ${source}.`;
}

/**
 * A zone of the recul du trait de côte in a commune that the decrees' list lacks: the chapter is about listed communes
 * only (L121-22-1 code de l'urbanisme).
 */
function checkedByList(
  finding: FindingOf<'trait-de-cote'>,
  { isInSeveral }: Pick<Property, 'isInSeveral'>,
): FindingOf<'trait-de-cote'> {
  if (finding.state !== 'concerned' || finding.details.listed?.isListed !== false) return finding;
  const list = `la liste des communes du décret (${finding.details.listed.vintage})`;
  const map = finding.details.zones.some(({ provisional }) => provisional) ? 'une carte de préfiguration' : 'une zone';
  const sentence = `Le Géoportail de l’urbanisme publie ${map} sur le terrain, mais ${list} ne compte ${isInSeveral ? 'aucune des communes du bien' : 'pas la commune'}, et seules les communes listées en ont. Les deux sources se contredisent : à vérifier en mairie.`;
  const contradiction = contradictionOf(['le Géoportail de l’urbanisme', list], sentence, { isOnAnswer: true });
  return {
    ...finding,
    sentence: `${finding.sentence} ${contradiction.sentence}`,
    contradiction: withContradiction(finding.contradiction, contradiction),
    toVerify: true,
  };
}

/** A carte de préfiguration only allows a sursis à statuer. */
function consequencesOf({ zones }: Details['trait-de-cote']): Consequence[] {
  const decided = zones.filter(isDecided).map(({ horizon }) => horizon);
  const lines = [
    {
      applies: decided.length === 0,
      text: 'Recul du trait de côte, carte de préfiguration : la mairie peut surseoir à statuer sur une demande de permis.',
      source: 'L. 121-22-3 du code de l’urbanisme',
    },
    {
      applies: decided.includes('0-30'),
      text: 'Recul du trait de côte d’ici 30 ans : les constructions nouvelles sont en principe interdites.',
      source: 'L. 121-22-4 du code de l’urbanisme',
    },
    {
      applies: decided.includes('30-100'),
      text: 'Recul entre 30 et 100 ans : une construction nouvelle peut devoir être démolie aux frais du propriétaire.',
      source: 'L. 121-22-5 du code de l’urbanisme',
    },
  ];
  return lines.flatMap(({ applies, text, source }) => (applies ? [{ topic: 'building', order: 7, text, source }] : []));
}

function changedName({ horizon, provisional }: RetreatZone): string {
  const years = horizon === null ? 'horizon non précisé' : `horizon de ${horizonOf({ horizon })}`;
  return provisional ? `${years} à titre provisoire` : years;
}

/** How a zone of each horizon is drawn; its mark is written on it. */
const DRAWN = {
  '0-30': { mark: '0–30 ans', style: 'cote-30' },
  '30-100': { mark: '30–100 ans', style: 'cote-100' },
  unknown: { mark: null, style: 'cote' },
} as const;

/** A carte de préfiguration applies until the document d'urbanisme has zones. */
function decidedFirst(zones: RetreatZone[]): RetreatZone[] {
  return zones.some(isDecided) ? zones.filter(isDecided) : zones;
}
