import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Keeps a button where it is in the window when something arrives above it, for which no place could be kept: the page
 * scrolls by what came. Browsers do it for the first text in view, which may itself be above what arrives.
 * @param arrived changes with each arrival, and with nothing else.
 */
export function useStill<E extends HTMLElement>(arrived: string): RefObject<E | null> {
  const element = useRef<E>(null);
  const known = useRef({ arrived, top: null as number | null });
  useEffect(() => {
    const note = () => {
      known.current.top = topOf(element.current);
    };
    const layout = new ResizeObserver(note);
    layout.observe(document.body);
    window.addEventListener('scroll', note, { passive: true });
    window.addEventListener('resize', note);
    return () => {
      layout.disconnect();
      window.removeEventListener('scroll', note);
      window.removeEventListener('resize', note);
    };
  }, []);
  useLayoutEffect(() => {
    const { arrived: former, top: before } = known.current;
    const top = topOf(element.current);
    const isInView = before !== null && before < window.innerHeight;
    if (arrived !== former && isInView && top !== null) window.scrollBy(0, top - before);
    known.current = { arrived, top: topOf(element.current) };
  }, [arrived]);
  return element;
}

const topOf = (element: Element | null): number | null => element?.getBoundingClientRect().top ?? null;
