import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync(
  [
    'features/{accounts,addresses,api-keys,credits,drafts,invoices,issuance,logo,orders,parcels,preview,profile,webhooks}/**/*.{ts,tsx}',
    'pages/{developers,home,space}/**/*.{ts,tsx}',
    '{shell,ui}/**/*.{ts,tsx}',
  ],
  { cwd: ROOT },
).filter((path) => !/\.test\.ts|\.d\.ts/.test(path));
const BREAKABLE = /[\p{L}\d»)’] (?=[;:?!»](?:\s|$))|« /u;

type Node = { type: string; value?: unknown; callee?: { name?: string } };

/** Every text of the code, except what `typeset` is given. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (node === null || typeof node !== 'object') return [];
  const { type, value, callee } = node as Node;
  if (type === 'CallExpression' && callee?.name === 'typeset') return [];
  if (typeof value === 'string') return [value];
  if (type === 'TemplateElement') return [(value as { cooked: string }).cooked];
  return Object.values(node).flatMap(textsOf);
}

/** The texts of a file of `web/src`. */
const read = (path: string): string[] =>
  textsOf(parseAst(readFileSync(join(ROOT, path), 'utf8'), { lang: path.endsWith('x') ? 'tsx' : 'ts' }));

it('no French text may break before its punctuation, nor inside its quotation marks', () => {
  const texts = FILES.flatMap((path) => read(path).map((text) => ({ path, text })));
  // Letter for letter; the lines of the map's popup never break.
  const exact = [...read('../../e2e/prescribed.ts'), 'Oups !', 'Code cadastre : ', 'Latitude : ', 'Longitude : '];
  expect(texts.some(({ text }) => text.includes('\u00A0:'))).toBe(true);
  const wrong = texts.filter(
    ({ text }) =>
      BREAKABLE.test(text) &&
      /[a-zà-ÿ]{3}/.test(text) &&
      !exact.some((one) => one.includes(text.trim()) || text.includes(one)),
  );
  expect(wrong).toEqual([]);
});
