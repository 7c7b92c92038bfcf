import { communeAt, communeByInsee, type Commune } from './communes.ts';
import { distanceMetres, type Point } from './geometry.ts';
import { unit } from './hash.ts';
import { centreOf } from './hazards-field.ts';
import { placesAround, type GridLayer } from './hazards-grid.ts';
import { metresTo, rectangle } from './hazards-outline.ts';
import type { Polygon } from 'geojson';

/** Polluted soils with an outline: secteurs d'information sur les sols (SIS) and servitudes (SUP). */

export type SoilLayer = 'sis' | 'sup';
export type SoilSite = { key: string; name: string; at: Point; outline: Polygon; squareMetres: number };

const LAYERS: Record<SoilLayer, GridLayer> = {
  sis: { seed: 'sis', density: 0.018 },
  sup: { seed: 'sup', density: 0.008 },
};
const LARGEST_HALF_DIAGONAL_METRES = 260;
const COMMUNE_RADIUS_METRES = 2500;
/** Shown without any risk: see `hazards-plans-typed.ts`. */
const QUIET = new Set(['28085']);

const FORMER_USES = [
  'Ancienne usine à gaz',
  'Ancienne station-service',
  'Ancienne fonderie',
  'Ancien pressing',
  'Ancienne décharge',
] as const;

/** The first was recorded by kelrisks; the others stand at the centre of Saint-Denis, Rouen and Dunkerque. */
const TYPED: Record<SoilLayer, SoilSite[]> = {
  sis: [
    site('sis:typed:0', 'gare de triage', { at: [2.62091, 48.87314], longMetres: 420, shortMetres: 90, bearing: 96 }),
    ...['93066', '76540', '59183'].flatMap((insee) => {
      const commune = communeByInsee(insee);
      const block = { longMetres: 420, shortMetres: 300, bearing: 90 };
      return commune ? [site(`sis:typed:${insee}`, 'Ancienne usine à gaz', { at: centreOf(commune), ...block })] : [];
    }),
  ],
  sup: [],
};

/** Finds the sites whose outline (not centre) comes within the radius; 0 asks for those that hold the point. */
export function soilsAround(layer: SoilLayer, point: Point, radiusMetres: number): SoilSite[] {
  return candidates(layer, point, radiusMetres + LARGEST_HALF_DIAGONAL_METRES).filter(
    ({ outline }) => metresTo(outline, point) <= radiusMetres,
  );
}

/** The layer is filed under the commune, never the arrondissement. */
export function soilsOf(layer: SoilLayer, commune: Commune): SoilSite[] {
  return candidates(layer, centreOf(commune), COMMUNE_RADIUS_METRES).filter(({ at }) => {
    const owner = communeAt(...at);
    return owner?.insee === commune.insee || owner?.mother?.insee === commune.insee;
  });
}

function candidates(layer: SoilLayer, point: Point, radiusMetres: number): SoilSite[] {
  const typed = TYPED[layer].filter(({ at }) => distanceMetres(at, point) <= radiusMetres);
  const drawn = placesAround(LAYERS[layer], point, radiusMetres)
    .filter(({ at }) => !QUIET.has(communeAt(...at)?.insee ?? ''))
    .map(({ key, at }) => {
      const use = FORMER_USES[Math.floor(unit(key, 'use') * FORMER_USES.length)] ?? FORMER_USES[0];
      const longMetres = 80 + unit(key, 'long') * 140;
      return site(key, use, { at, longMetres, shortMetres: longMetres * 0.6, bearing: unit(key, 'bearing') * 180 });
    });
  return [...typed, ...drawn];
}

function site(
  key: string,
  name: string,
  block: { at: Point; longMetres: number; shortMetres: number; bearing: number },
): SoilSite {
  const outline: Polygon = { type: 'Polygon', coordinates: [rectangle(block.at, block, block.bearing)] };
  return { key, name, at: block.at, outline, squareMetres: Math.round(block.longMetres * block.shortMetres) };
}
