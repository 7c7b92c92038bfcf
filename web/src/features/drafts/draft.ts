import { TransactionType } from '@clairisque/contract/common/declarations.ts';
import { MOST_PARCELS } from '@clairisque/contract/common/parcel-codes.ts';
import { CreateStatementRequest } from '@clairisque/contract/issuance.ts';
import { legible } from '@clairisque/contract/common/text.ts';
import type { z } from 'zod';

export type Step = 1 | 2 | 3 | 4;
export const NAME_MAX_LENGTH = 300;

/** The statement being prepared in the wizard. Degrees are WGS 84. */
export type Draft = {
  step: Step;
  adresse: string;
  /** `prefixe-section-numero`, empty until a parcel is chosen. */
  cadastre: string;
  /** `prefixe-section-numero@commune`. */
  codeParcelle: string;
  /** `code_parcelle` of the property's other parcels, at most 49. */
  others: readonly string[];
  latitude: number | null;
  longitude: number | null;
  transaction: TransactionType | null;
  vendeur: string;
  acheteur: string;
  /** -1 until the server has created the statement, as prescribed. */
  erpId: number;
};

/** Result of step 1. */
export type ChosenPlace = {
  adresse: string;
  cadastre: string;
  codeParcelle: string;
  latitude: number;
  longitude: number;
};

export const EMPTY_DRAFT: Draft = {
  step: 1,
  adresse: '',
  cadastre: '',
  codeParcelle: '',
  others: [],
  latitude: null,
  longitude: null,
  transaction: null,
  vendeur: '',
  acheteur: '',
  erpId: -1,
};

export type DraftEvent =
  | { type: 'parcel chosen'; place: ChosenPlace }
  | { type: 'parcels changed'; added?: readonly string[]; removed?: readonly string[] }
  | { type: 'continued' }
  | { type: 'edited'; fields: Partial<Pick<Draft, 'transaction' | 'vendeur' | 'acheteur'>> }
  | { type: 'created'; erpId: number }
  | { type: 'issued' }
  | { type: 'recap reopened' }
  | { type: 'reception left' }
  /** Replaced by an empty draft, by one left on another machine, or by itself at step 1. */
  | { type: 'reset'; to: Draft };

/** True when steps 2 to 4 have their data. */
export function hasParcel(draft: Draft): boolean {
  return draft.adresse !== '' && draft.codeParcelle !== '' && draft.latitude !== null && draft.longitude !== null;
}

/** All parcels of the property, the one of its address first. */
export function parcelsOf({ codeParcelle, others }: Pick<Draft, 'codeParcelle' | 'others'>): string[] {
  return codeParcelle === '' ? [] : [codeParcelle, ...others];
}

/** For the calls that take one parcel, or several. */
export function parcelsInQuery(draft: Pick<Draft, 'codeParcelle' | 'others'>): { parcelles?: string } {
  return draft.others.length > 0 ? { parcelles: parcelsOf(draft).join(',') } : {};
}

const continued = (draft: Draft): Draft => (hasParcel(draft) ? { ...draft, step: 2 } : draft);

function without(codes: readonly string[], removed: readonly string[] = []): readonly string[] {
  return codes.some((code) => removed.includes(code)) ? codes.filter((code) => !removed.includes(code)) : codes;
}

/** The parcels without repeats, and never more than one statement may have. */
function withParcels(draft: Draft, added: readonly string[] = []): readonly string[] {
  return [...new Set([...parcelsOf(draft), ...added])].slice(1, MOST_PARCELS);
}

export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'parcel chosen':
      return { ...draft, ...event.place, others: without(draft.others, [event.place.codeParcelle]), erpId: -1 };
    case 'parcels changed':
      return { ...draft, others: without(withParcels(draft, event.added), event.removed) };
    case 'continued':
      return continued(draft);
    case 'edited':
      return { ...draft, ...event.fields };
    case 'created':
      return { ...draft, step: 3, erpId: event.erpId };
    case 'issued':
      return { ...draft, step: 4 };
    case 'recap reopened':
      return { ...draft, step: 2, erpId: -1 };
    case 'reception left':
      return { ...draft, step: 1 };
    case 'reset':
      return event.to;
  }
}

/** How the user reached the wizard: `openAt` is 2 for /RecapitulatifERP and 4 for /ReceptionERP. */
export type LoginState = { openAt?: 2 | 4 | undefined; isReload: boolean };

/**
 * The draft as a screen opens it. A step without its data falls back to the last step that has it, so that edited or
 * half-expired cookies never lead to a dead end.
 */
export function openDraft(draft: Draft, { openAt, isReload }: LoginState): Draft {
  if (isOver(draft)) {
    if (openAt === 4 || (isReload && draft.step === 4)) return { ...draft, step: 4 };
    // The user left the reception, by a link or by closing the page: a new statement starts empty.
    return EMPTY_DRAFT;
  }
  if (!hasParcel(draft)) return draft.adresse === '' ? EMPTY_DRAFT : { ...draft, step: 1 };
  if (openAt === 2) return { ...draft, step: 2, erpId: -1 };
  return draft.step > 2 && draft.erpId <= 0 ? { ...draft, step: 2 } : draft;
}

function isOver({ step, erpId }: Draft): boolean {
  return erpId > 0 && (step === 1 || step === 4);
}

/**
 * The eight fields of the creation call, and all parcels when there are several. Blank names are sent as « - »; hidden
 * characters of pasted texts are removed. Only for a complete draft.
 */
export function creationBody(draft: Draft): z.input<typeof CreateStatementRequest> {
  if (draft.transaction === null || !hasParcel(draft)) throw new Error('incomplete draft');
  return {
    adresse: legible(draft.adresse).slice(0, 300),
    cadastre: draft.cadastre,
    latitude: draft.latitude,
    longitude: draft.longitude,
    type_de_transaction: draft.transaction,
    vendeur_nom: legible(draft.vendeur).trim() || '-',
    acheteur_nom: legible(draft.acheteur).trim() || '-',
    code_parcelle: draft.codeParcelle,
    ...(draft.others.length > 0 && { parcelles: parcelsOf(draft) }),
  };
}
