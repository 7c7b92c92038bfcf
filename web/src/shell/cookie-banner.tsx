import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { getCookie, onCookieChange, setCookie } from '#lib/cookies.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import styles from './cookie-banner.module.css';

const readConsent = () => getCookie('cookieConsent');

/** Not modal, last in the page; both answers weigh the same (decision W1). */
export function CookieBanner() {
  const consent = useSyncExternalStore(onCookieChange, readConsent);
  if (consent !== null) return null;
  return (
    <section className={styles.banner} aria-label="Cookies" data-cookie-banner>
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
