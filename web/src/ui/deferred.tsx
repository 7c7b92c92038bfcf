import { startTransition, useEffect, useState, type ReactNode } from 'react';

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
