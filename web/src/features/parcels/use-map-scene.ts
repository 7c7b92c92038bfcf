import { parcelCode } from '@clairisque/contract/parcels.ts';
import { useMemo, useState } from 'react';
import type { ChosenPlace } from '#features/drafts/draft.ts';
import { boundsOf, contains, pointInside, type Point } from './map/geometry.ts';
import type { ParcelMapProps } from './map/parcel-map.tsx';
import type { Viewport } from './parcels-in-view.ts';
import { useEnclosing } from './use-enclosing.ts';
import type { SeenParcel } from './seen-parcels.ts';
import { useParcelsInView } from './use-parcels-in-view.ts';
import { useSpokenCross } from './use-spoken-cross.ts';
import type { ParcelSelection } from './use-parcel-selection.ts';
import type { PropertyParcels } from './use-property-parcels.ts';

type MapScene = Omit<ParcelMapProps, 'onPick' | 'onHover' | 'zones' | 'plans'>;
type Choices = { selection: ParcelSelection; property: PropertyParcels; highlighted: string | null };

/** The selection for the map, and the meaning of a click on the map. */
export function useMapScene({ selection, property, highlighted }: Choices) {
  const { chosen, place, point: marker, from } = selection;
  // Shows a draft found on arrival at once.
  const [target, setTarget] = useState<{ point: Point } | null>(() => (marker ? { point: marker } : null));
  const { outlines, bounds } = useOutlines({ selection, property, highlighted });
  const [viewport, setViewport] = useState<Viewport | null>(null);
  const seen = useSeen({ selection, property }, viewport);
  const { inView } = seen;
  const enclosing = useEnclosing({ property, inView, viewport });
  const onStop = useSpokenCross(property.codes);
  const bubble = useMemo(() => (from === 'map' && place ? bubbleOf(place) : null), [from, place]);

  /**
   * Prescribed toggle: a click selects, the next one clears, the third selects again. After a search by address the
   * first click corrects the proposal, or removes it when it is on it. Once the user asked for several parcels, a click
   * adds one or removes it.
   */
  function pick(clicked: Point) {
    onStop(null);
    const isOnChosen = chosen !== null && contains(chosen.multiPolygon, clicked);
    if (property.isOpen) void property.pick(clicked, inView.parcels);
    else if (from === 'map' || isOnChosen) selection.clear('cleared');
    else selection.searchPoint(clicked);
  }

  const scene: MapScene = {
    outlines,
    marker,
    bubble,
    target,
    bounds,
    inView: inView.parcels,
    frame: enclosing.isOn ? enclosing.frame : null,
    onStop,
    onView: setViewport,
    onEnclose: enclosing.enclose,
  };
  return { scene, seen, enclosing, pick, follow: (followed: Point) => setTarget({ point: followed }) };
}

/** What the map shows, for its list. There a press always means its parcel; a second one removes one of several. */
function useSeen({ selection, property }: Omit<Choices, 'highlighted'>, viewport: Viewport | null) {
  const [isListed, setListed] = useState(false);
  const inView = useParcelsInView(property.isOpen || isListed ? viewport : null);
  function choose({ parcel }: SeenParcel) {
    const point = pointInside(parcel.multiPolygon);
    if (property.isOpen) void property.pick(point, inView.parcels);
    else selection.searchPoint(point);
  }
  return { cross: viewport?.center ?? null, inView, chosen: property.codes, onOpen: setListed, onChoose: choose };
}

function useOutlines({ selection: { parcels, chosen }, property: { isOpen, rows }, highlighted }: Choices) {
  const outlines = useMemo(() => {
    const one = parcels.map((parcel) => ({ code: parcelCode(parcel), parcel, isChosen: parcel === chosen }));
    return (isOpen ? rows : one).flatMap(({ code, parcel, isChosen }) =>
      parcel ? [{ code, shape: parcel.multiPolygon, chosen: isChosen, highlighted: code === highlighted }] : [],
    );
  }, [isOpen, rows, parcels, chosen, highlighted]);
  const bounds = useMemo(() => {
    const shapes = rows.flatMap(({ parcel, isChosen }) => (parcel && isChosen ? [parcel.multiPolygon] : []));
    const drawn = shapes.filter(({ coordinates }) => coordinates.length > 0);
    return isOpen && drawn.length > 1 ? boundsOf(...drawn) : null;
  }, [isOpen, rows]);
  return { outlines, bounds };
}

function bubbleOf({ adresse, cadastre, latitude, longitude }: ChosenPlace) {
  const lines = [
    `Code cadastre : ${cadastre}`,
    `Latitude : ${latitude.toFixed(5)}`,
    `Longitude : ${longitude.toFixed(5)}`,
  ];
  return { title: adresse, lines };
}
