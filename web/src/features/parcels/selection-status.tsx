import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { useEffect, type ReactNode } from 'react';
import { announce } from '#lib/announce.ts';
import { isOffline } from '#lib/use-is-online.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { LoadingNotice, Skeleton } from '#ui/skeleton.tsx';
import styles from './selection-status.module.css';
import type { ParcelSelection, SelectionState } from './use-parcel-selection.ts';

/** Outcome of the last search or click: announced, and shown with a remedy when it failed. */
export function SelectionStatus({ selection }: { selection: ParcelSelection }) {
  const { state, parcels, place, adresse, refusal, retry } = selection;
  const spoken = spokenOf(state, parcels.length, place?.cadastre ?? '');
  useEffect(() => {
    if (spoken) announce(spoken);
  }, [spoken]);

  const again = (
    <Button variant="secondary" onClick={retry}>
      Réessayer
    </Button>
  );
  const shown: Record<SelectionState, ReactNode> = {
    empty: <p className={styles.hint}>Cliquez sur la carte pour sélectionner une parcelle</p>,
    cleared: <p className={styles.hint}>Sélection effacée. Cliquez sur une parcelle.</p>,
    searching: <Waiting />,
    found: null,
    'to-choose': (
      <Banner tone="warning" title="Cette adresse ne désigne pas une seule parcelle">
        «&nbsp;{adresse}&nbsp;» n’indique pas de numéro. Choisissez votre parcelle dans la liste, cliquez sur la carte,
        ou tapez sa référence cadastrale.
      </Banner>
    ),
    failed: (
      <Banner
        tone="error"
        role="alert"
        title={isOffline() ? 'Vous êtes hors ligne.' : 'Le cadastre ne répond pas.'}
        action={again}
      >
        Votre adresse est conservée.{' '}
        {isOffline() ? 'Réessayez dès que la connexion est revenue.' : 'Réessayez dans un instant.'}
      </Banner>
    ),
    refused: (
      <Banner tone="warning" role="alert" title="Cette parcelle ne peut pas être choisie.">
        {refusal} Si ce n’est pas la bonne, cliquez sur la carte.
      </Banner>
    ),
    'no-parcel': (
      <Banner tone="warning" role="alert" title="Aucune parcelle à cet endroit." action={again}>
        Précisez l’adresse, ou cliquez sur la parcelle sur la carte.
      </Banner>
    ),
    abroad: (
      <Banner tone="warning" role="alert" title="Ce point est hors de France.">
        L’état des risques ne concerne que les biens situés en France.
      </Banner>
    ),
  };
  return shown[state];
}

function spokenOf(state: SelectionState, count: number, cadastre: string): string | null {
  if (state === 'cleared') return 'Sélection effacée. Cliquez sur une parcelle.';
  if (state === 'searching') return 'Recherche des parcelles…';
  if (state === 'to-choose') return `Choisissez la parcelle\u00A0: ${count} parcelles proposées.`;
  if (state !== 'found') return null;
  const others = count > 1 ? ` ${count} parcelles proposées.` : '';
  return `Parcelle ${shortParcel(cadastre)} sélectionnée.${others}`;
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <LoadingNotice>Recherche des parcelles autour de ce point…</LoadingNotice>
      <Skeleton height="1.5rem" width="60%" />
      <Skeleton height="3.5rem" />
      <Skeleton height="3.5rem" />
    </div>
  );
}
