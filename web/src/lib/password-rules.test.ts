import { expect, it } from 'vitest';
import { missingRules, lengthOf } from './password-rules.ts';

it.each([
  ['', ['length', 'lowercase', 'uppercase', 'digit', 'special']],
  ['Abcdef1!', []],
  ['Abcde1!', ['length']],
  ['ABCDEF1!', ['lowercase']],
  ['abcdef1!', ['uppercase']],
  ['Abcdefg!', ['digit']],
  ['Abcdefg1', ['special']],
  ['Abcdef1é', []],
  ['Abc def 1', []],
  ['  Abcdef1  ', ['special']],
  ['Abcdef1', ['length', 'special']],
  [`Ab1!${'x'.repeat(146)}`, []],
  [`Ab1!${'x'.repeat(147)}`, ['length']],
])('%j → %j', (password, broken) => {
  expect(missingRules(password)).toEqual(broken);
});

it('spaces around a password → counted as typed', () => {
  expect(lengthOf(' Ab1! ')).toBe(6);
});

it('an emoji is one character', () => {
  expect(lengthOf('Ab1!🏡')).toBe(5);
});
