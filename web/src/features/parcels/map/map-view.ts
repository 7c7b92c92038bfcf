import { parcelCode, type MultiPolygon, type NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { FeatureCollection } from 'geojson';
import { Map as MapLibreMap, Marker, Popup, setWorkerUrl, type GeoJSONSource } from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import type { Bounds, Point } from './geometry.ts';
import { createHazardOverlay, type HazardOverlay, type Hazards } from './hazard-layers.ts';
import type { Viewport } from '../parcels-in-view.ts';
import {
  fromMapZoom,
  IN_VIEW_SOURCE,
  mapStyle,
  PARCELS_SOURCE,
  PARIS,
  SCHEMES,
  type Scheme,
  TILE_SOURCES,
  toMapZoom,
  ZOOM,
} from './map-style.ts';
import { trustScript } from '#lib/trusted-scripts.ts';

export type Outline = { code: string; shape: MultiPolygon; chosen: boolean; highlighted: boolean };
export type BaseLayer = 'plan' | 'osm';
/** Content of the map; it has no state besides the viewport. */
type MapScene = {
  outlines: Outline[];
  /** The others that the map shows; a click chooses one. */
  inView: readonly NearbyParcel[];
  marker: Point | null;
  /** Content of the bubble over the marker; null for none. */
  bubble: HTMLElement | null;
  base: BaseLayer;
};

export type MapEvents = {
  onPick: (point: Point, zoom: number) => void;
  onHover: (code: string | null) => void;
  onZoom: (zoom: number) => void;
  /** Called after the last key that moved the map. */
  onStop: (point: Point, zoom: number) => void;
  /** Called at first, and after each move. */
  onView: (viewport: Viewport) => void;
  /** False again as soon as a tile loads. */
  onTilesMissing: (areMissing: boolean) => void;
};

export type MapView = {
  show: (scene: MapScene) => void;
  showHazards: (hazards: Hazards) => void;
  goTo: (point: Point, zoom: number) => void;
  /** Shows all of it; does not move when it is in view. */
  fit: (bounds: Bounds) => void;
  zoomBy: (steps: 1 | -1) => void;
  /** The place of a pixel, from the upper left of the map. */
  placeOf: (pixel: readonly [x: number, y: number]) => Point;
  destroy: () => void;
};

/**
 * `helpId`: the element that says the map's keys.
 *
 * @throws when the browser has no WebGL 2.
 */
export function createMapView(container: HTMLElement, helpId: string, events: MapEvents): MapView {
  const map = createMap(container);
  nameForReaders(map.getCanvas(), helpId);
  listen(map, events);
  tellStops(map, events);
  const overlay = createOverlay(map);
  let scene: MapScene | null = null;
  let hazards: Hazards | null = null;
  let zones: HazardOverlay | null = null;
  let isStyled = false;
  const nightfall = followScheme(map, (scheme) => zones?.paint(scheme));
  // Not `load`, which waits for every tile: the parcel shows even when tiles are slow.
  map.on('style.load', () => {
    isStyled = true;
    if (scene) overlay.show(scene);
    zones = createHazardOverlay(map, nightfall.scheme());
    if (hazards) zones.draw(hazards);
  });
  return {
    show(next) {
      scene = next;
      if (isStyled) overlay.show(next);
    },
    showHazards(next) {
      hazards = next;
      zones?.draw(next);
    },
    goTo: ({ longitude, latitude }, zoom) => {
      const camera = { center: [longitude, latitude] as [number, number], zoom: toMapZoom(zoom) };
      // Flying across the country would load every tile on the way.
      if (map.getBounds().contains(camera.center)) map.easeTo({ ...camera, duration: 240 });
      else map.jumpTo(camera);
    },
    fit: (bounds) => fit(map, bounds),
    placeOf: ([x, y]) => pointOf(map.unproject([x, y])),
    zoomBy: (steps) => map.easeTo({ zoom: map.getZoom() + steps, duration: 160 }),
    destroy: () => {
      nightfall.stop();
      map.remove();
    },
  };
}

function fit(map: MapLibreMap, [west, south, east, north]: Bounds): void {
  const view = map.getBounds();
  if (!map.isMoving() && view.contains([west, south]) && view.contains([east, north])) return;
  map.fitBounds([west, south, east, north], { padding: 40, maxZoom: toMapZoom(ZOOM.max), animate: false });
}

function createMap(container: HTMLElement): MapLibreMap {
  trustScript(workerUrl);
  // Without this URL, MapLibre would start its worker from a blob, which `worker-src 'self'` refuses.
  setWorkerUrl(workerUrl);
  const map = new MapLibreMap({
    container,
    style: mapStyle(),
    center: [PARIS.longitude, PARIS.latitude],
    zoom: toMapZoom(ZOOM.start),
    minZoom: toMapZoom(4),
    maxZoom: toMapZoom(ZOOM.max),
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    renderWorldCopies: false,
    locale: { 'Map.Title': 'Carte des parcelles' },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  return map;
}

/**
 * A screen reader leaves its arrows to an application, which says itself what they do and what they found; a region,
 * MapLibre's own role, would be read line by line.
 */
function nameForReaders(canvas: HTMLCanvasElement, helpId: string): void {
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-roledescription', 'carte');
  canvas.setAttribute('aria-describedby', helpId);
}

const MOVES = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', '+', '=', '-', '_']);

/** The pointer's moves are seen by whoever makes them: only those of the keyboard are told. */
function tellStops(map: MapLibreMap, { onStop }: MapEvents): void {
  let isByKey = false;
  map.getCanvas().addEventListener('keydown', ({ key }) => (isByKey ||= MOVES.has(key)));
  map.on('moveend', () => {
    if (isByKey) onStop(pointOf(map.getCenter()), fromMapZoom(map.getZoom()));
    isByKey = false;
  });
}

function listen(map: MapLibreMap, { onPick, onHover, onZoom, onView, onTilesMissing }: MapEvents): void {
  const pick = (at: { lng: number; lat: number }) => onPick(pointOf(at), fromMapZoom(map.getZoom()));
  map.on('click', ({ lngLat }) => pick(lngLat));
  map.getCanvas().addEventListener('keydown', (event) => {
    if (event.key === 'Enter') pick(map.getCenter());
  });
  map.on('mousemove', 'parcels-fill', ({ features }) => onHover(String(features?.[0]?.properties['code'])));
  map.on('mouseleave', 'parcels-fill', () => onHover(null));
  map.on('error', (event) => {
    if ('sourceId' in event && TILE_SOURCES.includes(String(event.sourceId))) onTilesMissing(true);
  });
  map.on('sourcedata', ({ sourceId, tile }) => {
    if (tile && TILE_SOURCES.includes(sourceId)) onTilesMissing(false);
  });
  map.on('zoom', () => onZoom(fromMapZoom(map.getZoom())));
  const view = () =>
    onView({
      bounds: map.getBounds().toArray().flat() as Bounds,
      center: pointOf(map.getCenter()),
      zoom: fromMapZoom(map.getZoom()),
    });
  map.on('moveend', view);
  view();
  hoverInView(map);
  map.getCanvas().style.cursor = 'crosshair';
}

/** Only drawn: the list does not have these parcels. */
function hoverInView(map: MapLibreMap): void {
  let hovered: string | null = null;
  const hover = (code: string | null) => {
    if (code === hovered) return;
    if (hovered !== null) map.setFeatureState({ source: IN_VIEW_SOURCE, id: hovered }, { hovered: false });
    if (code !== null) map.setFeatureState({ source: IN_VIEW_SOURCE, id: code }, { hovered: true });
    hovered = code;
  };
  map.on('mousemove', 'in-view-fill', ({ features }) => hover(String(features?.[0]?.properties['code'])));
  map.on('mouseleave', 'in-view-fill', () => hover(null));
}

/** Follows the page's colour scheme. */
function followScheme(map: MapLibreMap, onChange: (scheme: Scheme) => void) {
  const night = window.matchMedia('(prefers-color-scheme: dark)');
  const scheme = (): Scheme => (night.matches ? 'dark' : 'light');
  const apply = () => {
    const { paper, from, to, hue, saturation, chosen, proposed } = SCHEMES[scheme()];
    map.setPaintProperty('paper', 'background-color', paper);
    for (const layer of TILE_SOURCES) {
      map.setPaintProperty(layer, 'raster-brightness-min', from);
      map.setPaintProperty(layer, 'raster-brightness-max', to);
      map.setPaintProperty(layer, 'raster-hue-rotate', hue);
      map.setPaintProperty(layer, 'raster-saturation', saturation);
    }
    map.setPaintProperty('parcels-fill', 'fill-color', chosen);
    map.setPaintProperty('parcels-chosen', 'line-color', chosen);
    map.setPaintProperty('parcels-proposed', 'line-color', proposed);
    map.setPaintProperty('in-view-fill', 'fill-color', chosen);
    map.setPaintProperty('in-view-line', 'line-color', proposed);
    onChange(scheme());
  };
  map.on('style.load', apply);
  const change = () => void (map.isStyleLoaded() === undefined ? null : apply());
  night.addEventListener('change', change);
  return { scheme, stop: () => night.removeEventListener('change', change) };
}

const pointOf = ({ lng, lat }: { lng: number; lat: number }): Point => ({
  longitude: round(lng),
  latitude: round(lat),
});

/** Ten centimetres are precise enough for a click. */
function round(degrees: number): number {
  return Number(degrees.toFixed(6));
}

function createOverlay(map: MapLibreMap): { show: (scene: MapScene) => void } {
  const marker = new Marker({ color: 'currentColor' });
  const bubble = new Popup({
    closeButton: false,
    closeOnClick: false,
    focusAfterOpen: false,
    offset: 38,
    maxWidth: 'none',
  });
  // The panel shows the same data: the marker is not a keyboard stop.
  marker.getElement().setAttribute('aria-hidden', 'true');
  marker.getElement().removeAttribute('tabindex');
  let drawn: MapScene['inView'] = [];
  return {
    show(scene) {
      void map.getSource<GeoJSONSource>(PARCELS_SOURCE)?.setData(featuresOf(scene.outlines));
      // A thousand: not at each choice.
      if (scene.inView !== drawn) void map.getSource<GeoJSONSource>(IN_VIEW_SOURCE)?.setData(inViewOf(scene.inView));
      drawn = scene.inView;
      for (const layer of ['plan', 'osm'])
        map.setLayoutProperty(layer, 'visibility', layer === scene.base ? 'visible' : 'none');
      marker.remove();
      bubble.remove();
      if (scene.marker === null) return;
      const position: [number, number] = [scene.marker.longitude, scene.marker.latitude];
      marker.setLngLat(position).addTo(map);
      if (scene.bubble) bubble.setLngLat(position).setDOMContent(scene.bubble).addTo(map);
    },
  };
}

function featuresOf(outlines: Outline[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: outlines.map(({ shape, ...properties }) => ({ type: 'Feature', geometry: shape, properties })),
  };
}

function inViewOf(parcels: readonly NearbyParcel[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: parcels.map((parcel) => ({
      type: 'Feature',
      geometry: parcel.multiPolygon,
      properties: { code: parcelCode(parcel) },
    })),
  };
}
