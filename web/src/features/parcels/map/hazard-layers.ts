import type { PlanZones, PreviewLayer, PreviewZones } from '@clairisque/contract/preview.ts';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';

/** Hatching of a heading's zones, distinct in black and white; also in the legend. */
type Hatching = { label: string; colour: string; path: string };

/** Of the free preview, and of the published plans. */
export type HazardLayer = PreviewLayer | 'ppr';
export type MapZones = Pick<PreviewZones, 'type'> & {
  features: (PreviewZones['features'][number] | PlanZones['zones']['features'][number])[];
};

/** Side of a hatching tile, in the units of its paths. */
export const HATCHING_SIZE = 12;

/** The base map is the same in both colour schemes, so these are too. */
export const HATCHINGS: Record<HazardLayer, Hatching> = {
  ppr: { label: 'Plans de prévention (PPR)', colour: '#7a1f3d', path: 'M2 2L7 7' },
  bruit: { label: 'Bruit des aérodromes', colour: '#6a3d9a', path: 'M-3 3L3 -3M0 12L12 0M9 15L15 9' },
  sis: { label: 'Pollution des sols (SIS)', colour: '#8a3b12', path: 'M3 3h.01M9 9h.01' },
  'trait-de-cote': { label: 'Recul du trait de côte', colour: '#0b5c8f', path: 'M0 4q3 -3 6 0t6 0M0 10q3 -3 6 0t6 0' },
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

/**
 * The zones of the preview, under the parcels: one source, three layers per heading. Call it once the style is loaded.
 */
export function createHazardOverlay(map: MapLibreMap): (hazards: Hazards) => void {
  let drawn: MapZones | null = null;
  map.addSource(SOURCE, { type: 'geojson', data: NO_ZONES });
  for (const heading of HAZARD_LAYERS) {
    map.addImage(`hatching-${heading}`, hatchingImage(HATCHINGS[heading]), { pixelRatio: 2 });
    for (const layer of layersOf(heading)) map.addLayer(layer, BELOW);
  }
  return ({ zones, hidden, areOff, opacity }) => {
    if (zones !== drawn) void map.getSource<GeoJSONSource>(SOURCE)?.setData(zones ?? NO_ZONES);
    drawn = zones;
    for (const heading of HAZARD_LAYERS) {
      for (const { id } of layersOf(heading))
        map.setLayoutProperty(id, 'visibility', areOff || hidden.includes(heading) ? 'none' : 'visible');
      map.setPaintProperty(`${heading}-tint`, 'fill-opacity', (TINTS[heading] ?? TINT) * opacity);
      map.setPaintProperty(`${heading}-hatching`, 'fill-opacity', opacity);
      map.setPaintProperty(`${heading}-edge`, 'line-opacity', opacity);
    }
  };
}

function layersOf(heading: HazardLayer): LayerSpecification[] {
  const { colour } = HATCHINGS[heading];
  const common = { source: SOURCE, filter: ['==', ['get', 'rubrique'], heading] as ['==', ['get', string], string] };
  return [
    { ...common, id: `${heading}-tint`, type: 'fill', paint: { 'fill-color': colour } },
    { ...common, id: `${heading}-hatching`, type: 'fill', paint: { 'fill-pattern': `hatching-${heading}` } },
    { ...common, id: `${heading}-edge`, type: 'line', paint: { 'line-color': colour, 'line-width': 2 } },
  ];
}

/** Twice as fine as a CSS pixel. */
function hatchingImage({ colour, path }: Hatching): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2 * HATCHING_SIZE;
  const drawing = canvas.getContext('2d');
  if (!drawing) return new ImageData(canvas.width, canvas.height);
  drawing.scale(2, 2);
  drawing.strokeStyle = colour;
  drawing.lineWidth = 1.5;
  drawing.lineCap = 'round';
  drawing.stroke(new Path2D(path));
  return drawing.getImageData(0, 0, canvas.width, canvas.height);
}
