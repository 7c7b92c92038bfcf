import { useEffect, useRef } from 'react';
import { Outlet, useLocation, type Location } from 'react-router';
import { yieldToMain } from '#lib/yield-to-main.ts';
import { publicPath, postQuietly, type Endpoint } from '#lib/post-quietly.ts';
import type { PageView, recordPageView } from '@clairisque/contract/page-views.ts';
import { readConsent } from '#lib/consent.ts';
import styles from './layout.module.css';

const AUDIENCE: Endpoint<typeof recordPageView> = { method: 'POST', url: '/api/v2/audience/' };

/** First-party, without cookie or identifier: exempt from consent, and yet it stops after « Refuser ». */
function sendPageView(view: PageView): void {
  if (readConsent() !== 'declined') postQuietly(AUDIENCE, view);
}

const pathOf = ({ pathname, search }: Location): string => publicPath(pathname, search);

type Own = { generate?: true; etape?: number } | null;

/**
 * Whether this location is an arrival: another address, or the same one again, by the link of the page on show. A filter
 * of the page is none, nor are the wizard's own entries: without the order to generate (`drafts/pending-generation.ts`),
 * and one a step (`issuance/step-history.ts`).
 */
function isArrival(former: Location, next: Location): boolean {
  if (pathOf(former) !== pathOf(next)) return true;
  if (former.search !== next.search || former.hash !== next.hash) return false;
  const isWizards = (former.state as Own)?.generate ?? (next.state as Own)?.etape;
  return former.key !== next.key && isWizards === undefined;
}

/** The screen of the URL, counted once it is shown, after every navigation; a URL that redirects is not. */
export function ScreenOutlet() {
  const location = useLocation();
  const shown = useRef<Location | null>(null);
  useEffect(() => {
    const former = shown.current;
    shown.current = location;
    if (former !== null && !isArrival(former, location)) return;
    // The document has its title by then.
    void yieldToMain().then(() => sendPageView({ chemin: pathOf(location), titre: document.title }));
  }, [location]);
  return <Outlet />;
}

/**
 * Reserves room for the first screen while its chunk loads: the footer waits below the fold instead of jumping there.
 * Prerendered: the style alone shows the sentence after 3 s.
 */
export function ScreenLoading() {
  return (
    <div className={styles.loading} aria-busy="true">
      <p className={styles.awaited}>Chargement de la page…</p>
    </div>
  );
}
