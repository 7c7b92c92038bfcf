import { withUsualName } from './aerodrome-names.ts';
import type { NoiseZone, UndrawnNoisePlan } from './facts.ts';
import { type Placed, placeZones } from '#domain/geometry/overlap.ts';
import type { Reference } from './findings.ts';
import { frenchDate, frenchDistance } from '#domain/french.ts';
import { rule, type Open } from './rule.ts';

const LEVELS = { A: 'bruit très fort', B: 'bruit fort', C: 'bruit modéré', D: 'bruit faible' };

/**
 * État des nuisances sonores aériennes: L112-11 code de l'urbanisme (since 01/06/2020). Zones A to D of a plan
 * d'exposition au bruit; only the most severe zone of each aerodrome is kept, so two aerodromes give two zones. A
 * nearby plan known only by its arrêté leaves the heading open: an absent zone then proves nothing.
 */
export const bruit = rule({
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
});

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
  return `L’immeuble est situé dans la zone ${zone.zone} – ${LEVELS[zone.zone]} – du plan d’exposition au bruit de l’aérodrome ${aerodrome(zone)}${precision}.`;
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
