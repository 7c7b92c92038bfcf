import { Button } from '#ui/button.tsx';
import { Facts } from '#ui/facts.tsx';
import type { Draft } from '#features/drafts/draft.ts';
import { RecapParcels } from '#features/parcels/recap-parcels.tsx';
import type { ReactNode } from 'react';

type RecapProps = { draft: Draft; withParties?: boolean; onEditPlace?: () => void };

/** Read-only summary of the statement. */
export function Recap({ draft, withParties = false, onEditPlace }: RecapProps) {
  const edit = (what: string) => onEditPlace && <EditButton what={what} onClick={onEditPlace} />;
  const rows: [term: string, value: ReactNode, action?: ReactNode][] = [
    ['Adresse', draft.adresse, edit('l’adresse')],
    ['Référence cadastrale', draft.cadastre, edit('la parcelle')],
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

function EditButton({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <Button variant="quiet" onClick={onClick}>
      Modifier<span className="visually-hidden"> {what}</span>
    </Button>
  );
}
