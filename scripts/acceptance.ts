/**
 * Writes `docs/acceptance.md`: each acceptance scenario and the tests with its id in their title. With `--verify` compares
 * instead. Exits 1 when a scenario has no test, when a title has an unknown id, or when the document is out of date.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { SUBJECTS } from './scenarios.ts';

const target = 'docs/acceptance.md';

type Test = { file: string; title: string; ids: string[] };

const tests = globSync('e2e/*.e2e.ts').toSorted().flatMap(testsOf);
const known = SUBJECTS.flatMap(({ prefix, scenarios }) => idsUpTo(prefix, scenarios.length));
const INTRODUCTION = `# Acceptance scenarios and their tests

Written by \`scripts/acceptance.ts\` from \`scripts/scenarios.ts\` and the titles of \`e2e/*.e2e.ts\`; \`npm run check\` fails when one of the
${known.length} scenarios has no test. Every test runs in a real browser against the real product; prescribed durations are read on the browser's clock.
Sentences and constants: [product-spec.md](product-spec.md).`;

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
  const sections = SUBJECTS.map(({ prefix, title, scenarios }) => {
    const rows = idsUpTo(prefix, scenarios.length).map((id, index) => {
      const tested = all.filter(({ ids }) => ids.includes(id)).map(linkOf);
      return `| ${id} | ${scenarios[index]} | ${tested.join('<br>')} |`;
    });
    return [`## ${title}`, '', '| scenario | what is required | tests |', '|---|---|---|', ...rows].join('\n');
  });
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`;
}

function linkOf({ file, title }: Test): string {
  return `[${file}](../e2e/${file}): ${title.replaceAll('|', '\\|')}`;
}
