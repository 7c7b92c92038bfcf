import { expect, it } from 'vitest';
import { GENERATION_MESSAGES, messageAt } from './generation-messages.ts';

it('has 21 different messages, one every 3 s, and holds on the last', () => {
  expect(new Set(GENERATION_MESSAGES).size).toBe(21);
  expect(GENERATION_MESSAGES.map((_, index) => messageAt(index * 3000))).toEqual([...GENERATION_MESSAGES]);
  expect(messageAt(2999)).toBe(GENERATION_MESSAGES[0]);
  expect(messageAt(600_000)).toBe(GENERATION_MESSAGES[20]);
});
