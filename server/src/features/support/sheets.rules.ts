import { MAILS } from '#wiring/mails.ts';

/** Output of the console: a heading, then lines of columns. */
export type Sheet = { title: string; rows: string[][] };

const MOMENT = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Paris' });

/** « 21/11/2026 16:40:05 », in Paris; « - » for never. */
export const moment = (at: Date | null): string => (at === null ? '-' : MOMENT.format(at));

/** Aligned columns; an empty sheet says so. */
export function printed(sheets: Sheet[]): string {
  return sheets.map(({ title, rows }) => [title, ...aligned(rows)].join('\n')).join('\n\n');
}

function aligned(rows: string[][]): string[] {
  if (rows.length === 0) return ['  (rien)'];
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd());
}

/** Words of the tables in French. */
const WORDS: Record<string, string> = {
  open: 'ouverte',
  pending: 'en attente de la banque',
  paid: 'payée',
  failed: 'échouée',
  expired: 'expirée',
  purchase: 'achat',
  debit: 'débit',
  expiry: 'péremption',
  refund: 'remboursement',
  restore: 'rétablissement',
  dispute: 'contestation',
  withdrawal: 'rétractation',
  undelivered: 'payée après la suppression du compte',
  sign_up: 'inscription',
  login: 'connexion',
  login_failed: 'connexion refusée',
  logout: 'déconnexion',
  password_refused: 'mot de passe refusé',
  password_changed: 'mot de passe changé',
  password_reset_requested: 'réinitialisation demandée',
  password_reset: 'mot de passe réinitialisé',
  activation_resent: 'activation renvoyée',
  throttled: 'trop d’essais',
  unexpected_failure: 'erreur inattendue',
  created: 'en attente',
  retry: 'à réessayer',
  active: 'en cours',
  cancelled: 'annulée',
};

const MAIL_LABELS = Object.fromEntries(MAILS.map(({ kind }) => [kind.name, kind.label]));

/** The French word for a database value or a kind of mail; an unknown one is returned as it is. */
export const inWords = (word: string): string => WORDS[word] ?? MAIL_LABELS[word] ?? word;
