import { useCallback, useState } from 'react';

/** Whether the element with the ref has been visible once. */
export function useInView(): [ref: (element: Element | null) => (() => void) | undefined, isSeen: boolean] {
  const [isSeen, setSeen] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, isSeen];
}
