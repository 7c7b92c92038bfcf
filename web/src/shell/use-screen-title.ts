import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { announce } from '#lib/announce.ts';
import { useOwnTitle } from '#lib/own-title.ts';

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
  return windowTitle(screenTitle(matches));
}

function windowTitle(title: string): string {
  return title === 'Clairisque' ? title : `${title} — Clairisque`;
}

/**
 * Sets the document's title; after a navigation announces it and moves the focus to the screen, as a page load would.
 */
export function useScreenTitle(): void {
  const matches = useMatches();
  const own = useOwnTitle();
  const title = own ?? screenTitle(matches);
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);

  useEffect(() => {
    document.title = windowTitle(title);
  }, [title]);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    document.getElementById(MAIN_ID)?.focus({ preventScroll: true });
    announce(title);
  }, [pathname, title]);
}
