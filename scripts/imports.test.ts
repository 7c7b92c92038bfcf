import { expect, it } from 'vitest';
import { ownImports } from '#scripts/imports.ts';

const FEATURES = 'server/src/features';
const files = new Map([
  ['package.json', '{ "imports": { "#scripts/*": "./scripts/*" } }'],
  ['contract/package.json', '{ "name": "@ours/contract", "exports": { "./*": "./src/*" } }'],
  ['server/package.json', '{ "name": "@ours/server", "imports": { "#*": "./src/*", "#test/*": "./test/*" } }'],
  ['contract/src/money.ts', 'export const cents = 1;\n'],
  ['scripts/a.mjs', "import { b } from '#scripts/b.ts';\n"],
  ['scripts/b.ts', "export const b = await import('./a.mjs');\n"],
  [`${FEATURES}/orders/orders.ts`, "import type { Lot } from '#features/credits/credits.ts';\nimport 'fastify';\n"],
  [
    `${FEATURES}/credits/credits.ts`,
    "import {\n  price,\n  type Price,\n} from '#features/orders/orders.prices.ts';\nexport * from '@ours/contract/money.ts';\n",
  ],
  [`${FEATURES}/orders/orders.prices.ts`, "export type { Order } from './orders.ts';\n"],
  ['server/src/db.ts', "import { clone } from '#test/database.ts';\n"],
  ['server/test/database.ts', ''],
]);

it('imports are resolved: relative, by a subpath, by the name of a package of ours, and no other', () => {
  expect(ownImports(files)).toEqual([
    { from: 'scripts/a.mjs', to: 'scripts/b.ts' },
    { from: 'scripts/b.ts', to: 'scripts/a.mjs' },
    { from: `${FEATURES}/orders/orders.ts`, to: `${FEATURES}/credits/credits.ts` },
    { from: `${FEATURES}/credits/credits.ts`, to: `${FEATURES}/orders/orders.prices.ts` },
    { from: `${FEATURES}/credits/credits.ts`, to: 'contract/src/money.ts' },
    { from: `${FEATURES}/orders/orders.prices.ts`, to: `${FEATURES}/orders/orders.ts` },
    { from: 'server/src/db.ts', to: 'server/test/database.ts' },
  ]);
});
