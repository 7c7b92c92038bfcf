import { Facts } from '#ui/facts.tsx';
import type { Draft } from '#features/drafts/draft.ts';

/** Read-only summary of the statement. */
export function Recap({ draft, withParties = false }: { draft: Draft; withParties?: boolean }) {
  const rows: [string, string][] = [
    ['Adresse', draft.adresse],
    ['Référence cadastrale', draft.cadastre],
  ];
  if (withParties)
    rows.push(
      ['Type de transaction', draft.transaction ?? '-'],
      ['Vendeur ou bailleur', draft.vendeur.trim() || '-'],
      ['Acquéreur ou locataire', draft.acheteur.trim() || '-'],
    );
  return <Facts rows={rows} />;
}
