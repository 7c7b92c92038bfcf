import { useLayoutEffect, useSyncExternalStore } from 'react';

let own: string | null = null;
const listeners = new Set<() => void>();

function change(title: string | null): void {
  own = title;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Title that the screen gives itself, in place of its route's; null for none. */
export function useOwnTitle(): string | null {
  return useSyncExternalStore(
    listen,
    () => own,
    () => null,
  );
}

/** For a screen with several states under one URL: the document's title says which one is shown. */
export function useGivenTitle(title: string): void {
  useLayoutEffect(() => {
    change(title);
    return () => change(null);
  }, [title]);
}
