import { useEffect, useEffectEvent, useRef } from 'react';

/** A click or tap: the step that was on show, how many the browser counts in a row, when and where. */
type Press = { step: number; count: number; isTouch: boolean; atMs: number; x: number; y: number };

/** Browsers do not count taps. */
const DOUBLE_TAP_MS = 500;
const DOUBLE_TAP_PX = 16;

/** Of a double click, or of two taps in a row, whose first half has brought another step. */
export function isSecondHalf(first: Press | null, press: Press): boolean {
  if (first === null || first.step === press.step) return false;
  if (!press.isTouch) return press.count >= 2;
  const isNear = Math.hypot(press.x - first.x, press.y - first.y) <= DOUBLE_TAP_PX;
  return isNear && press.atMs - first.atMs <= DOUBLE_TAP_MS;
}

/** A double click is one gesture: its second half is not for what the first one brought under the pointer. */
export function useOneGesture(step: number): void {
  const last = useRef<Press>(null);
  const judge = useEffectEvent((event: MouseEvent) => {
    const press = pressOf(event, step);
    if (isSecondHalf(last.current, press)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.type === 'click') last.current = press;
  });
  useEffect(() => {
    const hear = (event: MouseEvent) => judge(event);
    for (const type of TYPES) window.addEventListener(type, hear, { capture: true });
    return () => {
      for (const type of TYPES) window.removeEventListener(type, hear, { capture: true });
    };
  }, []);
}

/** A list of choices opens as soon as the button is down. */
const TYPES = ['mousedown', 'click'] as const;

function pressOf(event: MouseEvent, step: number): Press {
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
  return { step, count: event.detail, isTouch, atMs: event.timeStamp, x: event.clientX, y: event.clientY };
}
