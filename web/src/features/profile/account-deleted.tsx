import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useFocusOnArrival } from '#lib/use-focus-on-arrival.ts';
import { resetEverything } from '#lib/session.ts';
import { paths } from '#paths.ts';
import { ButtonLink } from '#ui/button.tsx';
import { CountdownBar } from '#ui/progress-bar.tsx';
import styles from './deletion.module.css';

const BAR_MS = 5_000;
const REDIRECT_AFTER_MS = 5_100;

/** The account is deleted: this browser forgets it at once, in every tab, then leaves the page. */
export function Farewell() {
  const navigate = useNavigate();
  const box = useFocusOnArrival<HTMLDivElement>();
  useEffect(resetEverything, []);
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate(paths.home, { replace: true }), REDIRECT_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, [navigate]);
  return (
    <div ref={box} tabIndex={-1} className={styles.farewell}>
      <p className={styles.progress}>Suppression en cours...</p>
      <CountdownBar durationMs={BAR_MS} label="Suppression en cours" />
      <p>Votre compte ne peut déjà plus être ouvert. Un e-mail vous confirmera sa suppression.</p>
      <ButtonLink to={paths.home} replace variant="secondary">
        Revenir à l’accueil maintenant
      </ButtonLink>
    </div>
  );
}
