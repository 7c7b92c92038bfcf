import { frenchNumber, longFrenchDate } from '#domain/french.ts';
import type { Invoice, PostalAddress, RefundReason, Seller } from './invoice.ts';

/** The compulsory mentions, shared by the page and the XML. */

/** « 732 829 320 », « 732 829 320 00074 » */
export function grouped(sirenOrSiret: string): string {
  return sirenOrSiret.replace(/^(\d{3})(\d{3})(\d{3})(\d*)$/u, '$1\u00A0$2\u00A0$3\u00A0$4').trimEnd();
}

/** Legal form, capital, registry (art. R. 123-237 du code de commerce). */
export function legalStatus(seller: Seller): string {
  const capital = seller.capitalEuros === null ? '' : ` au capital de ${frenchNumber(seller.capitalEuros)}\u00A0€`;
  return `${seller.legalForm}${capital}, RCS ${seller.rcsCity} ${grouped(seller.siren)}`;
}

/** One line each; the country only outside France. */
export function addressLines({ lines, postcode, city, country }: PostalAddress): string[] {
  const town = [postcode, city].filter(Boolean).join(' ');
  return [...lines, town, country === 'FR' ? '' : country].filter((line) => line !== '');
}

export const NATURE = 'Nature de l’opération : prestation de services, fournie en ligne.';

/** Art. 269, 2-c of the CGI; the option must be mentioned (art. 242 nonies A, 16° of annexe II). */
export function vatDue(seller: Seller): string {
  return seller.vatOnDebits
    ? 'Option pour le paiement de la taxe d’après les débits.'
    : 'TVA exigible à l’encaissement.';
}

/** Between businesses only (art. L. 441-9, L. 441-10 et D. 441-5 du code de commerce). */
export const LATE_PAYMENT = {
  discount: 'Escompte pour paiement anticipé : néant.',
  penalties:
    'Pénalités en cas de retard de paiement : trois fois le taux d’intérêt légal, exigibles sans rappel (art. L. 441-10 du code de commerce).',
  indemnity:
    'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (art. D. 441-5 du code de commerce).',
};

const REASONS: Record<RefundReason, string> = {
  refund: 'remboursement',
  dispute: 'contestation du paiement auprès de la banque',
  withdrawal: 'rétractation (art. L. 221-18 du code de la consommation)',
};

/** Null for an invoice. */
export function correction({ corrects }: Invoice): string | null {
  if (corrects === null) return null;
  return `Cet avoir corrige la facture ${corrects.number} du ${longFrenchDate(corrects.issuedOn)}. Motif : ${REASONS[corrects.reason]}.`;
}

export function settlement({ kind, payment, corrects }: Invoice): string {
  const day = longFrenchDate(payment.on);
  if (kind === 'invoice') return `Payée le ${day} par carte bancaire.`;
  return corrects?.reason === 'dispute'
    ? `Restitué le ${day} par la banque, à la suite de la contestation du paiement.`
    : `Remboursé le ${day} sur la carte bancaire du paiement.`;
}
