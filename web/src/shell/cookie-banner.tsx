import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { getCookie, onCookieChange, setCookie } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import styles from './cookie-banner.module.css';

const readConsent = () => getCookie('cookieConsent');

/** What sticks to the bottom of the window, and the map, leave that much to the banner. */
function measure(banner: HTMLElement | null) {
  if (!banner) return;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty('--covered', `${banner.offsetHeight}px`));
  observer.observe(banner);
  return () => {
    observer.disconnect();
    style.removeProperty('--covered');
  };
}

/** Not modal, last in the page; both answers weigh the same (decision W1). */
export function CookieBanner() {
  const consent = useSyncExternalStore(onCookieChange, readConsent);
  if (consent !== null) return null;
  return (
    <section ref={measure} className={styles.banner} aria-label="Cookies">
      <div className={styles.content}>
        <p className={styles.text}>
          Ce site utilise des cookies pour améliorer votre expérience. En poursuivant votre navigation, vous acceptez
          notre <Link to={paths.legal}>politique de confidentialité</Link>. La mesure d’audience se fait sans cookie.
        </p>
        <div className={styles.answers}>
          <Button variant="secondary" onClick={() => setCookie('cookieConsent', 'accepted')}>
            Accepter
          </Button>
          <Button variant="secondary" onClick={() => setCookie('cookieConsent', 'declined')}>
            Refuser
          </Button>
        </div>
      </div>
    </section>
  );
}
