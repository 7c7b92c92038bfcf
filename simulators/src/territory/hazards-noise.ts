import { METRES_PER_DEGREE, type Point } from './geometry.ts';
import { ellipse, metresTo } from './hazards-outline.ts';
import type { MultiPolygon } from 'geojson';

/** Plans d'exposition au bruit (PEB): nested zones A to D around typed aerodromes, each with the inner one as a hole. */

export type NoiseZone = {
  letter: 'A' | 'B' | 'C' | 'D';
  /** Indexes as they are published: strings, and in some plans inverted. */
  outerIndex: string;
  innerIndex: string;
  aerodrome: Aerodrome;
  outline: MultiPolygon;
  mapId: number;
};
type Aerodrome = {
  oaci: string;
  name: string;
  /** `date_arret` of the layer, and the date in the document's name, which can be thirty years later. */
  layerDate: string;
  documentDate: string;
  producer: string;
};
type Ring = { centre: Point; longMetres: number; shortMetres: number };
type NoisePlan = Aerodrome & { bearing: number; rings: Ring[]; indexes: [outer: string, inner: string][] };

const LDEN: [string, string][] = [['70', '70'], ['65', '70'], ['56', '65'], ['50', '56']]; // prettier-ignore
/** Outer and inner exchanged, as LFMD publishes them. */
const INVERTED_LDEN: [string, string][] = [['70', '70'], ['70', '65'], ['65', '57'], ['57', '50']]; // prettier-ignore
/** Indice psophique of the plans made before 2002: no unit, and inverted here too. */
const INVERTED_PSOPHIC: [string, string][] = [['96', '96'], ['96', '89'], ['89', '84'], ['84', '78']]; // prettier-ignore

/** Rings around one centre, from zone A outwards, in kilometres. */
function concentric(centre: Point, halfAxesKm: [long: number, short: number][]): Ring[] {
  return halfAxesKm.map(([long, short]) => ({ centre, longMetres: long * 1000, shortMetres: short * 1000 }));
}

const regional = (centre: Point): Ring[] => concentric(centre, [[1.6, 0.4], [2.8, 0.8], [5, 1.7], [10, 4]]); // prettier-ignore

function plan(
  oaci: string,
  name: string,
  rest: Omit<NoisePlan, 'oaci' | 'name' | 'producer' | 'indexes' | 'documentDate'> & Partial<NoisePlan>,
): NoisePlan {
  return { oaci, name, producer: 'DSAC', indexes: LDEN, documentDate: rest.layerDate, ...rest };
}

const PLANS: NoisePlan[] = [
  plan('LFPG', 'P. CH. DE GAULLE', {
    layerDate: '2007-04-03',
    producer: 'DSAC NORD',
    bearing: 88,
    rings: [
      { centre: [2.545, 49.018], longMetres: 3500, shortMetres: 1600 },
      { centre: [2.545, 49.018], longMetres: 5000, shortMetres: 2500 },
      { centre: [2.575, 49.025], longMetres: 20_800, shortMetres: 6000 },
      { centre: [2.577, 49.053], longMetres: 33_000, shortMetres: 15_500 },
    ],
  }),
  plan('LFPB', 'PARIS LE BOURGET', {
    layerDate: '2017-02-06',
    producer: 'SNIA',
    bearing: 16,
    rings: concentric([2.434, 48.953], [[3.2, 1.2], [3.8, 1.7], [5, 2.6], [7.5, 4.5]]), // prettier-ignore
  }),
  plan('LFML', 'MARSEILLE PROVENCE', { layerDate: '2006-08-04', bearing: 135, rings: regional([5.215, 43.437]) }),
  plan('LFMN', 'NICE COTE D’AZUR', { layerDate: '2005-02-08', bearing: 37, rings: regional([7.215, 43.658]) }),
  plan('LFBO', 'TOULOUSE BLAGNAC', { layerDate: '2007-08-31', bearing: 143, rings: regional([1.38, 43.622]) }),
  plan('LFRS', 'NANTES ATLANTIQUE', { layerDate: '2004-09-17', bearing: 30, rings: regional([-1.607, 47.157]) }),
  plan('LFRH', 'LORIENT LANN-BIHOUE', { layerDate: '2012-05-21', bearing: 105, rings: regional([-3.44, 47.7606]) }),
  plan('LFBH', 'LA ROCHELLE ILE DE RE', { layerDate: '2013-12-20', bearing: 90, rings: regional([-1.195, 46.179]) }),
  plan('LFQQ', 'LILLE LESQUIN', { layerDate: '2009-10-26', bearing: 155, rings: regional([3.1057, 50.5633]) }),
  plan('LFMD', 'CANNES MANDELIEU', {
    layerDate: '2005-02-08',
    bearing: 170,
    indexes: INVERTED_LDEN,
    rings: concentric([6.954167, 43.546391], [[0.8, 0.2], [1.4, 0.5], [2.6, 1], [4.5, 2]]), // prettier-ignore
  }),
  plan('LFNA', 'GAP TALLARD', {
    layerDate: '1985-06-28',
    documentDate: '2017-04-11',
    bearing: 30,
    rings: concentric([6.036667, 44.453889], [[0.7, 0.2], [1.1, 0.4], [2, 0.8], [3.2, 1.4]]), // prettier-ignore
  }),
  plan('LFPZ', 'ST CYR', {
    layerDate: '1985-07-03',
    bearing: 110,
    indexes: INVERTED_PSOPHIC,
    rings: concentric([2.073333, 48.81028], [[0.8, 0.3], [1.4, 0.6], [2.6, 1.1], [4.6, 2.2]]), // prettier-ignore
  }),
];

