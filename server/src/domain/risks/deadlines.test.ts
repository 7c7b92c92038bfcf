import { describe, expect, it } from 'vitest';
import { Temporal } from 'temporal-polyfill';
import { deadlinesOf, issuedToRemind, REMINDERS, type Between } from './deadlines.ts';
import { parisDate, statementValidity } from './validity.ts';

const day = (iso: string): Temporal.PlainDate => Temporal.PlainDate.from(iso);
const ISSUED = day('2025-09-02');

describe('deadlines of a statement last valid on 1 March 2026', () => {
  it.each([
    ['2026-03-01', null, ['expiry 2026-03-01']],
    ['2026-03-02', null, ['expiry 2026-03-01', 'end-of-renewal 2027-03-01']],
    ['2027-03-01', null, ['expiry 2026-03-01', 'end-of-renewal 2027-03-01']],
    ['2027-03-02', null, []],
    ['2026-06-10', '2026-06-01', ['expiry 2026-11-28']],
    ['2026-11-29', '2026-06-01', []],
  ])('on %s, renewed on %s → %j', (today, renewed, expected) => {
    const found = deadlinesOf({ issuedOn: ISSUED, renewedOn: renewed === null ? null : day(renewed) }, day(today));
    expect(found.map(({ kind, on }) => `${kind} ${on.toString()}`)).toEqual(expected);
  });
});

it('each day of the last thirty has one reminder, the nearest', () => {
  const found = Array.from({ length: 33 }, (_, left) =>
    REMINDERS.filter(({ days, atLeast }) => left >= atLeast && left <= days).map(({ days }) => days),
  );
  const nearest = [1, 1, ...Array<number>(6).fill(7), ...Array<number>(23).fill(30)];
  expect(found).toEqual([...nearest.map((days) => [days]), [], []]);
});

it('instants of issue follow the rule, an hour before and after each midnight of two years', () => {
  const within = ({ from, before }: Between, instant: Temporal.Instant): boolean =>
    Temporal.Instant.compare(instant, from) >= 0 && Temporal.Instant.compare(instant, before) < 0;
  const today = day('2028-02-29');
  const { original, renewed } = issuedToRemind(today);
  for (let back = 0; back < 730; back += 1) {
    const midnight = today.subtract({ days: back }).toZonedDateTime('Europe/Paris').toInstant();
    for (const instant of [midnight.subtract({ seconds: 1 }), midnight]) {
      const issuedOn = parisDate(instant);
      const first = statementValidity({ issuedOn, renewedOn: null }, today);
      const left = today.until(first.expiresOn).days;
      expect(within(original, instant)).toBe(first.renewable || (left >= 0 && left <= 30));
      expect(within(renewed, instant)).toBe(left >= 0 && left <= 30);
    }
  }
});
