import { useCallback, useState } from 'react';

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
