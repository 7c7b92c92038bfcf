import 'maplibre-gl/dist/maplibre-gl.css';
import { Layers, Minus, Plus, ZoomIn } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { PreviewZones } from '@clairisque/contract/preview.ts';
import type { Bounds, Point } from './geometry.ts';
import type { Hazards } from './hazard-layers.ts';
import { HazardLegend } from './hazard-legend.tsx';
import { ZOOM } from './map-style.ts';
import { createMapView, type BaseLayer, type MapView, type Outline } from './map-view.ts';
import styles from './parcel-map.module.css';

type MapBubble = { title: string; lines: string[] };

export type ParcelMapProps = {
  outlines: Outline[];
  marker: Point | null;
  bubble: MapBubble | null;
  /** Where to move; a new object moves the map again, even to the same place. */
  target: { point: Point } | null;
  /** Around several parcels: kept in view at each change of it. */
  bounds: Bounds | null;
  /** The zones of the free preview; null while unknown. */
  zones: PreviewZones | null;
  onPick: (point: Point) => void;
  onHover: (code: string | null) => void;
};

/** Shows the list of parcels, and offers another way to choose. Everything can also be done without it. */
export default function ParcelMap({
  outlines,
  marker,
  bubble,
  target,
  bounds,
  zones,
  onPick,
  onHover,
}: ParcelMapProps) {
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(null);
  const [zoom, setZoom] = useState<number>(ZOOM.start);
  const [areTilesMissing, setTilesMissing] = useState(false);
  const [base, setBase] = useState<BaseLayer>('plan');
  const [choice, setChoice] = useState<Omit<Hazards, 'zones'>>({ hidden: [], opacity: 0.6 });
  const hazards = useMemo(() => ({ ...choice, zones }), [choice, zones]);

  const pick = useEffectEvent((point: Point, zoomThen: number) => {
    // From this far a click cannot mean a parcel: it only zooms in.
    if (zoomThen < ZOOM.start - 0.5) return view.current?.goTo(point, ZOOM.parcels);
    if (zoomThen < ZOOM.parcels) view.current?.goTo(point, ZOOM.address);
    onPick(point);
  });
  const hover = useEffectEvent((code: string | null) => onHover(code));

  // The first effect: the others need the map. Without WebGL it throws, and the boundary around says so.
  useEffect(() => {
    if (!container.current) return;
    const created = createMapView(container.current, {
      onPick: (point, zoomThen) => pick(point, zoomThen),
      onHover: (code) => hover(code),
      onZoom: setZoom,
      onTilesMissing: setTilesMissing,
    });
    view.current = created;
    return () => created.destroy();
  }, []);

  useEffect(() => {
    if (target) view.current?.goTo(target.point, ZOOM.address);
  }, [target]);

  useEffect(() => {
    if (bounds) view.current?.fit(bounds);
  }, [bounds]);

  useEffect(() => {
    view.current?.show({ outlines, marker, bubble: bubble && bubbleElement(bubble), base });
  }, [outlines, marker, bubble, base]);

  useEffect(() => {
    view.current?.showHazards(hazards);
  }, [hazards]);

  const isFar = zoom < ZOOM.parcels;
  return (
    <div className={styles.map} data-zoom={Math.round(zoom)} data-far={isFar}>
      <div ref={container} className={styles.canvas} />
      <span className={styles.crosshair} aria-hidden="true" />
      {isFar && (
        <button type="button" className={styles.hint} onClick={() => view.current?.zoomBy(1)}>
          <ZoomIn aria-hidden="true" />
          Zoomez pour voir les parcelles
        </button>
      )}
      <output className={styles.missing}>
        {areTilesMissing && 'Le fond de carte ne se charge pas. Vous pouvez choisir la parcelle dans la liste.'}
      </output>
      <HazardLegend hazards={hazards} onChange={setChoice} />
      <div className={styles.controls}>
        <button type="button" aria-label="Zoomer" onClick={() => view.current?.zoomBy(1)}>
          <Plus aria-hidden="true" />
        </button>
        <button type="button" aria-label="Dézoomer" onClick={() => view.current?.zoomBy(-1)}>
          <Minus aria-hidden="true" />
        </button>
      </div>
      <button type="button" className={styles.base} onClick={() => setBase(base === 'plan' ? 'osm' : 'plan')}>
        <Layers aria-hidden="true" />
        <span>{base === 'plan' ? 'Fond OpenStreetMap' : 'Fond Plan IGN'}</span>
      </button>
      <Attribution />
    </div>
  );
}

function Attribution() {
  return (
    <p className={styles.attribution}>
      © IGN ·{' '}
      <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
        © OpenStreetMap contributors
      </a>
    </p>
  );
}

/** Built without React, which does not manage the map's bubble; text nodes need no escaping. */
function bubbleElement({ title, lines }: MapBubble): HTMLElement {
  const element = document.createElement('div');
  element.className = styles.bubble ?? '';
  const heading = document.createElement('strong');
  heading.textContent = title;
  element.append(heading);
  for (const line of lines) {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    element.append(paragraph);
  }
  return element;
}
