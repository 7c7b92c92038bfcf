import { communeAt, type Commune } from './communes.ts';
import { distanceMetres, type Point } from './geometry.ts';
import { unit } from './hash.ts';
import { centreOf } from './hazards-field.ts';
import { placesAround, placesOf, type GridLayer, type GridPlace } from './hazards-grid.ts';
import { PLANTS, plantOf } from './hazards-plan-kinds.ts';
import { isDivided } from './hazards-plans.ts';

/** Point data around a place: former industrial sites, installations, cavities, ground movements, nuclear plants. */

export type SiteLayer = 'casias' | 'instructions' | 'installations' | 'cavities' | 'ground-movements';

const LAYERS: Record<SiteLayer, GridLayer> = {
  casias: { seed: 'casias', density: 0.1 },
  instructions: { seed: 'instructions', density: 0.012 },
  installations: { seed: 'installations', density: 0.05 },
  cavities: { seed: 'cavities', density: 0.02 },
  'ground-movements': { seed: 'ground-movements', density: 0.025 },
};
/** Lille, Reims, Caen, Rouen, Versailles: chalk and stone quarries under the streets. */
const UNDERMINED = new Set(['59350', '51454', '14118', '76540', '78646']);
/** How many places of the commune have its centre for coordinates: three and more make a cluster of default points. */
const DEFAULT_POINTS: Partial<Record<SiteLayer, (commune: Commune) => number>> = {
  casias: ({ insee }) => (unit('casias-cluster', insee) < 0.6 ? 3 + Math.floor(unit('casias-count', insee) * 3) : 0),
  installations: ({ insee }) => (unit('icpe-centroid', insee) < 0.5 ? 2 : 0),
  cavities: ({ insee }) => (UNDERMINED.has(insee) ? 4 : unit('cavity-centroid', insee) < 0.2 ? 1 : 0),
};

/** Nearest first. */
export function sitesAround(layer: SiteLayer, point: Point, radiusMetres: number): GridPlace[] {
  const commune = communeAt(...point);
  const defaults =
    commune && distanceMetres(point, centreOf(commune)) <= radiusMetres ? defaultPoints(layer, commune) : [];
  return [...plants(layer, commune), ...defaults, ...placesAround(LAYERS[layer], point, radiusMetres)]
    .filter(({ at }) => distanceMetres(point, at) <= radiusMetres)
    .sort((a, b) => distanceMetres(point, a.at) - distanceMetres(point, b.at));
}

/** Under the code 75056, 69123 or 13055, CASIAS only has the sites it could not place in an arrondissement. */
export function sitesOf(layer: SiteLayer, commune: Commune): GridPlace[] {
  const located = layer === 'casias' && isDivided(commune) ? [] : placesOf(LAYERS[layer], commune);
  return [...plants(layer, commune), ...defaultPoints(layer, commune), ...located];
}

/** The « Seveso seuil haut » plant for which the commune has its PPRT. */
export function isPlant(place: GridPlace): boolean {
  return place.key.startsWith('plant:');
}

function plants(layer: SiteLayer, commune: Commune | null): GridPlace[] {
  const at = commune && plantOf(commune);
  if (!at || layer !== 'installations') return [];
  return [{ key: `plant:${PLANTS[commune.insee]?.name ?? commune.name}`, at, isDefaultPoint: false }];
}

function defaultPoints(layer: SiteLayer, commune: Commune): GridPlace[] {
  const count = DEFAULT_POINTS[layer]?.(commune) ?? 0;
  return Array.from({ length: count }, (_, index) => {
    return { key: `${layer}:${commune.insee}:${index}`, at: centreOf(commune), isDefaultPoint: true };
  });
}

export type NuclearPlant = { name: string; type: string; at: Point; emergencyRadiusKm: number };

const NUCLEAR_PLANTS: NuclearPlant[] = [
  {
    name: 'Flamanville',
    type: 'Centrale nucléaire de production d’électricité',
    at: [-1.8817, 49.5364],
    emergencyRadiusKm: 20,
  },
  { name: 'La Hague', type: 'Usine de retraitement', at: [-1.881, 49.678], emergencyRadiusKm: 20 },
  {
    name: 'Gravelines',
    type: 'Centrale nucléaire de production d’électricité',
    at: [2.136, 51.0153],
    emergencyRadiusKm: 20,
  },
  {
    name: 'Bugey',
    type: 'Centrale nucléaire de production d’électricité',
    at: [5.2708, 45.7983],
    emergencyRadiusKm: 20,
  },
  {
    name: 'Blayais',
    type: 'Centrale nucléaire de production d’électricité',
    at: [-0.6933, 45.2558],
    emergencyRadiusKm: 20,
  },
  {
    name: 'Dampierre',
    type: 'Centrale nucléaire de production d’électricité',
    at: [2.5167, 47.7331],
    emergencyRadiusKm: 20,
  },
];

/** Finds the plants whose plan particulier d'intervention (PPI) covers the point. */
export function nuclearPlantsAt(point: Point): NuclearPlant[] {
  return NUCLEAR_PLANTS.filter(({ at, emergencyRadiusKm }) => distanceMetres(at, point) <= emergencyRadiusKm * 1000);
}
