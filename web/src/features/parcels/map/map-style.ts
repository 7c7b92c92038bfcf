import { tile, type TileLayer } from '@clairisque/contract/map-tiles.ts';
import type {
  ExpressionSpecification,
  LayerSpecification,
  RasterSourceSpecification,
  StyleSpecification,
} from 'maplibre-gl';

/** Prescribed zooms: 15 at the start, 18 for an address, 18 at most, parcels from 16. For tiles of 256 pixels. */
export const ZOOM = { start: 15, address: 18, max: 18, parcels: 16 } as const;
export const PARIS = { longitude: 2.3522, latitude: 48.8566 };

/** MapLibre's zooms are for tiles of 512 pixels: its 14 shows the tiles 15. */
export const toMapZoom = (zoom: number): number => zoom - 1;
export const fromMapZoom = (zoom: number): number => zoom + 1;

/** Sources of the tile layers: their failures show on the map. */
export const TILE_SOURCES: readonly string[] = ['plan', 'osm', 'cadastre'];

const GREEN = '#1b8a5a';
const FIR = '#0f3d33';

/** Normal by day; by night the same tiles inverted, with their hues restored. */
export const SCHEMES = {
  light: { paper: '#f3f0e8', from: 0, to: 1, hue: 0, saturation: 0, chosen: GREEN, proposed: FIR },
  dark: { paper: '#101815', from: 0.86, to: 0.06, hue: 180, saturation: -0.35, chosen: '#52c791', proposed: '#bcd3c8' },
} as const;
export type Scheme = keyof typeof SCHEMES;
const isChosen: ExpressionSpecification = ['==', ['get', 'chosen'], true];

function tiles(layer: TileLayer, minzoom: number): RasterSourceSpecification {
  const path = tile.url.replace(':couche', layer).replaceAll(/:([zxy])/g, '{$1}');
  return { type: 'raster', tiles: [`${window.location.origin}${path}`], tileSize: 256, minzoom, maxzoom: ZOOM.max };
}

export const PARCELS_SOURCE = 'parcels';
/** The other parcels in view, drawn once while the user chooses among them. */
export const IN_VIEW_SOURCE = 'in-view';

/** A reader who asks for less motion sees tiles and colours at once. */
const fadeMs = (): number => (window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 300);

export function mapStyle(): StyleSpecification {
  const duration = fadeMs();
  const paint = { 'raster-fade-duration': duration };
  return {
    version: 8,
    transition: { duration, delay: 0 },
    sources: {
      plan: tiles('plan', 0),
      osm: tiles('osm', 0),
      cadastre: tiles('cadastre', ZOOM.parcels),
      [IN_VIEW_SOURCE]: { type: 'geojson', promoteId: 'code', data: { type: 'FeatureCollection', features: [] } },
      [PARCELS_SOURCE]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: [
      { id: 'paper', type: 'background', paint: { 'background-color': '#f3f0e8' } },
      { id: 'plan', type: 'raster', source: 'plan', paint },
      { id: 'osm', type: 'raster', source: 'osm', layout: { visibility: 'none' }, paint },
      { id: 'cadastre', type: 'raster', source: 'cadastre', minzoom: toMapZoom(ZOOM.parcels), paint },
      ...parcelLayers(),
    ],
  };
}

function parcelLayers(): LayerSpecification[] {
  return [
    {
      id: 'in-view-fill',
      type: 'fill',
      source: IN_VIEW_SOURCE,
      paint: {
        'fill-color': GREEN,
        'fill-opacity': ['case', ['boolean', ['feature-state', 'hovered'], false], 0.2, 0],
      },
    },
    { id: 'in-view-line', type: 'line', source: IN_VIEW_SOURCE, paint: { 'line-color': FIR, 'line-width': 1 } },
    {
      id: 'parcels-fill',
      type: 'fill',
      source: PARCELS_SOURCE,
      paint: {
        'fill-color': GREEN,
        'fill-opacity': ['case', ['get', 'chosen'], 0.32, ['get', 'highlighted'], 0.18, 0.04],
      },
    },
    {
      id: 'parcels-proposed',
      type: 'line',
      source: PARCELS_SOURCE,
      filter: ['!', isChosen],
      paint: { 'line-color': FIR, 'line-width': ['case', ['get', 'highlighted'], 3, 1.5], 'line-dasharray': [2, 2] },
    },
    {
      id: 'parcels-chosen',
      type: 'line',
      source: PARCELS_SOURCE,
      filter: isChosen,
      paint: { 'line-color': GREEN, 'line-width': 3.5 },
    },
  ];
}
