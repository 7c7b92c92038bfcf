import { expect, it } from 'vitest';
import { GENERATION_MESSAGES, messageAfter } from './generation-messages.ts';

it('has 21 different messages, shown in order, and holds on the last', () => {
  expect(new Set(GENERATION_MESSAGES).size).toBe(21);
  expect(GENERATION_MESSAGES.map((_, ticks) => messageAfter(ticks))).toEqual([...GENERATION_MESSAGES]);
  expect(messageAfter(200)).toBe(GENERATION_MESSAGES[20]);
});
