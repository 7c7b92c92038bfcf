import { describe, expect, it } from 'vitest';
import { expiryLabel, isPast, STATUS_LABELS, statusOf } from './credit-pack-labels.ts';

const creditPack = (date_d_achat: string | null, date_de_peremption: string | null) => ({
  formule: '5 crédits',
  produits: 'État des risques',
  date_d_achat,
  date_de_peremption,
  nb_restants: 5,
  nb_consommes: 0,
  statut: 'VAL',
});

describe('expiryLabel', () => {
  it.each([
    ['2026-11-20T10:00:00Z', '2077-11-20T10:00:00Z', 'Illimité'],
    ['2026-11-20T10:00:00Z', '2076-11-20T10:00:00.001Z', 'Illimité'],
    ['2026-11-20T10:00:00Z', '2076-11-20T10:00:00Z', '20/11/2076'],
    ['2026-11-20', '2075-11-20', '20/11/2075'],
    ['2026-11-20', null, 'N/A'],
    [null, '2077-11-20', '20/11/2077'],
    // 23:30 in London is the next day in Paris.
    ['2026-11-20', '2026-12-20T23:30:00Z', '21/12/2026'],
  ])('bought %s, expires %s → %s', (bought, expiry, label) => {
    expect(expiryLabel(creditPack(bought, expiry))).toBe(label);
  });
});

it.each([
  ['VAL', 'Valide'],
  ['EXP', 'Expiré'],
  ['PENDING', 'En attente'],
  ['ABC', 'En attente'],
])('statut %s → %s', (statut, label) => {
  expect(STATUS_LABELS[statusOf(statut)]).toBe(label);
});

it('a lot is past from the instant of its expiry on; without a date it never is', () => {
  const expiry = '2026-11-20T10:00:00Z';
  expect(isPast(expiry, Date.parse(expiry) - 1)).toBe(false);
  expect(isPast(expiry, Date.parse(expiry))).toBe(true);
  expect(isPast(null, Date.parse(expiry))).toBe(false);
});
