import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import type { Viewport } from '../parcels-in-view.ts';
import type { Stop } from '../use-spoken-cross.ts';
import type { Bounds, Point } from './geometry.ts';
import type { Hazards } from './hazard-layers.ts';
import { ZOOM } from './map-style.ts';
import { createMapView, type BaseLayer, type MapView, type Outline } from './map-view.ts';
import styles from './parcel-map.module.css';

type MapBubble = { title: string; lines: string[] };

export type MapContent = {
  outlines: Outline[];
  /** Other parcels, drawn once as outlines. */
  inView: readonly NearbyParcel[];
  marker: Point | null;
  bubble: MapBubble | null;
  /** Where to move; a new object moves the map again, even to the same place. */
  target: { point: Point } | null;
  /** Around several parcels: kept in view at each change of it. */
  bounds: Bounds | null;
  onPick: (point: Point) => void;
  onHover: (code: string | null) => void;
  onStop: (stop: Stop) => void;
  /** After each move; null when the map is gone. */
  onView: (viewport: Viewport | null) => void;
};

/** The map in its container, which follows what is shown. */
export function useMapView(content: MapContent & { base: BaseLayer; hazards: Hazards }) {
  const created = useCreatedView(content);
  const { view } = created;
  const { outlines, inView, marker, bubble, base, hazards, target, bounds } = content;
  useEffect(() => {
    if (target) view.current?.goTo(target.point, ZOOM.address);
  }, [view, target]);
  useEffect(() => {
    if (bounds) view.current?.fit(bounds);
  }, [view, bounds]);
  useEffect(() => {
    view.current?.show({ outlines, marker, inView, bubble: bubble && bubbleElement(bubble), base });
  }, [view, outlines, inView, marker, bubble, base]);
  useEffect(() => {
    view.current?.showHazards(hazards);
  }, [view, hazards]);
  return created;
}

/** Its effect comes first: the others need the map. Without WebGL it throws, and the boundary around says so. */
function useCreatedView(events: Pick<MapContent, 'onPick' | 'onHover' | 'onStop' | 'onView'>) {
  const helpId = useId();
  const container = useRef<HTMLDivElement>(null);
  const view = useRef<MapView>(null);
  const [zoom, setZoom] = useState<number>(ZOOM.start);
  const [areTilesMissing, setTilesMissing] = useState(false);

  const pick = useEffectEvent((point: Point, zoomThen: number) => {
    // A click only zooms in.
    if (isTooFar(zoomThen)) return view.current?.goTo(point, ZOOM.parcels);
    if (zoomThen < ZOOM.parcels) view.current?.goTo(point, ZOOM.address);
    events.onPick(point);
  });
  const stop = useEffectEvent((point: Point, zoomThen: number) =>
    events.onStop({ point: isTooFar(zoomThen) ? null : point }),
  );
  const hover = useEffectEvent((code: string | null) => events.onHover(code));
  const see = useEffectEvent((viewport: Viewport | null) => events.onView(viewport));

  useEffect(() => {
    if (!container.current) return;
    const created = createMapView(container.current, helpId, {
      onPick: (point, zoomThen) => pick(point, zoomThen),
      onHover: (code) => hover(code),
      onStop: (point, zoomThen) => stop(point, zoomThen),
      onZoom: setZoom,
      onView: (viewport) => see(viewport),
      onTilesMissing: setTilesMissing,
    });
    view.current = created;
    return () => {
      created.destroy();
      see(null);
    };
  }, [helpId]);
  return { container, helpId, view, zoom, areTilesMissing };
}

/** From this far a point cannot mean a parcel. */
const isTooFar = (zoom: number): boolean => zoom < ZOOM.start - 0.5;

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
