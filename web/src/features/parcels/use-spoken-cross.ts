import type { NearbyParcel } from '@clairisque/contract/parcels.ts';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { announce } from '#lib/announce.ts';
import { refusalSentence } from '#lib/refusal-sentence.ts';
import { isInFrance, type Point } from './map/geometry.ts';
import { crossSentence } from './seen-parcels.ts';
import { nearbyParcelsQuery } from './use-parcel-selection.ts';

/** Where a key left the map; without a point, too far for a parcel. A new object is another stop. */
export type Stop = { point: Point | null };

/** The next key is on its way: it is not a stop yet. */
const STILL_MS = 300;
const NOWHERE: Point = { longitude: 0, latitude: 0 };

/**
 * Says the parcel under the cross after each stop of the map, moved by keys: the one that Enter would choose. Null: a
 * choice was made, which says itself.
 */
export function useSpokenCross(chosen: readonly string[]): (stop: Stop | null) => void {
  const [moved, setMoved] = useState<Stop | null>(null);
  const [stop, setStop] = useState<Stop | null>(null);
  useEffect(() => {
    const timer = window.setTimeout(() => setStop(moved), STILL_MS);
    return () => window.clearTimeout(timer);
  }, [moved]);
  const point = stop?.point ?? null;
  const { data, error } = useQuery({
    ...nearbyParcelsQuery(point ?? NOWHERE),
    ...((point === null || !isInFrance(point)) && { queryFn: skipToken }),
  });
  const say = useEffectEvent((parcels: readonly NearbyParcel[]) => announce(crossSentence(parcels, chosen)));
  useEffect(() => {
    if (stop === null) return;
    if (stop.point === null) announce(FAR);
    else if (!isInFrance(stop.point)) announce(ABROAD);
    else if (error) announce(refusalSentence(error) ?? SILENT);
    else if (data) say(data);
  }, [stop, data, error]);
  return setMoved;
}

const SILENT = 'Le cadastre ne répond pas. Réessayez dans un instant.';
const FAR = 'La carte est trop éloignée pour désigner une parcelle. Touche plus pour zoomer.';
const ABROAD = 'La croix est hors de France.';
