import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * For content that replaces a form, or a form that comes back: screen readers and the keyboard continue from there. An
 * element that is not a control needs `tabIndex={-1}`.
 */
export function useFocusOnArrival<Element extends HTMLElement>(isWanted = true): RefObject<Element | null> {
  const element = useRef<Element>(null);
  // With the change itself: a dialog whose focused element has just left would take the focus a moment later.
  useLayoutEffect(() => {
    if (isWanted) element.current?.focus();
  }, [isWanted]);
  return element;
}

/**
 * `data-keyboard` on the page's root while the keyboard is in use. The browser itself shows the focus that an anchor
 * gives to a text as the page loads, also to readers who use the pointer only: `ui/base.css` waits for a key.
 */
export function watchKeyboard(): void {
  const { dataset } = document.documentElement;
  window.addEventListener('keydown', () => (dataset['keyboard'] = ''), { capture: true });
  window.addEventListener('pointerdown', () => delete dataset['keyboard'], { capture: true });
}
