import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { Outlet, ScrollRestoration, type Location } from 'react-router';
import { useIsAuthenticated, useIsSessionExpired } from '#lib/session.ts';
import { onIdle } from '#lib/later.ts';
import { firstToast } from '#lib/toasts.ts';
import { AccountBanner, OfflineBanner } from './banners.tsx';
import { CookieBanner } from './cookie-banner.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import styles from './layout.module.css';
import { MAIN_ID, useScreenTitle } from './use-screen-title.ts';
import { useSessionWatch } from './use-session-watch.ts';
import { LIVE_REGION_IDS } from '#lib/announce.ts';

const loadSessionExpired = async () => ({ default: (await import('./session-expired.tsx')).SessionExpired });
const SessionExpired = lazy(loadSessionExpired);
const loadSessionEnding = async () => ({ default: (await import('./session-ending.tsx')).SessionEnding });
const SessionEnding = lazy(loadSessionEnding);
const loadToaster = async () => (await import('./toaster.tsx')).Toaster;

/**
 * Every page loaded from outside has the same key: the URL distinguishes them, or one would open at another's scroll
 * position, or at its own former one instead of its anchor.
 */
const placeOf = ({ key, pathname, hash }: Location): string => (key === 'default' ? pathname + hash : key);

/** Frame of every screen. */
export function Layout() {
  useScreenTitle();
  const [notice, dismissNotice] = useSessionWatch();
  const isAuthenticated = useIsAuthenticated();
  const isSessionExpired = useIsSessionExpired();
  useEffect(() => {
    // Seven hours later the network may be down, or this version of the site replaced.
    return isAuthenticated ? onIdle(loadSessionEnding, loadSessionExpired, loadToaster) : undefined;
  }, [isAuthenticated]);
  return (
    <>
      <SkipLink />
      <LiveRegions />
      <Header />
      {notice && (
        <Suspense>
          <SessionEnding notice={notice} onDismiss={dismissNotice} />
        </Suspense>
      )}
      <OfflineBanner />
      <AccountBanner />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <Footer />
      <LateToaster />
      <CookieBanner />
      {isSessionExpired && (
        <Suspense>
          <SessionExpired />
        </Suspense>
      )}
      <ScrollRestoration getKey={placeOf} />
    </>
  );
}

/** Loaded for the first message: too heavy for the first view. */
function LateToaster() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    void firstToast
      .then(loadToaster)
      .then((loaded) => setToaster(() => loaded))
      .catch(() => null);
  }, []);
  return Toaster && <Toaster />;
}

/** First keyboard stop. Focuses the screen without a fragment in the URL. */
function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className={styles.skip}
      onClick={(event) => {
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      Aller au contenu
    </a>
  );
}

/** In the page before any announcement: see `#lib/announce.ts`. */
function LiveRegions() {
  return (
    <div className="visually-hidden">
      <p id={LIVE_REGION_IDS.polite} aria-live="polite" aria-atomic="true" />
      <p id={LIVE_REGION_IDS.assertive} aria-live="assertive" aria-atomic="true" />
    </div>
  );
}
