import { useEffect, useRef } from 'react';
import { useLocation, useMatches } from 'react-router';
import { announce } from '#lib/announce.ts';
import { useOwnTitle } from '#lib/own-title.ts';

export const MAIN_ID = 'contenu';
type ScreenHandle = { title: string };

/** The title of the screen on show, from the deepest of the matched routes that has one. */
function screenTitle(handles: readonly unknown[]): string {
  const titles = handles.map((handle) => (handle as ScreenHandle | undefined)?.title);
  return titles.findLast((title) => title !== undefined) ?? 'Clairisque';
}

/** Title in the window and for search engines. */
export function documentTitle(handles: readonly unknown[]): string {
  return windowTitle(screenTitle(handles));
}

function windowTitle(title: string): string {
  return title === 'Clairisque' ? title : `${title} — Clairisque`;
}

/**
 * Sets the document's title; after a navigation announces it and moves the focus to the screen, as a page load would.
 */
export function useScreenTitle(): void {
  const handles = useMatches().map(({ handle }) => handle);
  const own = useOwnTitle();
  const title = own ?? screenTitle(handles);
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
