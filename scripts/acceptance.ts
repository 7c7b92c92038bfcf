/**
 * Compares the scenarios of `docs/acceptance.md` with the titles of the journeys: exits 1 when a scenario has no test, or
 * when a title has an unknown id.
 */
import { globSync, readFileSync } from 'node:fs';

const scenarios = readFileSync('docs/acceptance.md', 'utf8').matchAll(/^\| ([A-Z]{2,3}-\d\d) \|/gm);
const known = new Set([...scenarios].map(([, id = '']) => id));
const tests = globSync('e2e/*.e2e.ts').toSorted().flatMap(testsOf);
const tested = new Set(tests.map(({ id }) => id));
const faults = [
  ...[...known].filter((id) => !tested.has(id)).map((id) => `${id} has no test`),
  ...tests.filter(({ id }) => !known.has(id)).map(({ file, id }) => `${file}: no scenario ${id}`),
];
if (known.size === 0) faults.push('docs/acceptance.md has no scenario');
if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exitCode = 1;
}

function testsOf(file: string): { file: string; id: string }[] {
  const titles = readFileSync(file, 'utf8').matchAll(/\btest\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g);
  return [...titles].flatMap(([, , title = '']) => idsIn(title)).map((id) => ({ file, id }));
}

/** « SU-01 to SU-05 » are five. */
function idsIn(title: string): string[] {
  return [...title.matchAll(/\b([A-Z]{2,3})-(\d\d)(?: to \1-(\d\d))?\b/g)].flatMap(
    ([, prefix, first = '', last = first]) =>
      Array.from(
        { length: Number(last) - Number(first) + 1 },
        (_, index) => `${prefix}-${String(Number(first) + index).padStart(2, '0')}`,
      ),
  );
}
