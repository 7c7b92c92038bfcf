import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '#lib/api.ts';
import { useIsAuthenticated, userDataQuery } from '#lib/session.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import styles from './offline-banner.module.css';
import { useEffect, useRef } from 'react';
import { announce } from '#lib/announce.ts';
import { useIsOnline } from '#lib/use-is-online.ts';

/** A first failure is retried before anything is shown. */
const FAILURES_KEPT_SILENT = 1;

/** The session is kept while the account cannot be read. The banner says so, since the bar then shows no balance. */
export function AccountBanner() {
  const isAuthenticated = useIsAuthenticated();
  const account = useQuery({ ...userDataQuery, enabled: isAuthenticated });
  const hasFailed = account.isError || account.failureCount > FAILURES_KEPT_SILENT;
  if (!isAuthenticated || account.data !== undefined || !hasFailed) return null;
  const { failureReason: reason } = account;
  const isSilent = reason instanceof ApiFailure && reason.status === null && !reason.timedOut;
  return (
    <div className={styles.region}>
      <Banner
        tone="warning"
        live
        title="Votre solde n’a pas pu être chargé."
        action={
          <Button variant="secondary" loading={account.isFetching} onClick={() => void account.refetch()}>
            Réessayer
          </Button>
        }
      >
        Vous restez connecté.{' '}
        {isSilent
          ? 'Vérifiez votre connexion internet, puis réessayez.'
          : 'Le service est momentanément indisponible\u00A0: réessayez dans quelques minutes.'}
      </Banner>
    </div>
  );
}

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
