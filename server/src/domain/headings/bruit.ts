import { enumeration, frenchDate, frenchDistance } from '#domain/french.ts';
import { placeZones, type Placed } from '#domain/geometry/overlap.ts';
import { shareOfGround, nearest, positions } from '#domain/printing/overlap.ts';
import { PART } from '#domain/printing/parts.ts';
import { shortDate } from '#domain/printing/text.ts';
import { usualAerodrome, withUsualName } from '#domain/risks/aerodrome-names.ts';
import type { NoiseZone, UndrawnNoisePlan } from '#domain/risks/facts.ts';
import type { Reference } from '#domain/risks/findings.ts';
import { rule, type Open } from '#domain/risks/rule.ts';
import { items } from './comparison.ts';
import { ownHeading } from './heading.ts';

const LEVELS = { A: 'très fort', B: 'fort', C: 'modéré', D: 'faible' } as const;
const STYLES = { A: 'peb-a', B: 'peb-b', C: 'peb-c', D: 'peb-d' } as const;

/**
 * État des nuisances sonores aériennes: L112-11 code de l'urbanisme (since 01/06/2020). Zones A to D of a plan
 * d'exposition au bruit; only the most severe zone of each aerodrome is kept, so two aerodromes give two zones. A
 * nearby plan known only by its arrêté leaves the heading open: an absent zone then proves nothing.
 */
export const bruit = ownHeading({
  rule: rule({
    heading: 'bruit',
    title: 'Nuisances sonores aériennes',
    article: 'L. 112-11 du code de l’urbanisme',
    facts: ['noise', 'noisePlans'],
    assess: ({ noise, noisePlans }, property) => {
      const undrawn = noisePlans.map(withUsualName);
      const placed = placeZones(property, noise.map(withUsualName));
      const details = { zones: mostSevere(placed.zones), nearby: mostSevere(placed.nearby) };
      const doubts = [
        ...details.zones.filter(({ overlap }) => overlap.nearBoundary).map(boundarySentence),
        ...details.nearby.map(nearbySentence),
        ...undrawn.map(undrawnSentence),
      ];
      const unreadable = placed.unreadable.length;
      if (details.zones.length === 0 && undrawn.length > 0) return notDrawn(undrawn, doubts);
      if (details.zones.length === 0) {
        const none = 'L’immeuble n’est situé dans aucune zone de bruit d’un plan d’exposition au bruit.';
        return {
          state: 'not-concerned',
          sentence: [none, ...doubts].join(' '),
          toVerify: doubts.length > 0,
          details,
          unreadable,
        };
      }
      return {
        state: 'concerned',
        sentence: [...details.zones.map(zoneSentence), ...doubts].join(' '),
        duty: 'Vous devez remettre l’état des nuisances sonores aériennes à l’acquéreur ou au locataire si l’immeuble est à usage d’habitation, à usage mixte ou constructible. Le plan d’exposition au bruit se consulte en ligne et à la mairie de la commune.',
        toVerify: doubts.length > 0,
        references: undrawn.map(referenceTo),
        details,
        unreadable,
      };
    },
  }),
  sources: { noise: 'Plans d’exposition au bruit', noisePlans: 'Arrêtés des plans d’exposition au bruit' },
  shortTitle: 'Bruit des aérodromes',
  concerned: ({ zones }) => ({
    subject: `Bruit d’aérodrome : ${enumeration([...new Set(zones.map(({ zone }) => `zone ${zone}`))])}`,
    sentence: '',
    position: positions(zones.map(({ zone, overlap }) => [`zone ${zone}`, overlap])),
  }),
  notConcerned: ({ nearby }) => `Terrain hors de toute zone de bruit.${nearest(nearby)}`,
  whereToVerify: 'sur le plan lui-même ou en mairie',
  terms: [
    { term: 'ENSA', text: `État des nuisances sonores aériennes : la partie ${PART.noise} de ce document.` },
    {
      term: 'Lden',
      text: 'Indice de bruit qui pèse davantage le soir et la nuit, en décibels. Les plans antérieurs à 2002 emploient l’indice psophique, sans unité.',
    },
    { term: 'PEB', text: 'Plan d’exposition au bruit d’un aérodrome.' },
  ],
  checked: null,
  localPlan: {
    ours: 'La Géoplateforme (plans d’exposition au bruit)',
    theirs: 'une zone de bruit d’aérodrome',
  },
  papers: null,
  isDutyMore: true,
  fiche: null,
  changes: items(({ zones }) => zones, { name: noiseName, words: ['zone', 'zones'] }),
  plans: ({ zones }) =>
    zones.map(({ aerodromeName, decreeDate, zone, overlap }) => ({
      name: aerodromeName,
      facts: [
        decreeDate === null ? 'date non précisée' : `plan du ${shortDate(decreeDate)}`,
        `bruit ${LEVELS[zone]} (zone ${zone})`,
        shareOfGround(overlap),
      ],
    })),
  consequences: () => [
    {
      topic: 'building',
      order: 5,
      text: 'Construire un logement est en principe interdit en zones de bruit A et B, très limité en C, possible en D avec une isolation acoustique.',
      source: 'L. 112-10 et L. 112-12 du code de l’urbanisme',
    },
    {
      topic: 'letting',
      order: 2,
      text: `L’état des nuisances sonores aériennes (partie ${PART.noise}) est joint au bail d’un logement.`,
      source: 'L. 112-11 du code de l’urbanisme',
    },
  ],
  atRenewal: null,
  explanations: [
    {
      order: 7,
      title: 'Bruit des aérodromes',
      paragraphs: [
        {
          lead: null,
          text: 'Le plan d’exposition au bruit distingue les zones A et B (bruit fort), C (bruit modéré) et D (information). Les logements sont en principe interdits en A et en B, très limités en C, possibles en D avec une isolation acoustique.',
        },
      ],
      address: { text: 'www.geoportail.gouv.fr', href: 'https://www.geoportail.gouv.fr/' },
    },
  ],
  method: { by: 'outline', name: 'bruit des aérodromes', order: 2 },
  form: null,
  drawing: {
    placed: ({ zones, nearby }) => [...zones, ...nearby],
    given: ({ noise }) => (noise.state === 'not-obtained' ? [] : noise.value),
    label: zoneLabel,
    column: (zone) => `Bruit, zone ${zone.zone}, ${zone.aerodromeName}`,
    onMap: (zone) => ({ label: zoneLabel(zone), mark: zone.zone, style: STYLES[zone.zone] }),
    // Each aerodrome has its own plan.
    mapOf: ({ aerodrome, aerodromeName }) => ({ key: aerodrome, subject: aerodromeName }),
    mapTitle: (aerodrome) => `Plan d’exposition au bruit${aerodrome === null ? '' : ` : ${aerodrome}`}`,
    neighbours: (around, aerodrome) =>
      around.map(withUsualName).filter(({ aerodromeName }) => aerodromeName === aerodrome),
  },
});

