import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { letterFiles } from './letters.ts';

it.each(Object.entries(letterFiles()))('%s is what the fonts hold', (file, text) => {
  expect(readFileSync(file, 'utf8')).toBe(text);
});
