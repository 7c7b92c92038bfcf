import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** They say what becomes of an amount of that very user, not what is promised to everybody. */
const ABOUT_AN_AMOUNT = ['features/invoices/withdrawal-dialog.tsx', 'features/profile/recent-purchases.tsx'];

/** A question promises nothing. */
const promisesOf = (source: string): string => source.replaceAll(/\/\*.*?\*\/|^\s*\/\/.*?$|^\s*question: .*?$/gms, '');

it('no page promises a refund in other words than REFUND', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter(
    (file) => !file.endsWith('.test.ts') && !ABOUT_AN_AMOUNT.includes(file),
  );
  const promises = files.flatMap((file) => {
    const found = /.{0,40}(?:rembours|manifeste).{0,40}/i.exec(promisesOf(readFileSync(join(SOURCES, file), 'utf8')));
    return found === null ? [] : [`${file}: ${found[0]}`];
  });
  expect(files.length).toBeGreaterThan(300);
  expect(promises).toEqual([]);
});
