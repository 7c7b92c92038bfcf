import { saveFile } from '#lib/download.ts';

/** Four columns are enough. */
export const EXAMPLE = {
  titles: ['Adresse', 'Transaction', 'Vendeur', 'Votre référence'],
  rows: [
    ['12 rue des Lilas, 35000 Rennes', 'vente', 'Mme Durand', 'M-2041'],
    ['4 place de la République, 35000 Rennes', 'location', 'SCI des Tilleuls', 'M-2042'],
  ],
} as const;

const TEMPLATE = [
  [
    'Adresse',
    'Code postal',
    'Commune',
    'Parcelles',
    'Transaction',
    'Vendeur',
    'Email du vendeur',
    'Acquéreur',
    'Votre référence',
    'Date de la promesse',
    'Date de l’acte',
    'Date du bail',
  ],
  ['12 rue des Lilas', '35000', 'Rennes', '', 'vente', 'Mme Durand', 'durand@exemple.fr', '', 'M-2041', '', '', ''],
  ['', '35000', 'Rennes', 'AB 143, AB 144', 'location', 'SCI des Tilleuls', '', 'M. Martin', 'M-2042', '', '', ''],
];

/** The template has the byte order mark and the semicolons of French spreadsheets. */
export function saveTemplate(): void {
  const lines = TEMPLATE.map((cells) => cells.map((cell) => (/[",;]/.test(cell) ? `"${cell}"` : cell)).join(';'));
  saveFile(new Blob([`\uFEFF${lines.join('\r\n')}\r\n`], { type: 'text/csv' }), 'Clairisque - modèle d’import.csv');
}
