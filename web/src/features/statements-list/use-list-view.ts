import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type ListView } from './list-address.ts';

/** Browsers refuse an address that changes at each key. */
const TYPING_MS = 250;

/** `typed`: on its way, it replaces the address a moment later; `chosen`: a step that « Back » undoes. */
export type ChangeView = (view: ListView, how: 'typed' | 'chosen' | 'arranged') => void;

/** The view that the address bar holds. The screen answers at once, the address follows. */
export function useListView(): [ListView, ChangeView] {
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState(() => readView(query));
  const written = useRef(query.toString());
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => {
    // Back, forward, a link: the address leads.
    if (query.toString() === written.current) return;
    window.clearTimeout(timer.current);
    written.current = query.toString();
    setView(readView(query));
  }, [query]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  const change: ChangeView = (next, how) => {
    setView(next);
    window.clearTimeout(timer.current);
    const write = () => {
      const address = writeView(query, next);
      written.current = address.toString();
      setQuery(address, { replace: how !== 'chosen', preventScrollReset: true });
    };
    if (how === 'typed') timer.current = window.setTimeout(write, TYPING_MS);
    else write();
  };
  return [view, change];
}
