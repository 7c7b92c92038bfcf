import type { CoastlineRetreat, RetreatZone, SisSite } from './facts.ts';
import { type Placed, placeZones, type Property } from '#domain/geometry/overlap.ts';
import type { Details } from './findings.ts';
import { Temporal } from 'temporal-polyfill';
import { capitalised, enumeration, frenchDate, frenchDistance } from '#domain/french.ts';
import { oneCommune } from '#domain/property/place-in-words.ts';
import { rule, type Assessment, type Open } from './rule.ts';
import { parisDate } from './validity.ts';

/**
 * R125-23, 7° code de l'environnement (since 01/01/2023): zones exposed to the recul du trait de côte, delimited by a
 * document d'urbanisme (L121-22-2, L121-22-6 code de l'urbanisme) or a carte de préfiguration (L121-22-3, L121-22-7).
 * A coastal or listed commune is not a zone.
 */
export const traitDeCote = rule({
  heading: 'trait-de-cote',
  title: 'Recul du trait de côte',
  article: 'R. 125-23, 7° du code de l’environnement',
  facts: ['coastlineRetreat'],
  assess: ({ coastlineRetreat }, property, { coastlineRetreat: { obtainedAt } }) => {
    const { coastalCommune, unpublished, zones, listed, basis } = coastlineRetreat;
    if (basis === 'decrees-list')
      return { state: 'not-concerned', sentence: unlistedSentence(listed, property), details: unlistedDetails(listed) };
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
 * L125-6 and L125-7 code de l'environnement (L125-7 as in force since 25/08/2021): land in a secteur d'information sur
 * les sols. A site without an outline cannot be located: the property is treated as concerned, « à vérifier ».
 */
export const sis = rule({
  heading: 'sis',
  title: 'Secteur d’information sur les sols (SIS)',
  article: 'L. 125-6 et L. 125-7 du code de l’environnement',
  facts: ['sis'],
  assess: ({ sis }, property) => assessSis(sis, property),
});

function assessSis(all: SisSite[], property: Property): Assessment<Details['sis']> {
  const { zones, nearby, unreadable } = placeZones(property, all.filter(isDrawn));
  const undrawn = [...all.filter((site) => !site.outline), ...unreadable];
  const unplaced = undrawn.map((site) => ({ ...site, outline: null, overlap: null }));
  const sites = [...zones, ...unplaced];
  const doubts = [...unplaced.map(unplacedSentence), ...nearby.map(nearbySentence)];
  const toVerify = doubts.length > 0;
  if (sites.length === 0) {
    const none = 'Le terrain n’est situé dans aucun secteur d’information sur les sols.';
    return { state: 'not-concerned', sentence: [none, ...doubts].join(' '), toVerify, details: { sites, nearby } };
  }
  const inside = zones.length
    ? [
        `Le terrain est situé dans ${zones.length === 1 ? 'le secteur' : 'les secteurs'} d’information sur les sols ${enumeration(zones.map(named))}.`,
      ]
    : [];
  return {
    state: 'concerned',
    sentence: [...inside, ...doubts].join(' '),
    duty: 'Vous devez en informer par écrit l’acquéreur ou le locataire et lui communiquer les informations publiées par l’État sur ce secteur ; l’acte de vente ou de location l’atteste (article L. 125-7 du code de l’environnement).',
    toVerify,
    details: { sites, nearby },
  };
}

type DrawnSite = SisSite & { outline: NonNullable<SisSite['outline']> };
const isDrawn = (site: SisSite): site is DrawnSite => site.outline !== null;
const named = ({ name, id }: SisSite): string => (id === '' ? `« ${name} »` : `« ${name} » (${id})`);

function unplacedSentence(site: SisSite): string {
  return `La source signale le secteur d’information sur les sols ${named(site)} sans en donner le contour. Par prudence, le terrain est tenu pour concerné : à vérifier sur la fiche du secteur.`;
}

function nearbySentence(site: Placed<SisSite>): string {
  const metres = site.overlap.distanceMetres ?? 0;
  const where = metres < 1 ? 'jouxte le terrain' : `est à environ ${frenchDistance(metres)}`;
  return `Le secteur d’information sur les sols ${named(site)} ${where} : à vérifier sur la fiche du secteur.`;
}
