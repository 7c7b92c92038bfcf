import { useEffect, useRef } from 'react';
import { announce } from '#lib/announce.ts';
import { useIsOnline } from '#lib/use-is-online.ts';
import { Banner } from '#ui/banner.tsx';
import styles from './offline-banner.module.css';

export function OfflineBanner() {
  const isOnline = useIsOnline();
  const wasOnline = useRef(true);
  useEffect(() => {
    if (!isOnline) announce('Vous êtes hors ligne.', 'assertive');
    else if (!wasOnline.current) announce('La connexion est revenue.');
    wasOnline.current = isOnline;
  }, [isOnline]);
  if (isOnline) return null;
  return (
    <div className={styles.region}>
      <Banner tone="warning" title="Vous êtes hors ligne.">
        Votre saisie est conservée. Les demandes reprendront au retour de la connexion.
      </Banner>
    </div>
  );
}
