import type { DrawnHeading } from '@clairisque/contract/common/headings.ts';
import type { PlanZones, PreviewZones } from '@clairisque/contract/preview.ts';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import type { Scheme } from './map-style.ts';

/** Hatching of a heading's zones, distinct in black and white; also in the legend. */
type Hatching = { label: string; colours: Record<Scheme, string>; path: string };

/** Layers of the free preview, and of the published plans. */
export type HazardLayer = DrawnHeading | 'ppr';
export type MapZones = Pick<PreviewZones, 'type'> & {
  features: (PreviewZones['features'][number] | PlanZones['zones']['features'][number])[];
};

/** Side of a hatching tile, in the units of its paths. */
export const HATCHING_SIZE = 12;

/** The base map is dark by night. */
export const HATCHINGS: Record<HazardLayer, Hatching> = {
  ppr: {
    label: 'Plans de prévention (PPR)',
    colours: { light: '#7a1f3d', dark: '#f29bb8' },
    path: 'M2 2L7 7',
  },
  bruit: {
    label: 'Bruit des aérodromes',
    colours: { light: '#6a3d9a', dark: '#c8a6f0' },
    path: 'M-3 3L3 -3M0 12L12 0M9 15L15 9',
  },
  sis: {
    label: 'Pollution des sols (SIS)',
    colours: { light: '#8a3b12', dark: '#f0a878' },
    path: 'M3 3h.01M9 9h.01',
  },
  'trait-de-cote': {
    label: 'Recul du trait de côte',
    colours: { light: '#0b5c8f', dark: '#7cc0ee' },
    path: 'M0 4q3 -3 6 0t6 0M0 10q3 -3 6 0t6 0',
  },
};
export const HAZARD_LAYERS = Object.keys(HATCHINGS) as HazardLayer[];

/** What is drawn: opacity from 0 to 1; `areOff` hides all, whatever `hidden` says. */
export type Hazards = {
  zones: MapZones | null;
  hidden: readonly HazardLayer[];
  areOff: boolean;
  opacity: number;
};

const SOURCE = 'hazards';
const BELOW = 'parcels-fill';
const NO_ZONES: MapZones = { type: 'FeatureCollection', features: [] };
const TINT = 0.25;
/** A plan often covers the whole map, where parcels must stay readable. */
const TINTS: Partial<Record<HazardLayer, number>> = { ppr: 0.08 };

export type HazardOverlay = { draw: (hazards: Hazards) => void; paint: (scheme: Scheme) => void };

/**
 * The zones of the preview, under the parcels: one source, three layers per heading. Call it once the style is loaded.
 */
export function createHazardOverlay(map: MapLibreMap, scheme: Scheme): HazardOverlay {
  let drawn: MapZones | null = null;
  map.addSource(SOURCE, { type: 'geojson', data: NO_ZONES });
  for (const heading of HAZARD_LAYERS) {
    map.addImage(`hatching-${heading}`, hatchingImage(HATCHINGS[heading], scheme), { pixelRatio: 2 });
    for (const layer of layersOf(heading, scheme)) map.addLayer(layer, BELOW);
  }
  const draw = ({ zones, hidden, areOff, opacity }: Hazards): void => {
    if (zones !== drawn) void map.getSource<GeoJSONSource>(SOURCE)?.setData(zones ?? NO_ZONES);
    drawn = zones;
    for (const heading of HAZARD_LAYERS) {
      for (const { id } of layersOf(heading, scheme))
        map.setLayoutProperty(id, 'visibility', areOff || hidden.includes(heading) ? 'none' : 'visible');
      map.setPaintProperty(`${heading}-tint`, 'fill-opacity', (TINTS[heading] ?? TINT) * opacity);
      map.setPaintProperty(`${heading}-hatching`, 'fill-opacity', opacity);
      map.setPaintProperty(`${heading}-edge`, 'line-opacity', opacity);
    }
  };
  const paint = (to: Scheme): void => {
    for (const heading of HAZARD_LAYERS) {
      map.updateImage(`hatching-${heading}`, hatchingImage(HATCHINGS[heading], to));
      map.setPaintProperty(`${heading}-tint`, 'fill-color', HATCHINGS[heading].colours[to]);
      map.setPaintProperty(`${heading}-edge`, 'line-color', HATCHINGS[heading].colours[to]);
    }
  };
  return { draw, paint };
}

function layersOf(heading: HazardLayer, scheme: Scheme): LayerSpecification[] {
  const colour = HATCHINGS[heading].colours[scheme];
  const common = { source: SOURCE, filter: ['==', ['get', 'rubrique'], heading] as ['==', ['get', string], string] };
  return [
    { ...common, id: `${heading}-tint`, type: 'fill', paint: { 'fill-color': colour } },
    { ...common, id: `${heading}-hatching`, type: 'fill', paint: { 'fill-pattern': `hatching-${heading}` } },
    { ...common, id: `${heading}-edge`, type: 'line', paint: { 'line-color': colour, 'line-width': 2 } },
  ];
}

/** Twice as fine as a CSS pixel. */
function hatchingImage({ colours, path }: Hatching, scheme: Scheme): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * HATCHING_SIZE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return new ImageData(canvas.width, canvas.height);
  drawing.scale(2, 2);
  drawing.strokeStyle = colours[scheme];
  drawing.lineWidth = 1.5;
  drawing.lineCap = 'round';
  drawing.stroke(new Path2D(path));
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}
