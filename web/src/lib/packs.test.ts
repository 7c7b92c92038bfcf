import { expect, test } from 'vitest';
import { formatEuros, groupThousands } from './packs.ts';

test('numbers and prices of the first view → written as Intl writes them', () => {
  const numbers = new Intl.NumberFormat('fr-FR');
  const euros = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' });
  for (const value of [0, 5, 790, 1000, 12_345, 999_999, 1_234_567, 100_000_000]) {
    expect(groupThousands(value)).toBe(numbers.format(value));
    expect(formatEuros(value)).toBe(euros.format(value / 100));
  }
});
