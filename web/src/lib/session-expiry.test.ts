import { describe, expect, it } from 'vitest';
import { sessionPhase } from './session-expiry.ts';

const MINUTE_MS = 60_000;
const minutes = (count: number) => count * MINUTE_MS;
const hours = (count: number) => minutes(60 * count);
const phaseOf = (lastActivityMs: number, nowMs: number) => sessionPhase({ startMs: 0, lastActivityMs }, nowMs);

describe('sessionPhase', () => {
  it.each([
    { name: '6 h 54 with activity', active: hours(6), now: hours(6) + minutes(54), phase: 'valid' },
    { name: '6 h 59 with activity', active: hours(6), now: hours(6) + minutes(59), phase: 'ending', limit: 'age' },
    { name: '7 h with activity', active: hours(7), now: hours(7), phase: 'ended', limit: 'age' },
    { name: '4 h 54 of silence', active: 0, now: hours(4) + minutes(54), phase: 'valid' },
    { name: 'just under 5 h of silence', active: 0, now: hours(5) - 1, phase: 'ending', limit: 'silence' },
    { name: '5 h of silence', active: 0, now: hours(5), phase: 'ended', limit: 'silence' },
    { name: 'a key at 4 h 50, then 5 h 15', active: hours(4) + minutes(50), now: hours(5.25), phase: 'valid' },
    { name: 'both limits near, age first', active: hours(2.02), now: hours(6.99), phase: 'ending', limit: 'age' },
    {
      name: 'both limits near, silence first',
      active: hours(1.98),
      now: hours(6.95),
      phase: 'ending',
      limit: 'silence',
    },
    { name: 'both limits passed', active: 0, now: hours(9), phase: 'ended', limit: 'age' },
    { name: 'a clock set back', active: hours(-1), now: hours(-2), phase: 'valid' },
  ])('$name: $phase', ({ now, active, phase, limit }) => {
    expect(phaseOf(active, now)).toMatchObject({ phase, ...(limit && { limit }) });
  });

  it('counts the minutes left, and when to check again', () => {
    expect(phaseOf(0, hours(4))).toEqual({ phase: 'valid', lookAgainInMs: minutes(55) });
    expect(phaseOf(0, hours(5) - minutes(5))).toMatchObject({ minutesLeft: 5, lookAgainInMs: MINUTE_MS });
    expect(phaseOf(0, hours(5) - minutes(4) - 1)).toMatchObject({ minutesLeft: 5, lookAgainInMs: 1 });
    expect(phaseOf(0, hours(5) - 1)).toMatchObject({ minutesLeft: 1, lookAgainInMs: 1 });
    expect(phaseOf(0, hours(-24 * 60))).toEqual({ phase: 'valid', lookAgainInMs: hours(7) });
  });
});
