import { useEffect, useRef, type RefObject } from 'react';

/** For what replaces a form: screen readers and the keyboard go on from there. Needs `tabIndex={-1}`. */
export function useFocusOnArrival<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus(), []);
  return element;
}
