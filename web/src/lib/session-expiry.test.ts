import { describe, expect, it } from 'vitest';
import { judgeSession } from './session-expiry.ts';

const hours = (n: number) => n * 3_600_000;

describe('judgeSession', () => {
  it.each([
    { name: '6 h 59 with activity', now: hours(6) + 59 * 60_000, active: hours(6), verdict: 'valid' },
    { name: '7 h with activity', now: hours(7), active: hours(6), verdict: 'over' },
    { name: 'just under 5 h without activity', now: hours(5) - 1, active: 0, verdict: 'valid' },
    { name: '5 h without activity', now: hours(5), active: 0, verdict: 'idle' },
    { name: 'a key press at 4 h 50, then 5 h 15', now: hours(5.25), active: hours(4) + 50 * 60_000, verdict: 'valid' },
    { name: 'both limits passed', now: hours(9), active: 0, verdict: 'over' },
  ])('$name: $verdict', ({ now, active, verdict }) => {
    expect(judgeSession({ startMs: 0, lastActivityMs: active }, now)).toBe(verdict);
  });
});
