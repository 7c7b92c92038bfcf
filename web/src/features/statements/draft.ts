import { TransactionType, CreateStatementRequest } from '@clairisque/contract/statements.ts';
import type { z } from 'zod';

export type Step = 1 | 2 | 3 | 4;
export const NAME_MAX_LENGTH = 300;

/** The statement being prepared in the wizard. Degrees are WGS 84. */
export type Draft = {
  step: Step;
  adresse: string;
  /** `prefixe-section-numero`, empty as long as no parcel is chosen. */
  cadastre: string;
  /** `prefixe-section-numero@commune` (decision S6). */
  codeParcelle: string;
  latitude: number | null;
  longitude: number | null;
  transaction: TransactionType | null;
  vendeur: string;
  acheteur: string;
  /** -1 until the server created the statement, as prescribed. */
  erpId: number;
};

export const EMPTY_DRAFT: Draft = {
  step: 1,
  adresse: '',
  cadastre: '',
  codeParcelle: '',
  latitude: null,
  longitude: null,
  transaction: null,
  vendeur: '',
  acheteur: '',
  erpId: -1,
};

export type DraftEvent =
  /** A point of the map has an address; its parcel is not known yet. */
  | { type: 'located'; adresse: string; latitude: number; longitude: number }
  | { type: 'parcel chosen'; cadastre: string; codeParcelle: string; latitude: number; longitude: number }
  | { type: 'continued' }
  | { type: 'edited'; fields: Partial<Pick<Draft, 'transaction' | 'vendeur' | 'acheteur'>> }
  | { type: 'created'; erpId: number }
  | { type: 'issued' }
  | { type: 'credit missing' }
  | { type: 'reception left' }
  | { type: 'reset' };

/** True when steps 2 to 4 have what they need. */
export function hasParcel(draft: Draft): boolean {
  return draft.adresse !== '' && draft.codeParcelle !== '' && draft.latitude !== null && draft.longitude !== null;
}

export function reduceDraft(draft: Draft, event: DraftEvent): Draft {
  switch (event.type) {
    case 'located': {
      const { adresse, latitude, longitude } = event;
      return { ...draft, adresse, latitude, longitude, cadastre: '', codeParcelle: '', erpId: -1 };
    }
    case 'parcel chosen': {
      const { type: _, ...parcel } = event;
      return { ...draft, ...parcel };
    }
    case 'continued':
      return hasParcel(draft) ? { ...draft, step: 2 } : draft;
    case 'edited':
      return { ...draft, ...event.fields };
    case 'created':
      return { ...draft, step: 3, erpId: event.erpId };
    case 'issued':
      return { ...draft, step: 4 };
    case 'credit missing':
      return { ...draft, step: 2, erpId: -1 };
    case 'reception left':
      return { ...draft, step: 1 };
    case 'reset':
      return EMPTY_DRAFT;
  }
}

/**
 * The draft as a screen opens it. A step that lacks its data falls back to the last one that has it, so that an edited
 * or half-expired set of cookies never dead-ends.
 * @param openAt 2 for /RecapitulatifERP, 4 for /ReceptionERP (decision S7).
 */
export function openDraft(draft: Draft, openAt?: 2 | 4): Draft {
  const issued = draft.erpId > 0 && draft.step !== 2 && draft.step !== 3;
  if (openAt === 4 && issued) return { ...draft, step: 4 };
  // Step 1 after a reception: the former statement is over, a new one starts empty.
  if (draft.step === 1 && draft.erpId > 0) return EMPTY_DRAFT;
  if (!hasParcel(draft)) return { ...draft, step: 1 };
  if (openAt === 2) return { ...draft, step: 2, erpId: -1 };
  if (draft.step > 2 && draft.erpId <= 0) return { ...draft, step: 2 };
  return draft;
}

/** The eight keys of the creation call. Blank names are sent as « - ». Call it on a complete draft only. */
export function creationBody(draft: Draft): z.input<typeof CreateStatementRequest> {
  if (draft.transaction === null || !hasParcel(draft)) throw new Error('incomplete draft');
  return {
    adresse: draft.adresse.slice(0, 300),
    cadastre: draft.cadastre,
    latitude: draft.latitude,
    longitude: draft.longitude,
    type_de_transaction: draft.transaction,
    vendeur_nom: draft.vendeur.trim() || '-',
    acheteur_nom: draft.acheteur.trim() || '-',
    code_parcelle: draft.codeParcelle,
  };
}
