import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { announce } from '#lib/announce.ts';
import { signInAgain } from '#lib/session.ts';
import { Button } from '#ui/button.tsx';
import styles from './session-ending.module.css';
import type { SessionNotice } from './use-session-watch.ts';

/** How long « Vous restez connecté » stays. */
const LIFETIME_MS = 8_000;
/** Announced when it appears and once more at the end; the minutes in between are only shown. */
const SPOKEN_MINUTES = [5, 1];

/**
 * Warns before the session ends, without leaving the page (WCAG 2.2.1). Any interaction extends it, and so does its
 * button.
 */
export function SessionEnding({ notice, onDismiss }: { notice: SessionNotice; onDismiss: () => void }) {
  const title = titleOf(notice);
  const isExtended = notice.kind === 'extended';
  const isSpoken = isExtended || SPOKEN_MINUTES.includes(notice.minutesLeft);
  useEffect(() => {
    if (isSpoken) announce(title, isExtended ? 'polite' : 'assertive');
  }, [title, isSpoken, isExtended]);
  useEffect(() => {
    if (!isExtended) return;
    const timer = window.setTimeout(onDismiss, LIFETIME_MS);
    return () => window.clearTimeout(timer);
  });
  return (
    <section className={styles.notice} aria-label="Fin de session" data-kind={notice.kind}>
      <Clock aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p>{TEXTS[notice.kind]}</p>
      </div>
      {/* One button for both: moving the pointer towards it already extends the session, and must not remove it. */}
      <Button onClick={notice.kind === 'age' ? signInAgain : onDismiss}>{ANSWERS[notice.kind]}</Button>
    </section>
  );
}

function titleOf(notice: SessionNotice): string {
  if (notice.kind === 'extended') return 'Vous restez connecté';
  return `Votre session expire dans ${notice.minutesLeft} minute${notice.minutesLeft > 1 ? 's' : ''}`;
}

const TEXTS = {
  silence: 'Vous êtes inactif depuis bientôt cinq heures.',
  age: 'Une session dure sept heures au plus. Reconnectez-vous maintenant : votre saisie en cours est enregistrée.',
  extended: 'Votre session continue.',
} as const;

const ANSWERS = { silence: 'Rester connecté', age: 'Se reconnecter', extended: 'Fermer' } as const;
