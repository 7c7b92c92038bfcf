import { useSyncExternalStore } from 'react';
import { Link } from 'react-router';
import { announce } from '#lib/announce.ts';
import {
  answerConsent,
  isConsentAsked,
  NO_TRACKING,
  onConsentChange,
  readConsent,
  type Consent,
} from '#lib/consent.ts';
import { useFocusOnArrival } from '#lib/focus.ts';
import { paths } from '#paths.ts';
import { Button } from '#ui/button.tsx';
import styles from './cookie-banner.module.css';

/** Prerendered pages always include it; `prerender/boot.ts` hides it from visitors who have chosen. */
const asPrinted = { isAsked: () => true, answered: () => null };

/** Height reserved for the banner by elements fixed to the bottom, and by the map. */
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

export function CookieBanner() {
  const isAsked = useSyncExternalStore(onConsentChange, isConsentAsked, asPrinted.isAsked);
  const answered = useSyncExternalStore(onConsentChange, readConsent, asPrinted.answered);
  return isAsked && <CookieQuestion answered={answered} />;
}

const ANSWERED = {
  accepted: 'Vous aviez accepté.',
  declined: 'Vous aviez refusé\u00A0: vos visites ne sont pas comptées.',
};

/** Not modal, last in the page; both buttons weigh the same. Takes the focus only when the user asked for it. */
function CookieQuestion({ answered }: { answered: Consent | null }) {
  const text = useFocusOnArrival<HTMLParagraphElement>(answered !== null);
  const answer = (consent: Consent) => {
    answerConsent(consent);
    announce('Votre choix est enregistré.');
  };
  return (
    <section ref={measure} className={styles.banner} aria-label="Cookies">
      <div className={styles.content}>
        <p ref={text} tabIndex={-1} className={styles.text}>
          Ce site utilise des cookies pour améliorer votre expérience. En poursuivant votre navigation, vous acceptez
          notre <Link to={paths.privacy}>politique de confidentialité</Link>. {NO_TRACKING}{' '}
          {answered && ANSWERED[answered]}
        </p>
        <div className={styles.answers}>
          <Button variant="secondary" onClick={() => answer('accepted')}>
            Accepter
          </Button>
          <Button variant="secondary" onClick={() => answer('declined')}>
            Refuser
          </Button>
        </div>
      </div>
    </section>
  );
}
