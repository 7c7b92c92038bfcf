import type { Consent } from '#domain/credits/payment.ts';

/** An order's columns of that consent; null without one. */
export function consentColumns(consent: (Consent & { ip: string | null }) | null) {
  return {
    consent_version: consent?.version ?? null,
    consent_digest: consent?.digest ?? null,
    consented_at: consent?.at ?? null,
    consent_ip: consent?.ip ?? null,
  };
}
