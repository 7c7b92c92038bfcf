import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { VARIABLES } from '../server/src/config/config.ts';

const PROGRAMS = [
  'scripts/*.ts',
  'server/src/**/*.ts',
  'simulators/src/**/*.ts',
  'web/vite.config.ts',
  'web/src/**/*.ts',
];
/** Node's own. */
const OTHERS = ['NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

const page = readFileSync('docs/settings.md', 'utf8');
const documented = [...page.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
);

/** Environment variables that programs read outside `config.ts`. */
const readElsewhere = globSync(PROGRAMS).flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\benv\['([A-Z0-9_]+)'\]/g)].map(([, name = '']) => name),
);
const read = [...new Set([...VARIABLES, ...readElsewhere])].filter((name) => !OTHERS.includes(name));

it('every setting, and no other name, is documented once', () => {
  expect(documented.toSorted()).toEqual(read.toSorted());
});
