import { useCallback, useState, startTransition, useEffect, type ReactNode } from 'react';

/** The first moments of a page are for its content: nothing else should compete for the network or the processor. */
const IDLE_AFTER_MS = 2_500;

/**
 * Runs low-priority work on idle, one after the other; a failure is retried when its result is needed. Returns a
 * function that cancels it.
 */
export function onIdle(...works: (() => Promise<unknown>)[]): () => void {
  let isWanted = true;
  const timer = setTimeout(async () => {
    for (const work of works) {
      if (isWanted) await work().catch(() => null);
    }
  }, IDLE_AFTER_MS);
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

/**
 * Whether the element with the ref has been visible once, or `ahead` of it: a CSS length. What fills up under the eyes
 * moves the button that one is about to press.
 */
export function useInView(
  ahead = '0px',
): [ref: (element: Element | null) => (() => void) | undefined, isSeen: boolean] {
  const [isSeen, setSeen] = useState(false);
  const ref = useCallback(
    (element: Element | null) => {
      if (element === null) return undefined;
      const observer = new IntersectionObserver(
        (entries) => {
          if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
        },
        { rootMargin: `${ahead} 0px` },
      );
      observer.observe(element);
      return () => observer.disconnect();
    },
    [ahead],
  );
  return [ref, isSeen];
}

/** Renders its children after its surroundings: all at once, a screen is one long task on a phone. */
export function Deferred({ children }: { children: ReactNode }) {
  return useDeferred() && children;
}

/** False at first. Unlike `useDeferredValue`, nested deferred content comes after its parent, not with it. */
export function useDeferred(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue;
}
