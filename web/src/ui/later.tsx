import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** What is in it is drawn once what is around it is on show: all at once, a screen is one long task on a phone. */
export function Later({ children }: { children: ReactNode }) {
  return useLater() && children;
}

/** False at first. Unlike `useDeferredValue`, what waits within what waited comes after it, not with it. */
export function useLater(): boolean {
  const [isDue, setDue] = useState(false);
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue;
}
