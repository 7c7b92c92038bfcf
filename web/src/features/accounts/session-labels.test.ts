import { expect, it } from 'vitest';
import { openedWords, usedWords } from './session-labels.ts';

const NOW = new Date('2026-11-21T13:40:00Z');

it.each([
  ['2026-11-21T13:00:00Z', 'aujourd’hui à 14:00'],
  ['2026-11-20T23:00:00Z', 'aujourd’hui à 00:00'],
  ['2026-11-20T22:59:00Z', 'hier à 23:59'],
  ['2026-11-18T08:05:00Z', 'le 18 novembre à 09:05'],
])('%s → « %s », in Paris', (iso, opened) => {
  expect(openedWords(iso, NOW)).toBe(opened);
});

it('the day after the clocks went back, yesterday is yesterday', () => {
  expect(usedWords('2026-10-24T22:00:00Z', new Date('2026-10-25T23:30:00Z'))).toBe('hier vers 00:00');
});
