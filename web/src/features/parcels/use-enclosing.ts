import { useEffect, useMemo, useState } from 'react';
import type { Point } from './map/geometry.ts';
import { enclosedBy, frameLine, type Frame } from './enclosed-parcels.ts';
import type { Viewport } from './parcels-in-view.ts';
import type { ParcelsInView } from './use-parcels-in-view.ts';
import type { PropertyParcels } from './use-property-parcels.ts';

const FIRST_FRAME: Frame = { width: 40, height: 40 };
type Options = { property: PropertyParcels; inView: ParcelsInView; viewport: Viewport | null };

export type Enclosing = ReturnType<typeof useEnclosing>;

/** A line drawn around parcels; the frame in the middle of the map does the same from the keyboard. */
export function useEnclosing({ property, inView, viewport }: Options) {
  const [isAsked, setAsked] = useState(false);
  const [frame, setFrame] = useState(FIRST_FRAME);
  const isOn = isAsked && property.isOpen && viewport !== null;
  const { state, parcels } = inView;
  const framed = useMemo(
    () => (isOn && state === 'ready' ? enclosedBy(frameLine(viewport.bounds, frame), parcels) : []),
    [isOn, state, viewport, frame, parcels],
  );
  useEffect(() => {
    if (!isOn) return;
    const leave = ({ key }: KeyboardEvent) => key === 'Escape' && setAsked(false);
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isOn]);
  const choose = (found: typeof framed) => {
    if (property.addAll(found)) setAsked(false);
  };
  return {
    /** Without a map there is nothing to draw on. */
    isPossible: viewport !== null,
    isOn,
    toggle: () => setAsked(!isOn),
    state,
    retry: inView.retry,
    frame,
    resize: (size: Partial<Frame>) => setFrame({ ...frame, ...size }),
    framed: framed.length,
    chooseFramed: () => choose(framed),
    /** The line that the user drew. */
    enclose: (line: readonly Point[]) => state === 'ready' && choose(enclosedBy(line, parcels)),
  };
}
