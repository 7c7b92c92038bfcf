import 'maplibre-gl/dist/maplibre-gl.css';
import { Layers, Minus, Plus, ZoomIn } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Frame } from '../enclosed-parcels.ts';
import { EnclosingOverlay } from './enclosing-overlay.tsx';
import type { Point } from './geometry.ts';
import { readTab, writeTab } from '#lib/storage.ts';
import type { Hazards, MapZones } from './hazard-layers.ts';
import { HazardLegend, type PlanZonesState } from './hazard-legend.tsx';
import { ZOOM } from './map-style.ts';
import type { BaseLayer } from './map-view.ts';
import { useMapView, type MapContent } from './use-map-view.ts';
import styles from './parcel-map.module.css';

export type ParcelMapProps = MapContent & {
  /** Published zones; null while unknown. */
  zones: MapZones | null;
  plans: PlanZonesState;
  /** While the user draws a line around parcels; null otherwise. */
  frame: Frame | null;
  onEnclose: (line: Point[]) => void;
};

/** Shows the list of parcels, and offers another way to choose. Everything can also be done without it. */
export default function ParcelMap(props: ParcelMapProps) {
  const [base, setBase] = useState<BaseLayer>('plan');
  const [choice, setChoice] = useState<Omit<Hazards, 'zones'>>(() => ({
    hidden: [],
    areOff: readTab('zones_masquees') === true,
    opacity: 0.6,
  }));
  const { zones, plans, frame } = props;
  const hazards = useMemo(() => ({ ...choice, zones }), [choice, zones]);
  const { container, helpId, view, zoom, areTilesMissing } = useMapView({ ...props, base, hazards });
  const isFar = zoom < ZOOM.parcels;
  return (
    <div className={styles.map} data-zoom={Math.round(zoom)} data-far={isFar}>
      <div ref={container} className={styles.canvas} />
      <span className={styles.crosshair} aria-hidden="true" />
      <p id={helpId} className={styles.keys}>
        Flèches pour se déplacer, plus et moins pour zoomer, Entrée pour choisir la parcelle sous la croix.
      </p>
      {frame && (
        <EnclosingOverlay
          frame={frame}
          onStroke={(stroke) => props.onEnclose(stroke.flatMap((pixel) => view.current?.placeOf(pixel) ?? []))}
        />
      )}
      {isFar && (
        <button type="button" className={styles.hint} onClick={() => view.current?.zoomBy(1)}>
          <ZoomIn aria-hidden="true" />
          Zoomez pour voir les parcelles
        </button>
      )}
      <output className={styles.missing}>
        {areTilesMissing && 'Le fond de carte ne se charge pas. Vous pouvez choisir la parcelle dans la liste.'}
      </output>
      <HazardLegend
        hazards={hazards}
        plans={plans}
        onChange={(changed) => {
          setChoice(changed);
          writeTab('zones_masquees', changed.areOff);
        }}
      />
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
