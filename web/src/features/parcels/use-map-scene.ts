import { parcelCode } from '@clairisque/contract/parcels.ts';
import { useMemo, useState } from 'react';
import type { ChosenPlace } from '#features/drafts/draft.ts';
import { contains, type Point } from './map/geometry.ts';
import type { ParcelMapProps } from './map/parcel-map.tsx';
import type { ParcelSelection } from './use-parcel-selection.ts';

type MapScene = Omit<ParcelMapProps, 'onPick' | 'onHover' | 'zones'>;

/** The selection for the map, and the meaning of a click on the map. */
export function useMapScene(selection: ParcelSelection, highlighted: string | null) {
  const { parcels, chosen, place, point: marker, from } = selection;
  // Shows a draft found on arrival at once.
  const [target, setTarget] = useState<{ point: Point } | null>(() => (marker ? { point: marker } : null));

  const outlines = useMemo(
    () =>
      parcels.map((parcel) => {
        const code = parcelCode(parcel);
        return { code, shape: parcel.multiPolygon, chosen: parcel === chosen, highlighted: code === highlighted };
      }),
    [parcels, chosen, highlighted],
  );
  const bubble = useMemo(() => (from === 'map' && place ? bubbleOf(place) : null), [from, place]);

  /**
   * Prescribed toggle: a click selects, the next one clears, the third selects again. After a search by address the
   * first click corrects the proposal, or removes it when it is on it.
   */
  function pick(clicked: Point) {
    const isOnChosen = chosen !== null && contains(chosen.multiPolygon, clicked);
    if (from === 'map' || isOnChosen) selection.clear('cleared');
    else selection.searchPoint(clicked);
  }

  const scene: MapScene = { outlines, marker, bubble, target };
  return { scene, pick, follow: (followed: Point) => setTarget({ point: followed }) };
}

function bubbleOf({ adresse, cadastre, latitude, longitude }: ChosenPlace) {
  const lines = [
    `Code cadastre : ${cadastre}`,
    `Latitude : ${latitude.toFixed(5)}`,
    `Longitude : ${longitude.toFixed(5)}`,
  ];
  return { title: adresse, lines };
}
