import { useEffect, useEffectEvent, useRef } from 'react';

/** A click or tap: the step on screen, the browser's click count, when and where. */
type Press = { step: number; count: number; isTouch: boolean; atMs: number; x: number; y: number };

/** Browsers do not count taps. */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PX = 16;

/** The second half of a double click or double tap, whose first half changed the step. */
export function isSecondClick(first: Press | null, press: Press): boolean {
  if (first === null || first.step === press.step) return false;
  if (!press.isTouch) return press.count >= 2;
  const isNear = Math.hypot(press.x - first.x, press.y - first.y) <= DOUBLE_TAP_PX;
  return isNear && press.atMs - first.atMs <= DOUBLE_TAP_MS;
}

/** Ignores the second half of a double click: it is not meant for what the first half brought under the pointer. */
export function useDoubleClickGuard(step: number): void {
  const last = useRef<Press>(null);
  const guard = useEffectEvent((event: MouseEvent) => {
    const press = pressOf(event, step);
    if (isSecondClick(last.current, press)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'click') last.current = press;
  });
  useEffect(() => {
    const listen = (event: MouseEvent) => guard(event);
    for (const type of TYPES) window.addEventListener(type, listen, { capture: true });
    return () => {
      for (const type of TYPES) window.removeEventListener(type, listen, { capture: true });
    };
  }, []);
}

/** A select opens on mousedown. */
const TYPES = ['mousedown', 'click'] as const;

function pressOf(event: MouseEvent, step: number): Press {
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  return { step, count: event.detail, isTouch, atMs: event.timeStamp, x: event.clientX, y: event.clientY };
}
