import { expect, it } from 'vitest';
import { isTelephone } from './profile.ts';

it.each(['0123456789', '01 23 45 67 89', '+33123456789', '+33 6 12 34 56 78'])('%s is a phone number', (value) => {
  expect(isTelephone(value)).toBe(true);
});

it.each(['0012345678', '123456789', '+330123456', '01-23-45-67-89', '01234567890', ''])('%j is not', (value) => {
  expect(isTelephone(value)).toBe(false);
});
