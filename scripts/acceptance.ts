/**
 * Writes `docs/acceptance.md`: each acceptance scenario and the tests whose title bears its id. With `--verify` compares
 * instead. Exits 1 when a scenario has no test, when a title bears an id that is none, or on drift.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const target = 'docs/acceptance.md';

/** How many scenarios each subject has: `NAV-01` to `NAV-10`. */
const SUBJECTS: readonly (readonly [prefix: string, scenarios: number, subject: string])[] = [
  ['NAV', 10, 'Navigation, footer, shell'],
  ['CK', 3, 'Cookies'],
  ['SU', 9, 'Sign-up'],
  ['AC', 1, 'Activation'],
  ['LG', 4, 'Login and logout'],
  ['RS', 3, 'Password reset'],
  ['SE', 4, 'Session'],
  ['HM', 1, 'Home'],
  ['IN', 1, 'Information pages'],
  ['ER', 1, 'Error page'],
  ['WZ', 22, 'Wizard'],
  ['MYS', 1, 'My space'],
  ['PF', 6, 'Profile'],
  ['PW', 1, 'Password'],
  ['HI', 10, 'History'],
  ['BA', 3, 'Balance'],
  ['FA', 3, 'Invoices'],
  ['LO', 4, 'Logo'],
  ['TA', 1, 'Prices'],
  ['RC', 3, 'Order'],
  ['SI', 4, 'Simulator'],
  ['RE', 2, 'Return from the payment'],
  ['CR', 1, 'Credits'],
  ['DEL', 2, 'Deletion'],
];

type Test = { file: string; title: string; ids: string[] };

const tests = globSync('e2e/*.e2e.ts').toSorted().flatMap(testsOf);
const known = SUBJECTS.flatMap(([prefix, scenarios]) => idsUpTo(prefix, scenarios));
const INTRODUCTION = `# Acceptance scenarios and their tests

Written by \`scripts/acceptance.ts\` from the titles of \`e2e/*.e2e.ts\`; \`npm run check\` fails when one of the ${known.length} scenarios has
no test. Every test runs in a real browser against the real product; prescribed timings are read on the browser's clock.`;

const page = pageOf(tests);
const faults = [
  ...known.filter((id) => !tests.some(({ ids }) => ids.includes(id))).map((id) => `${id} has no test`),
  ...tests.flatMap(({ file, ids }) =>
    ids.filter((id) => !known.includes(id)).map((id) => `${file}: no scenario ${id}`),
  ),
];
if (!process.argv.includes('--verify')) writeFileSync(target, page);
else if (readFileSync(target, 'utf8') !== page) {
  faults.push(`${target} is not what the titles say: run \`node scripts/run.mjs scripts/acceptance.ts\`.`);
}
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}

function testsOf(path: string): Test[] {
  const titles = readFileSync(path, 'utf8').matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return [...titles].map(([, , title = '']) => {
    const written = title.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\\(.)/g, '$1');
    return { file: basename(path), title: written, ids: idsIn(written) };
  });
}

/** « SU-01 to SU-05 » are five. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\b([A-Z]{2,3})-(\d\d)(?: to \1-(\d\d))?\b/g)].flatMap(([, prefix = '', first, last]) =>
    idsUpTo(prefix, Number(last ?? first)).slice(Number(first) - 1),
  );
}

function idsUpTo(prefix: string, last: number): string[] {
  return Array.from({ length: last }, (_, index) => `${prefix}-${String(index + 1).padStart(2, '0')}`);
}

function pageOf(all: Test[]): string {
  const sections = SUBJECTS.map(([prefix, scenarios, subject]) => {
    const rows = idsUpTo(prefix, scenarios).flatMap((id) =>
      all.filter(({ ids }) => ids.includes(id)).map(({ file, title }) => rowOf(id, file, title)),
    );
    return [`## ${subject}`, '', '| scenario | file | test |', '|---|---|---|', ...rows].join('\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function rowOf(id: string, file: string, title: string): string {
  return `| ${id} | [${file}](../e2e/${file}) | ${title.replaceAll('|', '\\|')} |`;
}
