import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { announce } from '#lib/announce.ts';

export const MAIN_ID = 'contenu';
export type ScreenHandle = { title: string };

/** The title of the screen on show, from the deepest route that has one. */
function useScreenTitle(): string {
  const titles = useMatches()
    .map((match) => (match.handle as ScreenHandle | undefined)?.title)
    .filter((title) => title !== undefined);
  return titles.at(-1) ?? 'Clairisque';
}

/** Titles the document; after a navigation says the new title and moves the focus to the screen, as a page load would. */
export function useArrival(): void {
  const title = useScreenTitle();
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    document.title = title === 'Clairisque' ? title : `${title} — Clairisque`;
  }, [title]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    announce(title);
  }, [pathname, title]);
}
