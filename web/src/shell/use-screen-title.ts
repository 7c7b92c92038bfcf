import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { announce } from '#lib/announce.ts';

export const MAIN_ID = 'contenu';
type Params = Readonly<Record<string, string | undefined>>;
/** `title`: that of one screen of several under one path. */
export type ScreenHandle = { title: string | ((params: Params) => string) };
type Match = { handle: unknown; params: Params };

/** The title of the screen on show, from the deepest of the matched routes that has one. */
function screenTitle(matches: readonly Match[]): string {
  const titles = matches.map(({ handle, params }) => {
    const title = (handle as ScreenHandle | undefined)?.title;
    return typeof title === 'function' ? title(params) : title;
  });
  return titles.findLast((title) => title !== undefined) ?? 'Clairisque';
}

/** Title in the window and for search engines. */
export function documentTitle(matches: readonly Match[]): string {
  const title = screenTitle(matches);
  return title === 'Clairisque' ? title : `${title} — Clairisque`;
}

/**
 * Sets the document's title; after a navigation announces it and moves the focus to the screen, as a page load would.
 */
export function useScreenTitle(): void {
  const matches = useMatches();
  const title = screenTitle(matches);
  const windowTitle = documentTitle(matches);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    document.title = windowTitle;
  }, [windowTitle]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    announce(title);
  }, [pathname, title]);
}
