import { describe, expect, it } from 'vitest';
import { toRow } from '#features/statements/statement-row.ts';
import { isOfSameProperty } from './former-statement.tsx';

const ITEM = {
  id: 1,
  adresse: '12 Rue de l’Église 48000 Mende',
  type: 'Vente',
  destinataires: '-',
  date0: '2026-11-01T10:00:00Z',
  date_expiration_regeneration: '2027-04-30',
  nb_regenerations: 0,
  peut_regenerer: false,
  jours_restants_regeneration: 0,
  derniere_regeneration: null,
  statut_regeneration: 'Actif',
} as const;
const [A, B] = ['000-AB-0012@48095', '000-AB-0013@48095'] as const;

describe('a statement of the property in the wizard', () => {
  it.each([
    ['the same address', {}, { adresse: '12 Rue de l’Église 48000 Mende', codeParcelle: A, others: [] }, true],
    [
      'the same, typed otherwise',
      {},
      { adresse: "12 rue de l'eglise 48000 mende ", codeParcelle: A, others: [] },
      true,
    ],
    ['another number', {}, { adresse: '14 Rue de l’Église 48000 Mende', codeParcelle: A, others: [] }, false],
    ['the same parcels in another order', { parcelles: [A, B] }, { adresse: 'x', codeParcelle: B, others: [A] }, true],
    ['one parcel less', { parcelles: [A, B] }, { adresse: ITEM.adresse, codeParcelle: A, others: [] }, false],
    ['one parcel more', {}, { adresse: ITEM.adresse, codeParcelle: A, others: [B] }, false],
  ])('%s → %s', (...[, more, draft, isSame]) => {
    expect(isOfSameProperty(toRow({ ...ITEM, ...more }, '2026-11-28'), draft)).toBe(isSame);
  });
});
