import type { PreviewLayer, PreviewZones } from '@clairisque/contract/preview.ts';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';

/** Hatching of a heading's zones, distinct in black and white; also in the legend. */
type Hatching = { label: string; colour: string; path: string };

/** Side of a hatching tile, in the units of its paths. */
export const HATCHING_SIZE = 12;

/** The base map is the same in both colour schemes, so these are too. */
export const HATCHINGS: Record<PreviewLayer, Hatching> = {
  bruit: { label: 'Bruit des aérodromes', colour: '#6a3d9a', path: 'M-3 3L3 -3M0 12L12 0M9 15L15 9' },
  sis: { label: 'Pollution des sols (SIS)', colour: '#8a3b12', path: 'M3 3h.01M9 9h.01' },
  'trait-de-cote': { label: 'Recul du trait de côte', colour: '#0b5c8f', path: 'M0 4q3 -3 6 0t6 0M0 10q3 -3 6 0t6 0' },
};
export const HAZARD_LAYERS = Object.keys(HATCHINGS) as PreviewLayer[];

/** What the preview draws: opacity from 0 to 1. */
export type Hazards = { zones: PreviewZones | null; hidden: readonly PreviewLayer[]; opacity: number };

const SOURCE = 'hazards';
const BELOW = 'parcels-fill';
const NO_ZONES: PreviewZones = { type: 'FeatureCollection', features: [] };
const TINT = 0.25;

/**
 * The zones of the preview, under the parcels: one source, three layers per heading. Call it once the style is loaded.
 */
export function createHazardOverlay(map: MapLibreMap): (hazards: Hazards) => void {
  let drawn: PreviewZones | null = null;
  map.addSource(SOURCE, { type: 'geojson', data: NO_ZONES });
  for (const heading of HAZARD_LAYERS) {
    map.addImage(`hatching-${heading}`, hatchingImage(HATCHINGS[heading]), { pixelRatio: 2 });
    for (const layer of layersOf(heading)) map.addLayer(layer, BELOW);
  }
  return ({ zones, hidden, opacity }) => {
    if (zones !== drawn) void map.getSource<GeoJSONSource>(SOURCE)?.setData(zones ?? NO_ZONES);
    drawn = zones;
    for (const heading of HAZARD_LAYERS) {
      for (const { id } of layersOf(heading))
        map.setLayoutProperty(id, 'visibility', hidden.includes(heading) ? 'none' : 'visible');
      map.setPaintProperty(`${heading}-tint`, 'fill-opacity', TINT * opacity);
      map.setPaintProperty(`${heading}-hatching`, 'fill-opacity', opacity);
      map.setPaintProperty(`${heading}-edge`, 'line-opacity', opacity);
    }
  };
}

function layersOf(heading: PreviewLayer): LayerSpecification[] {
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
