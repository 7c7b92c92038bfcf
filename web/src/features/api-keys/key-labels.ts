import { KEY_DAYS, OVERLAP_HOURS, type ApiKey } from '@clairisque/contract/api-keys.ts';
import type { KeyMode, KeyScope } from '@clairisque/contract/common/route.ts';
import { formatDay, formatMoment } from '#lib/dates.ts';
import type { StateTone } from '#ui/state.tsx';

export const SCOPES: Record<KeyScope, { label: string; help: string; short: string }> = {
  read: {
    label: 'Lire',
    help: 'Solde, états des risques et leurs PDF, adresses, parcelles.',
    short: 'lire',
  },
  issue: { label: 'Émettre', help: 'Chaque état des risques émis débite un crédit.', short: 'émettre' },
  batch: {
    label: 'Importer',
    help: 'Jusqu’à 10 000 biens à la fois\u00A0; chaque état émis débite un crédit.',
    short: 'importer',
  },
  webhooks: { label: 'Gérer les webhooks', help: 'Les événements, et où ils sont envoyés.', short: 'webhooks' },
};

export const MODE_HELP: Record<KeyMode, string> = {
  live: 'De vrais états des risques, avec les crédits de votre compte.',
  test: 'Pour mettre au point un logiciel\u00A0: tout est fictif, rien n’est débité. Les documents sont marqués SPÉCIMEN et effacés après 30 jours.',
};

/** « lire, émettre et webhooks » */
const scopesInWords = (scopes: readonly KeyScope[]): string =>
  new Intl.ListFormat('fr').format(scopes.map((scope) => SCOPES[scope].short));

export const LIVES = [
  ...KEY_DAYS.map((days) => ({ value: String(days), label: days === 365 ? 'Un an' : `${days} jours` })),
  { value: '', label: 'Sans date d’expiration' },
];

const OVERLAPS: Record<(typeof OVERLAP_HOURS)[number], string> = {
  0: 'Tout de suite',
  24: 'Dans un jour',
  168: 'Dans une semaine',
};
export const OVERLAP_CHOICES = OVERLAP_HOURS.map((hours) => ({ value: String(hours), label: OVERLAPS[hours] }));

export const STATES: Record<ApiKey['status'], { label: string; tone: StateTone }> = {
  active: { label: 'Active', tone: 'good' },
  expired: { label: 'Expirée', tone: 'quiet' },
  revoked: { label: 'Révoquée', tone: 'quiet' },
};

/** The facts of a key, as rows. */
export function factsOf(key: ApiKey): readonly (readonly [string, string])[] {
  const end = key.status === 'expired' ? 'A expiré le' : 'Expire le';
  return [
    ['Commence par', `${key.prefix}…`],
    ['Droits', scopesInWords(key.scopes)],
    ['Créée le', formatDay(key.created_at)],
    ...(key.status === 'revoked'
      ? []
      : [[end, key.expires_at === null ? 'jamais' : formatMoment(key.expires_at)] as const]),
    ['Dernière utilisation', key.last_used_at === null ? 'aucune' : aboutWhen(key.last_used_at)],
  ];
}

/** « 23 novembre 2026 vers 19:00 », from the start of the hour: the precision that is stored. */
const aboutWhen = (iso: string): string => formatMoment(iso).replace(' à ', ' vers ');
