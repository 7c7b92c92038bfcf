import { dirname } from 'node:path';
import type { Import } from './imports.ts';

/** They import every slice: through them any change would reach every test. */
const JOINS = /^server\/(?:src\/(?:deps\.ts|main\.ts|wiring\/(?:app|mails|telemetry|worker)\.ts)|test\/)/;
const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Quick tests that read files instead of importing them. */
export const READING_TESTS = ['french', 'markdown', 'property-runs', 'references', 'settings', 'slices'].map(
  (name) => `scripts/${name}.test.ts`,
);

/**
 * Tests that a change can reach, nearest first: those changed, those of the changed files' folders, those that import the
 * changed files, directly or not, but not through the files that join all slices; then those beside a direct importer.
 */
export function testsReached(changed: string[], files: string[], imports: Import[]): string[] {
  const besideAny = (paths: string[]): string[] => {
    const folders = new Set(paths.filter((path) => /\.tsx?$/.test(path)).map((path) => dirname(path)));
    return files.filter((path) => isTest(path) && folders.has(dirname(path)));
  };
  const importers = Map.groupBy(imports, ({ to }) => to);
  const seen = new Set(changed);
  // A set is visited in the order of its insertions, also of those made meanwhile.
  for (const path of seen) {
    if (JOINS.test(path)) continue;
    for (const { from } of importers.get(path) ?? []) seen.add(from);
  }
  const direct = changed.flatMap((path) => importers.get(path) ?? []).map(({ from }) => from);
  const near = besideAny(direct.filter((path) => !JOINS.test(path)));
  const reached = new Set([...changed.filter(isTest), ...besideAny(changed), ...[...seen].filter(isTest), ...near]);
  return [...reached].filter((path) => files.includes(path));
}

/** Journeys changed, then those named after a changed folder of `web/src/features` or `web/src/pages`. */
export function journeysReached(changed: string[], files: string[]): string[] {
  const all = files.filter((path) => path.endsWith('.e2e.ts'));
  const folders = changed.flatMap((path) => /^web\/src\/(?:features|pages)\/([^/]+)\//.exec(path)?.[1] ?? []);
  const named = [...new Set(folders)].flatMap((name) => all.filter((path) => path.startsWith(`e2e/${name}`)));
  return [...new Set([...all.filter((path) => changed.includes(path)), ...named])];
}
