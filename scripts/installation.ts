import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { lastNightly } from './nightly-table.ts';

/** Tests of the installer, the bundled binaries, the supervisor and the embedded database (decision 0103). */
export const INSTALLATION_TESTS = [
  'scripts/binaries.test.ts',
  'scripts/postgres.test.ts',
  'scripts/requirements.test.ts',
  'scripts/supervise.test.ts',
];

/** What they test: our scripts, the pinned versions, and the programs that the supervisor starts. */
const INPUTS = [
  'package.json',
  'package-lock.json',
  'runtime/package.json',
  'runtime/package-lock.json',
  'scripts/**/*',
  'server/src/main.ts',
  'server/src/commands.ts',
  'simulators/src/main.ts',
];

/** Changes with any byte or name of the inputs under `root`. */
export function installationHash(root = '.'): string {
  const hash = createHash('sha256');
  const isFile = (path: string): boolean => statSync(join(root, path)).isFile();
  for (const path of globSync(INPUTS, { cwd: root }).filter(isFile).toSorted()) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

/** Vitest's arguments that leave them out, unless something that they test changed since they last passed. */
export function excludedTests(): string[] {
  if (lastNightly().installation !== installationHash()) return [];
  console.log(`Not run, since nothing that they test changed (decision 0103): ${INSTALLATION_TESTS.join(', ')}.`);
  return INSTALLATION_TESTS.flatMap((file) => ['--exclude', file]);
}
