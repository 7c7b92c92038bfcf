import { describe, expect, it } from 'vitest';
import { expiryDay, renewalOffer, stateOf } from './statement-state.ts';

const TODAY = '2026-11-20';
const item = (date0: string, more: object = {}) => ({
  date0,
  nb_regenerations: 0,
  peut_regenerer: false,
  date_expiration_regeneration: null,
  derniere_regeneration: null,
  ...more,
});
const renewed = (expiry: string | null) =>
  item('2026-01-10', {
    nb_regenerations: 1,
    date_expiration_regeneration: expiry,
    derniere_regeneration: '2026-07-05T10:00:00Z',
  });

describe('HI-04', () => {
  it.each([
    [item('2026-06-01'), 'Actif'],
    [renewed('2027-01-01'), 'Renouvelé'],
    [item('2026-04-01', { peut_regenerer: true }), 'Expiré < 1an'],
    [item('2025-01-01'), 'Expiré > 1an'],
    [renewed('2026-10-01'), 'Expiré > 1an'],
    // The last day, in Paris, is still one of validity.
    [item('2026-05-24T09:00:00Z'), 'Actif'],
    [item('2026-05-23T21:59:00Z', { peut_regenerer: true }), 'Expiré < 1an'],
    [item('2026-05-23T22:01:00Z', { peut_regenerer: true }), 'Actif'],
    [renewed('2026-11-20'), 'Renouvelé'],
    [item(''), 'Actif'],
  ])('%j → %s', (given, state) => {
    expect(stateOf(given, TODAY)).toBe(state);
  });
});

it('180 days hold over a change of the clocks and a 29 February', () => {
  expect(expiryDay(item('2026-10-24T23:30:00Z'))).toBe('2027-04-23');
  expect(expiryDay(item('2027-09-02'))).toBe('2028-02-29');
});

describe('HI-05: the label of the button, and until when it works or why it does not', () => {
  it.each([
    [item('2026-04-01', { peut_regenerer: true }), 'Renouveler', 'Gratuit jusqu’au 28/09/2027'],
    [item('2026-06-01'), 'Renouveler', 'Possible à partir du 29/11/2026'],
    [renewed('2027-01-01'), 'Déjà renouvelé', 'Renouvelé le 05/07/2026'],
    [renewed('2026-10-01'), 'Déjà renouvelé', 'Renouvelé le 05/07/2026'],
    [item('2025-01-01'), 'Non renouvelable', 'Le délai de renouvellement a pris fin le 30/06/2026'],
    [item('2026-04-01'), 'Non renouvelable', 'Renouvellement indisponible'],
  ])('%j → %s, %s', (given, label, note) => {
    expect(renewalOffer(given, stateOf(given, TODAY), TODAY)).toEqual({
      label,
      note,
      isOpen: note.startsWith('Gratuit'),
    });
  });
});
