import { MAILS } from '#mails.ts';

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
  created: 'en attente',
  retry: 'à réessayer',
  active: 'en cours',
  cancelled: 'annulée',
};

const MAIL_LABELS = Object.fromEntries(Object.entries(MAILS).map(([kind, { label }]) => [kind, label]));

/** The French word for a database value or a kind of mail; an unknown one is returned as it is. */
export const inWords = (word: string): string => WORDS[word] ?? MAIL_LABELS[word] ?? word;
