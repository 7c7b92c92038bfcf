import { Facts } from '#ui/facts.tsx';
import type { Draft } from '#features/drafts/draft.ts';
import { RecapParcels } from '#features/parcels/recap-parcels.tsx';
import type { ReactNode } from 'react';

/** Read-only summary of the statement. */
export function Recap({ draft, withParties = false }: { draft: Draft; withParties?: boolean }) {
  const rows: [string, ReactNode][] = [
    ['Adresse', draft.adresse],
    ['Référence cadastrale', draft.cadastre],
  ];
  if (draft.others.length > 0) rows.push(['Parcelles du bien', <RecapParcels key="parcels" draft={draft} />]);
  if (withParties)
    rows.push(
      ['Type de transaction', draft.transaction ?? '-'],
      ['Vendeur ou bailleur', draft.vendeur.trim() || '-'],
      ['Acquéreur ou locataire', draft.acheteur.trim() || '-'],
    );
  return <Facts rows={rows} />;
}
