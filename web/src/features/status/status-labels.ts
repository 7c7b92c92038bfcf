import type { ServiceStatus } from '@clairisque/contract/status.ts';
import { formatLongDay, formatMoment } from '#lib/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Source = ServiceStatus['sources'][number];
type Verdict = { tone: 'info' | 'success' | 'warning' | 'error'; title: string; text: string };

export const VERDICTS: Record<ServiceStatus['etat'], Verdict> = {
  disponible: {
    tone: 'success',
    title: 'Tout fonctionne',
    text: 'Toutes les sources interrogées répondent.',
  },
  perturbe: {
    tone: 'warning',
    title: 'Une partie du service est perturbée',
    text: 'Un document peut tarder, reprendre une réponse datée, ou ne pas pouvoir être établi\u00A0; rien n’est alors débité.',
  },
  indisponible: {
    tone: 'error',
    title: 'Le service est indisponible',
    text: 'Vos documents, vos crédits et vos achats sont conservés. Nous travaillons à le rétablir.',
  },
  inconnu: {
    tone: 'info',
    title: 'Aucun relevé récent',
    text: 'Personne n’a utilisé le service depuis 24\u00A0heures.',
  },
};

/** « Il y a 3 min », relative to `now`; beyond a day, the date. */
export function sinceWhen(iso: string | null, now: Date): string {
  if (iso === null) return 'Aucune depuis 7\u00A0jours';
  const age = now.getTime() - Date.parse(iso);
  if (age < MINUTE_MS) return 'À l’instant';
  if (age < HOUR_MS) return `Il y a ${Math.floor(age / MINUTE_MS)}\u00A0min`;
  if (age < DAY_MS) return `Il y a ${Math.floor(age / HOUR_MS)}\u00A0h`;
  return `Le ${formatMoment(iso)}`;
}

/** « 99,8 %, en 0,4 s », never rounded up to a hundred; a dash without requests. */
export function answersOf(source: Pick<Source, 'part_reponses' | 'duree_mediane_ms'>): string {
  if (source.part_reponses === null) return '–';
  const share = percentOf(source.part_reponses);
  return source.duree_mediane_ms === null ? share : `${share}, en ${secondsOf(source.duree_mediane_ms)}`;
}

export const percentOf = (share: number): string => `${String(Math.floor(share * 1000) / 10).replace('.', ',')}\u00A0%`;

const secondsOf = (ms: number): string =>
  `${String(Math.max(0.1, Math.round(ms / 100) / 10)).replace('.', ',')}\u00A0s`;

type Dataset = NonNullable<ServiceStatus['jeux']>[number];

/** « Du 2 mars 2026, 12 jours » */
export function editionOf({ edition, age_jours, trop_ancienne }: Dataset): string {
  const old = trop_ancienne ? '. Trop ancienne\u00A0: la source publique répond' : '';
  return `Du ${formatLongDay(edition)}, ${ageOf(age_jours)}${old}`;
}

const YEAR_DAYS = 365.25;

function ageOf(days: number): string {
  if (days >= 2 * YEAR_DAYS) return `${Math.floor(days / YEAR_DAYS)}\u00A0ans`;
  return `${days}\u00A0jour${days < 2 ? '' : 's'}`;
}

/** « 3 sur 120 »; a dash without a comparison. */
export const differencesOf = ({ comparaisons, differences }: Dataset): string =>
  comparaisons === 0 ? '–' : `${differences} sur ${comparaisons}`;

const GRAVITY: Record<ServiceStatus['etat'], number> = { indisponible: 0, perturbe: 1, disponible: 2, inconnu: 2 };

/** Failures first; the rest in the order of a statement. */
export function worstFirst(sources: readonly Source[]): Source[] {
  return sources.toSorted((one, other) => GRAVITY[one.etat] - GRAVITY[other.etat]);
}

export function spellOf({ debut, fin }: ServiceStatus['incidents'][number]): string {
  if (fin === null) return `Depuis le ${formatMoment(debut)}`;
  const minutes = Math.round((Date.parse(fin) - Date.parse(debut)) / MINUTE_MS);
  const length = minutes < 120 ? `${minutes}\u00A0min` : `${Math.round(minutes / 60)}\u00A0h`;
  return `Le ${formatMoment(debut)}, pendant ${length} environ`;
}