/** Aerodromes whose arrêté is published without any polygon. */
export const AERODROMES_WITHOUT_ZONES: { oaci: string; name: string; at: Point; documentDate: string }[] = [
  { oaci: 'LFPN', name: 'TOUSSUS', at: [2.111178, 48.749756], documentDate: '1985-07-03' },
  { oaci: 'FMEE', name: 'LA REUNION-ROLAND GARROS', at: [55.516342, -20.889917], documentDate: '1996-02-01' },
  { oaci: 'SOCA', name: 'CAYENNE', at: [-52.361942, 4.819722], documentDate: '1995-11-09' },
];

const ZONES: NoiseZone[] = PLANS.flatMap((plan, index) => zonesOf(plan, 550 + 4 * index));

export const AERODROMES: { aerodrome: Aerodrome; at: Point }[] = PLANS.map((plan) => {
  return { aerodrome: plan, at: plan.rings[0]?.centre ?? [0, 0] };
});

/** Zones that hold the point or pass within `radiusMetres` of it: the neighbours that a map server returns too. */
export function noiseZonesNear(point: Point, radiusMetres: number): NoiseZone[] {
  return ZONES.filter(
    ({ outline }) => mayTouch(outline, point, radiusMetres) && metresTo(outline, point) <= radiusMetres,
  );
}

function zonesOf(plan: NoisePlan, firstMapId: number): NoiseZone[] {
  const rings = plan.rings.map((ring) => ellipse(ring.centre, ring, plan.bearing));
  const letters = ['A', 'B', 'C', 'D'] as const;
  return letters.flatMap((letter, index): NoiseZone[] => {
    const [ring, indexes] = [rings[index], plan.indexes[index]];
    if (!ring || !indexes) return [];
    const hole = rings[index - 1];
    const outline: MultiPolygon = { type: 'MultiPolygon', coordinates: [hole ? [ring, hole.toReversed()] : [ring]] };
    return [
      { letter, outerIndex: indexes[0], innerIndex: indexes[1], aerodrome: plan, outline, mapId: firstMapId + index },
    ];
  });
}

function mayTouch(outline: MultiPolygon, [longitude, latitude]: Point, radiusMetres: number): boolean {
  const ring = outline.coordinates[0]?.[0] ?? [];
  const margin = (2 * radiusMetres) / METRES_PER_DEGREE;
  const within = (axis: 0 | 1, value: number) =>
    ring.some((corner) => (corner[axis] ?? 0) <= value + margin) &&
    ring.some((corner) => (corner[axis] ?? 0) >= value - margin);
  return within(0, longitude) && within(1, latitude);
}
