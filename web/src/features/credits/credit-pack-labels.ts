import type { ListedCreditPack } from '#responses/credits.ts';
import { formatDay } from '#lib/dates.ts';

/** A lot that expires later than this after its purchase has no expiry. */
const UNLIMITED_YEARS = 50;

/** « Illimité », the day as `20/11/2026`, or « N/A » when there is none. */
export function expiryLabel({ date_d_achat: bought, date_de_peremption: expiry }: ListedCreditPack): string {
  if (!bought || !expiry) return formatDay(expiry);
  const limit = new Date(bought);
  limit.setUTCFullYear(limit.getUTCFullYear() + UNLIMITED_YEARS);
  return new Date(expiry) > limit ? 'Illimité' : formatDay(expiry);
}

export function isPast(expiry: string | null | undefined, nowMs: number): boolean {
  return instantOf(expiry) !== null && Date.parse(expiry ?? '') <= nowMs;
}

/** For sorting; null when there is no date. */
export function instantOf(iso: string | null | undefined): number | null {
  const instant = Date.parse(iso ?? '');
  return Number.isNaN(instant) ? null : instant;
}

/** Any other status is pending. */
export function statusOf(statut: string): 'valid' | 'expired' | 'pending' {
  if (statut === 'VAL') return 'valid';
  return statut === 'EXP' ? 'expired' : 'pending';
}

export const STATUS_LABELS = { valid: 'Valide', expired: 'Expiré', pending: 'En attente' } as const;
