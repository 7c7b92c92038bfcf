import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { checkedAt, dateRefusals, dateWarnings, signedRefusal, watchedUntil } from './deeds.ts';

const day = (text: string): Temporal.PlainDate => Temporal.PlainDate.from(text);

describe('when a statement is checked', () => {
  it.each([
    ['2027-01-15', 0, '2027-01-15T05:00:00Z'],
    ['2027-07-15', 0, '2027-07-15T04:00:00Z'],
    ['2027-03-28', 0, '2027-03-28T04:00:00Z'],
    ['2027-03-28', 15, '2027-03-13T05:00:00Z'],
    ['2027-10-31', 0, '2027-10-31T05:00:00Z'],
    ['2028-03-02', 2, '2028-02-29T05:00:00Z'],
    ['2027-03-02', 2, '2027-02-28T05:00:00Z'],
  ])('%s, %i days before → %s', (planned, before, instant) => {
    expect(checkedAt(day(planned), before).toString()).toBe(instant);
  });

  it('for a year from the first issue; from a 29 February until the 28th', () => {
    expect([watchedUntil(day('2026-11-28')), watchedUntil(day('2028-02-29'))].map(String)).toEqual([
      '2027-11-28',
      '2029-02-28',
    ]);
  });
});

describe('a planned day', () => {
  const today = day('2026-11-28');
  const none = { promesse: null, acte: null, bail: null };
  it.each([
    ['Vente', { acte: '2026-11-28' }, {}],
    ['Vente', { acte: '2026-11-27' }, { acte: /est passé/ }],
    ['Vente', { acte: '2028-11-28' }, {}],
    ['Vente', { acte: '2066-11-28' }, { acte: /trop lointain/ }],
    ['Vente', { bail: '2027-01-01' }, { bail: /pour une vente/ }],
    ['Location', { bail: '2027-01-01' }, {}],
    ['Location', { promesse: '2027-01-01' }, { promesse: /pour une location/ }],
    ['Vente', { promesse: '2027-02-01', acte: '2027-01-01' }, { promesse: /après l’acte/, acte: /avant la promesse/ }],
    ['Vente', { promesse: '2027-02-01', acte: '2027-02-01' }, {}],
  ] as const)('of a « %s », %o → %o', (transaction, given, refused) => {
    const days = Object.fromEntries(Object.entries(given).map(([kind, text]) => [kind, day(text)]));
    const kinds = Object.keys(given) as ('promesse' | 'acte' | 'bail')[];
    const refusals = dateRefusals({ ...none, ...days }, kinds, { transaction, today });
    expect(Object.keys(refusals)).toEqual(Object.keys(refused));
    for (const [kind, says] of Object.entries(refused)) expect(refusals[kind as 'acte']).toMatch(says);
  });

  const life = { transaction: 'Vente', issuedOn: today, expiresOn: day('2027-05-27'), isRenewed: false } as const;
  it('on the last day of validity → nothing to say; after it → the day on which the renewal opens', () => {
    const said = (text: string, other = {}) =>
      dateWarnings(day(text), { ...life, ...other }).map(({ sentence, renewableOn }) => [
        renewableOn?.toString() ?? null,
        sentence,
      ]);
    expect(said('2027-05-27')).toEqual([]);
    expect(said('2027-05-28')).toEqual([['2027-05-28', expect.stringContaining('devient possible')]]);
    expect(said('2028-03-01')).toEqual([[null, expect.stringContaining('renouvelez-le plus tard')]]);
    expect(said('2027-05-28', { isRenewed: true })).toEqual([[null, expect.stringContaining('nouvel état')]]);
    expect(said('2028-01-10', { issuedOn: day('2026-11-28'), expiresOn: day('2028-02-01'), isRenewed: true })).toEqual([
      [null, expect.stringContaining('ne sera plus vérifié')],
    ]);
  });

  it('signed before the statement, or tomorrow → refused', () => {
    expect(signedRefusal(day('2026-11-27'), { issuedOn: today, today })).toMatch(/n’existait pas/);
    expect(signedRefusal(day('2026-11-29'), { issuedOn: today, today })).toMatch(/pas encore passé/);
    expect(signedRefusal(today, { issuedOn: today, today })).toBeNull();
  });
});
