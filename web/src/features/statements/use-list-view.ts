import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readView, writeView, type ListView } from './list-url.ts';

/** Browsers refuse a URL change at each keystroke. */
const TYPING_MS = 250;

/** `typed`: replaces the URL a moment later; `chosen`: pushes an entry that « Back » undoes. */
export type ChangeView = (view: ListView, how: 'typed' | 'chosen' | 'arranged') => void;

/** The view in the URL. The screen changes at once, the URL follows. */
export function useListView(): [ListView, ChangeView] {
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState(() => readView(query));
  const written = useRef(query.toString());
  const timer = useRef<number | undefined>(undefined);

  useEffect(() => {
    // Back, forward or a link: the URL wins.
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
