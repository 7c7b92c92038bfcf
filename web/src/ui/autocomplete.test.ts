import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');

/** HTML, 4.10.18.7.1: « street-address » has several lines, which only a `textarea` has. */
it('no field of one line asks a browser for an address of several lines', () => {
  const files = globSync('**/*.tsx', { cwd: SOURCES });
  expect(files.length).toBeGreaterThan(100);
  const faults = files.filter((path) => readFileSync(join(SOURCES, path), 'utf8').includes('"street-address"'));
  expect(faults).toEqual([]);
});
