import { useEffect, useRef } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType, type Location } from 'react-router';
import { yieldToMain } from '#lib/yield-to-main.ts';
import { publicPath } from '#lib/public-path.ts';
import type { PageView, recordPageView } from '@clairisque/contract/page-views.ts';
import { readConsent } from '#lib/consent.ts';
import { postQuietly, type Endpoint } from '#lib/post-quietly.ts';

const AUDIENCE: Endpoint<typeof recordPageView> = { method: 'POST', url: '/api/v2/audience/' };

/** First-party, without cookie or identifier: exempt from consent, and yet it stops after « Refuser ». */
function sendPageView(view: PageView): void {
  if (readConsent() !== 'declined') postQuietly(AUDIENCE, view);
}

/**
 * Whether this location is an arrival: another address, another entry of the history, or a click on the link of the page
 * on show. A filter that is typed, or a state that the page removes from its own entry, replaces the location only.
 */
function isArrival(former: Location, next: Location, isReplaced: boolean): boolean {
  if (former === next) return false;
  if (publicPath(former.pathname, former.search) !== publicPath(next.pathname, next.search)) return true;
  if (former.hash !== next.hash) return false;
  return !isReplaced || (former.search === next.search && former.state === next.state);
}

/** The screen of the URL, counted once it is shown, after every navigation; a URL that redirects is not. */
export function ScreenOutlet() {
  const location = useLocation();
  const isReplaced = useNavigationType() === NavigationType.Replace;
  const shown = useRef<Location | null>(null);
  useEffect(() => {
    const former = shown.current;
    shown.current = location;
    if (former !== null && !isArrival(former, location, isReplaced)) return;
    const chemin = publicPath(location.pathname, location.search);
    // The document has its title by then.
    void yieldToMain().then(() => sendPageView({ chemin, titre: document.title }));
  }, [location, isReplaced]);
  return <Outlet />;
}