function zoneLabel({ zone, aerodromeName }: NoiseZone): string {
  return `Zone ${zone}, ${aerodromeName}`;
}

function noiseName(noise: NoiseZone): string {
  const { zone, decreeDate } = noise;
  const plan = decreeDate === null ? '' : `, plan du ${frenchDate(decreeDate)}`;
  return `zone ${zone} de l’aérodrome ${usualAerodrome(noise)}${plan}`;
}

/** One zone by aerodrome: the most severe, and of two drawings of the same zone the one that covers most. */
function mostSevere(zones: Placed<NoiseZone>[]): Placed<NoiseZone>[] {
  const sorted = [...zones].sort(
    (a, b) =>
      a.zone.localeCompare(b.zone) ||
      (b.overlap.shareOfParcel ?? 0) - (a.overlap.shareOfParcel ?? 0) ||
      distance(a) - distance(b),
  );
  const byAerodrome = Map.groupBy(sorted, (zone) => zone.aerodrome);
  return [...byAerodrome.values()].flatMap((ofOne) => ofOne.slice(0, 1));
}

const distance = ({ overlap }: Placed<NoiseZone>): number => overlap.distanceMetres ?? 0;

function zoneSentence(zone: Placed<NoiseZone>): string {
  const details = [index(zone), zone.decreeDate && `plan du ${frenchDate(zone.decreeDate)}`].filter(Boolean);
  const precision = details.length ? ` (${details.join(', ')})` : '';
  return `L’immeuble est situé dans la zone ${zone.zone} – bruit ${LEVELS[zone.zone]} – du plan d’exposition au bruit de l’aérodrome ${aerodrome(zone)}${precision}.`;
}

/** Plans made before 2002 use the psophic index, which has no unit: never decibels. */
function index({ index }: NoiseZone): string | null {
  if (!index) return null;
  const name = index.kind === 'lden' ? 'indice Lden' : 'indice psophique';
  return index.low === index.high
    ? `${name} ${decimal(index.low)}`
    : `${name} de ${decimal(index.low)} à ${decimal(index.high)}`;
}

const decimal = (value: number): string => String(value).replace('.', ',');

function boundarySentence(zone: Placed<NoiseZone>): string {
  return `L’immeuble est proche d’une limite de la zone ${zone.zone} de l’aérodrome ${aerodrome(zone)}, dont le tracé en ligne est simplifié : à vérifier sur le plan lui-même.`;
}

function nearbySentence(zone: Placed<NoiseZone>): string {
  return `La zone ${zone.zone} de l’aérodrome ${aerodrome(zone)} passe à environ ${frenchDistance(distance(zone))} et son tracé en ligne est simplifié : à vérifier sur le plan lui-même.`;
}

function notDrawn(undrawn: UndrawnNoisePlan[], doubts: string[]): Open {
  const none = 'Non vérifié : aucune zone de bruit publiée ne contient l’immeuble, mais toutes ne sont pas publiées.';
  const sentence = [none, ...doubts].join(' ');
  return { state: 'open', reason: 'not-drawn', sentence, references: undrawn.map(referenceTo) };
}

function undrawnSentence(plan: UndrawnNoisePlan): string {
  const date = plan.decreeDate === null ? '' : ` du ${frenchDate(plan.decreeDate)}`;
  const where =
    plan.distanceMetres === null
      ? 'dont la source ne donne pas la position'
      : `à ${frenchDistance(plan.distanceMetres)} environ`;
  return `Le plan d’exposition au bruit${date} de l’aérodrome ${aerodrome(plan)}, ${where}, est recensé sans que ses zones soient publiées en ligne : à vérifier sur le plan lui-même ou en mairie.`;
}

const referenceTo = (plan: UndrawnNoisePlan): Reference => ({
  title: `Plan d’exposition au bruit de l’aérodrome ${aerodrome(plan)}`,
  url: plan.documentUrl,
});

const aerodrome = (zone: Pick<NoiseZone, 'aerodrome' | 'aerodromeName'>): string =>
  `${zone.aerodromeName} (${zone.aerodrome})`;
