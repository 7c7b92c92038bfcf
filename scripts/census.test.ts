import { expect, it } from 'vitest';
import { cycles, ownImports, sliceImports, upwardImports } from '#scripts/census-imports.ts';
import { census } from '#scripts/census-table.ts';

const FEATURES = 'server/src/features';
const files = new Map([
  ['package.json', '{ "imports": { "#scripts/*": "./scripts/*" } }'],
  ['contract/package.json', '{ "name": "@ours/contract", "exports": { "./*": "./src/*" } }'],
  ['server/package.json', '{ "name": "@ours/server", "imports": { "#*": "./src/*", "#test/*": "./test/*" } }'],
  ['contract/src/money.ts', 'export const cents = 1;\n'],
  ['scripts/a.mjs', "import { b } from '#scripts/b.ts';\n"],
  ['scripts/b.ts', "export const b = await import('./a.mjs');\n"],
  [`${FEATURES}/orders/orders.ts`, "import type { Lot } from '#features/credits/credits.ts';\nimport 'fastify';\n"],
  [`${FEATURES}/orders/orders.test.ts`, "import { row } from '#features/credits/credits.queries.ts';\n"],
  [
    `${FEATURES}/credits/credits.ts`,
    "import {\n  price,\n  type Price,\n} from '#features/orders/orders.prices.ts';\nexport * from '@ours/contract/money.ts';\n",
  ],
  [`${FEATURES}/credits/credits.queries.ts`, ''],
  [`${FEATURES}/orders/orders.prices.ts`, "export type { Order } from './orders.ts';\n"],
  [
    'server/src/platform/db/db.ts',
    "import { config } from '#config.ts';\nimport { clone } from '#test/database.ts';\n",
  ],
  ['server/src/config.ts', ''],
  ['server/test/database.ts', ''],
  ['README.md', '# Three words — here\n\n```sh\nnpm start\n```\n'],
  ['docs/licences.md', 'one more\n'],
]);
const imports = ownImports(files);

it('an import is resolved: relative, by a subpath, by the name of a package of ours; packages of npm are left out', () => {
  expect(imports.map(({ to }) => to)).toEqual([
    'scripts/b.ts',
    'scripts/a.mjs',
    `${FEATURES}/credits/credits.ts`,
    `${FEATURES}/credits/credits.queries.ts`,
    `${FEATURES}/orders/orders.prices.ts`,
    'contract/src/money.ts',
    `${FEATURES}/orders/orders.ts`,
    'server/src/config.ts',
    'server/test/database.ts',
  ]);
});

it('a cycle is found, through a type or a lazy import too', () => {
  expect(cycles(imports)).toEqual([
    ['scripts/a.mjs', 'scripts/b.ts'],
    [`${FEATURES}/credits/credits.ts`, `${FEATURES}/orders/orders.prices.ts`, `${FEATURES}/orders/orders.ts`],
  ]);
});

it('imports from slice to slice and from platform upwards are counted, tests apart', () => {
  expect(sliceImports(imports)).toEqual({
    all: [
      { from: `${FEATURES}/orders/orders.ts`, to: `${FEATURES}/credits/credits.ts` },
      { from: `${FEATURES}/credits/credits.ts`, to: `${FEATURES}/orders/orders.prices.ts` },
    ],
    private: [{ from: `${FEATURES}/credits/credits.ts`, to: `${FEATURES}/orders/orders.prices.ts` }],
  });
  expect(upwardImports(imports)).toEqual([{ from: 'server/src/platform/db/db.ts', to: 'server/src/config.ts' }]);
});

it('the table', () => {
  expect(Object.fromEntries(census(files))).toMatchObject({
    'Code in `server/src/features`': '5 files, 10 lines',
    'Code in all': '11 files, 17 lines',
    'of which tests': '1 files, 1 lines',
    'Files of TypeScript under 40 lines, tests apart': '9',
    'Words of Markdown': '8',
    'Words of prose (references and code blocks apart)': '3',
    'Import cycles, types included': '2 (5 files)',
  });
});
