import { ParcelCodesInQuery } from '@clairisque/contract/common/parcel-codes.ts';
import { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { getCookie, removeCookies, resetStatementDraft, setCookie, STATEMENT_COOKIES } from '#lib/cookies.ts';
import { EMPTY_DRAFT, NAME_MAX_LENGTH, parcelsOf, type Draft, type Step } from './draft.ts';

/** Cookie by cookie. `erp_pdf`, the name of the downloaded file, is of no draft: the reception writes it. */
export type DraftCookies = Record<Exclude<(typeof STATEMENT_COOKIES)[number], 'erp_pdf'>, string>;

export function cookiesOf(draft: Draft): DraftCookies {
  return {
    statut_realisation_erp: String(draft.step),
    adresse: draft.adresse,
    cadastre: draft.cadastre,
    latitude: draft.latitude === null ? '' : String(draft.latitude),
    longitude: draft.longitude === null ? '' : String(draft.longitude),
    type_de_transaction: draft.transaction ?? '',
    vendeur_nom: draft.vendeur,
    acheteur_nom: draft.acheteur,
    erp_realisable: String(draft.codeParcelle !== ''),
    code_parcelle: draft.codeParcelle,
    parcelles: draft.others.length > 0 ? parcelsOf(draft).join(',') : '',
    erp_id: String(draft.erpId),
  };
}

function degrees(text: string | undefined, limit: number): number | null {
  const value = Number(text);
  return text && Number.isFinite(value) && Math.abs(value) <= limit ? value : null;
}

function matching(text: string | undefined, pattern: RegExp): string {
  return text !== undefined && pattern.test(text) ? text : '';
}

/** The list begins with the parcel of the other cookies; otherwise it belongs to another draft. */
function othersOf(text: string | undefined, codeParcelle: string): readonly string[] {
  const codes = ParcelCodesInQuery.safeParse(text ?? '');
  return codes.success && codes.data[0] === codeParcelle ? codes.data.slice(1) : EMPTY_DRAFT.others;
}

/** A cookie may contain anything: an unreadable one counts as absent. */
export function draftOf(cookies: Partial<DraftCookies>): Draft {
  const transaction = TransactionType.safeParse(cookies.type_de_transaction);
  const codeParcelle = matching(cookies.code_parcelle, /^\w{1,3}-\w{1,2}-\w{1,4}(@\w{5})?$/);
  return {
    step: Number(matching(cookies.statut_realisation_erp, /^[1-4]$/) || EMPTY_DRAFT.step) as Step,
    adresse: (cookies.adresse ?? '').slice(0, 300),
    cadastre: codeParcelle.split('@')[0] ?? '',
    codeParcelle,
    others: othersOf(cookies.parcelles, codeParcelle),
    latitude: degrees(cookies.latitude, 90),
    longitude: degrees(cookies.longitude, 180),
    transaction: transaction.success ? transaction.data : null,
    vendeur: (cookies.vendeur_nom ?? '').slice(0, NAME_MAX_LENGTH),
    acheteur: (cookies.acheteur_nom ?? '').slice(0, NAME_MAX_LENGTH),
    erpId: Number(matching(cookies.erp_id, /^\d{1,15}$/) || EMPTY_DRAFT.erpId),
  };
}

/** The draft stored in this browser, or an empty one. */
export function loadDraft(): Draft {
  return draftOf(Object.fromEntries(STATEMENT_COOKIES.map((name) => [name, getCookie(name) ?? undefined])));
}

export function saveDraft(draft: Draft): void {
  if (draft === EMPTY_DRAFT) return resetStatementDraft();
  const values = Object.entries(cookiesOf(draft)) as [keyof DraftCookies, string][];
  removeCookies(values.filter(([, value]) => value === '').map(([name]) => name));
  for (const [name, value] of values) if (value !== '') setCookie(name, value);
}
