import { expect, it } from 'vitest';
import { createClientRates } from './client-rates.ts';

function stage() {
  let nowMs = 0;
  const rates = createClientRates(1, () => nowMs);
  return {
    ...rates,
    pass: (ms: number) => void (nowMs += ms),
    /** How many of so many concurrent calls are accepted. */
    ask: (client: string, count: number, pressure = 0): number =>
      Array.from({ length: count }, () => rates.spend(client, pressure)).filter((wait) => wait === 0).length,
  };
}

it('two thousand calls at once, then a hundred a second', () => {
  const { ask, pass } = stage();
  expect(ask('a', 2_500)).toBe(2_000);
  pass(6_000);
  expect(ask('a', 200)).toBe(100);
  expect(ask('b', 10)).toBe(10);
});

it('a client that continues while refused gets nothing; one that stops is served after `Retry-After`', () => {
  const { ask, pass, wait } = stage();
  ask('a', 10_000);
  for (let second = 0; second < 60; second += 1) {
    pass(1_000);
    expect(ask('a', 1_000)).toBe(0);
  }
  pass(wait('a', 0));
  expect(wait('a', 0)).toBe(0);
  expect(wait('a', 0)).toBeLessThanOrEqual(41_000);
});

it('a busy process refills a tenth', () => {
  const { ask, pass } = stage();
  expect(ask('a', 400, 0.25)).toBe(300);
  pass(20_000);
  expect(ask('a', 200, 0.25)).toBe(100);
});

it('the busier the process, the smaller the burst; light clients are served all the same', () => {
  const { ask } = stage();
  expect(ask('heavy', 1_500)).toBe(1_500);
  expect(ask('heavy', 1, 0.2)).toBe(0);
  expect(ask('office', 300, 0.25)).toBe(300);
  expect(ask('office', 1, 0.25)).toBe(0);
  expect(ask('light', 60, 4)).toBe(60);
  expect(ask('light', 1, 4)).toBe(0);
});

it('a flood of addresses does not fill the memory', () => {
  const { ask } = stage();
  let served = 0;
  for (let n = 0; n < 120_000; n += 1) served += ask(`client-${n}`, 1);
  expect(served).toBe(120_000);
});
