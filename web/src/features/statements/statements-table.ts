import { CSV_START, csvLines } from '@clairisque/contract/common/csv.ts';
import { shortParcel } from '@clairisque/contract/common/parcel-codes.ts';
import { formatDay, parisDay } from '#lib/dates.ts';
import { saveFile } from '#lib/download.ts';
import { checkedWords } from './statement-watch.ts';
import type { StatementRow } from './statement-row.ts';

const TITLES = [
  'Numéro',
  'Référence',
  'Adresse',
  'Parcelles',
  'Transaction',
  'Remis à',
  'Date de création',
  'Date de renouvellement',
  'Date d’expiration',
  'État',
  'Conclu',
  'Signature prévue',
  'Vérification',
];

/** The rows of the list, for a spreadsheet. */
export function statementsTable(rows: readonly StatementRow[]): string {
  const lines = rows.map(({ item, state, expiresOn }) => {
    const renewed = item.nb_regenerations > 0 ? parisDay(item.derniere_regeneration) : null;
    return [
      String(item.id),
      item.reference ?? '',
      item.adresse,
      (item.parcelles ?? []).map(shortParcel).join(', '),
      item.type,
      item.destinataires,
      formatDay(item.date0),
      renewed ? formatDay(renewed) : '',
      formatDay(expiresOn),
      state,
      item.conclu ? 'oui' : 'non',
      item.signature_prevue ? formatDay(item.signature_prevue) : '',
      checkedWords(item) ?? '',
    ];
  });
  return CSV_START + csvLines([TITLES, ...lines]);
}

export function saveStatementsTable(rows: readonly StatementRow[]): void {
  const day = new Date().toISOString().slice(0, 10);
  saveFile(new Blob([statementsTable(rows)], { type: 'text/csv' }), `Clairisque - états des risques - ${day}.csv`);
}
