import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
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

/** The screen of the URL, counted once it is shown; a URL that redirects is not. */
export function ScreenOutlet() {
  const { pathname, search } = useLocation();
  const chemin = publicPath(pathname, search);
  const sent = useRef<string | null>(null);
  useEffect(() => {
    if (sent.current === chemin) return;
    sent.current = chemin;
    void yieldToMain().then(() => sendPageView({ chemin }));
  }, [chemin]);
  return <Outlet />;
}
