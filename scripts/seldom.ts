import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ownImports } from './imports.ts';
import { lastNightly } from './nightly-table.ts';

/** Test files, and what they read or start beside the files that they import; paths and patterns. */
type Group = { tests: string[]; inputs: string[] };

/** Parts of the night whose tests run in the gate only after a change of what they test (decision 0103). */
export const SELDOM = {
  /** The installer, the bundled binaries, the supervisor and the embedded database. */
  installation: {
    tests: [
      'scripts/binaries.test.ts',
      'scripts/postgres.test.ts',
      'scripts/requirements.test.ts',
      'scripts/supervise.test.ts',
    ],
    inputs: [
      'package.json',
      'package-lock.json',
      'runtime/package.json',
      'runtime/package-lock.json',
      'scripts/**/*',
      'server/src/main.ts',
      'server/src/wiring/commands.ts',
      'simulators/src/main.ts',
    ],
  },
  /** What an operator starts, in some eighty processes: wrong settings, consoles, backups. */
  operator: {
    tests: [
      'scripts/deploy-backup.test.ts',
      'server/src/wiring/mistakes.test.ts',
      'server/src/wiring/readiness.test.ts',
      'server/src/tools/consoles.test.ts',
    ],
    inputs: [
      'package-lock.json',
      'deploy/**/*',
      'server/src/*',
      'server/src/config/**/*',
      'server/src/wiring/**/*',
      'server/src/adapters/files/**/*',
      'server/src/platform/**/*',
      'server/src/tools/**/*',
    ],
  },
  /** Clients of API v3, installed by their own package managers. */
  clients: {
    tests: ['server/src/features/api-v3/client.test.ts', 'server/src/features/api-v3/python-client.test.ts'],
    inputs: ['package-lock.json', 'clients/**/*', 'contract/src/**/*', 'server/src/features/api-v3/**/*'],
  },
  /** Importers of national files, and the facts read from their releases. */
  datasets: {
    tests: ['server/src/adapters/datasets/**/*.test.ts'],
    inputs: ['package-lock.json', 'server/src/adapters/datasets/**/*'],
  },
  /** Typst's documents, page by page: text, tags, pictures. */
  documents: {
    tests: ['server/src/adapters/pdf/*.test.ts'],
    inputs: [
      'package-lock.json',
      'server/src/adapters/pdf/**/*',
      'server/templates/**/*',
      'server/test/reference/**/*',
    ],
  },
  /** Processes killed at every line, silences waited for, lives of many documents: two thirds of the workers' time. */
  long: {
    tests: [
      'server/src/features/**/{crash,kill}.test.ts',
      'server/src/features/api-v3/{follow-ups,issue,sandbox-cases}.test.ts',
      'server/src/features/batches/{batches,hand}.test.ts',
      'server/src/features/change-watch/change-watch.test.ts',
      'server/src/features/checks/{bad-input,checks}.test.ts',
      'server/src/features/credits/model.test.ts',
      'server/src/features/documents/{reprint,short-version-life}.test.ts',
      'server/src/features/events/events.test.ts',
      'server/src/features/handovers/handovers.test.ts',
      'server/src/features/issuance/{bound-pages,completion,identity,renewal,suppliers}.test.ts',
      'server/src/features/mcp/mcp.test.ts',
      'server/src/features/orders/{disputes,refunds}.test.ts',
      'server/src/features/statements/export.test.ts',
      'server/src/features/webhooks/{modes,webhooks}.test.ts',
      'server/src/platform/mails/outbox.test.ts',
    ],
    inputs: [
      'package-lock.json',
      'runtime/package-lock.json',
      'contract/src/**/!(*.test).ts',
      'server/src/**/!(*.test).ts',
      'server/{migrations,templates,test}/**/*',
      'simulators/src/**/!(*.test).ts',
      'tests/harness/**/*',
    ],
  },
} satisfies Record<string, Group>;

export type Seldom = keyof typeof SELDOM;

const NAMES = Object.keys(SELDOM) as Seldom[];
const CODE = '{clients,contract,deploy,scripts,server,simulators,tests}/**/{*.ts,*.tsx,*.mjs,package.json}';
/** They import everything: what a group tests through them is named in its inputs. */
const JOINS = /^server\/(?:src\/(?:deps|main|wiring\/(?:app|mails|telemetry|worker))|test\/app)\.ts$/;

export const isSeldom = (name: string): name is Seldom => Object.hasOwn(SELDOM, name);

/** The test files of the groups. */
export const seldomTests = (names = NAMES): string[] =>
  globSync(
    names.flatMap((name) => SELDOM[name].tests),
    { exclude: isForeign },
  ).toSorted();

const isForeign = (path: string): boolean => /(?:^|\/)node_modules(?:$|\/)/.test(path);

/** What the groups' tests last passed with is compared to it: it changes with any byte or name of their inputs under `root`. */
export function inputsHashes(root = '.'): Record<Seldom, string> {
  const find = (patterns: string[]): string[] =>
    globSync(patterns, { cwd: root, exclude: isForeign }).filter((path) => statSync(join(root, path)).isFile());
  const read = (path: string): Buffer => readFileSync(join(root, path));
  const texts = new Map(find([CODE]).map((path) => [path, read(path).toString()]));
  const next = Map.groupBy(ownImports(texts), ({ from }) => from);
  const hashOf = ({ tests, inputs }: Group): string => {
    const seen = new Set(find(tests));
    // A set is visited in the order of its insertions, also of those made meanwhile.
    for (const path of seen) {
      if (!JOINS.test(path)) for (const { to } of next.get(path) ?? []) seen.add(to);
    }
    const hash = createHash('sha256');
    for (const path of [...new Set([...seen, ...find(inputs)])].toSorted()) {
      const bytes = read(path);
      hash.update(`${path} ${bytes.length}\n`).update(bytes);
    }
    return hash.digest('hex').slice(0, 16);
  };
  return Object.fromEntries(NAMES.map((name) => [name, hashOf(SELDOM[name])])) as Record<Seldom, string>;
}

/** Vitest's arguments that leave out the groups of which nothing changed since they last passed. */
export function excludedTests(): string[] {
  const { tested } = lastNightly();
  const hashes = inputsHashes();
  const unchanged = NAMES.filter((name) => tested[name] === hashes[name]);
  if (unchanged.length > 0) {
    console.log(
      `Not run, since nothing that they test changed since they passed (decision 0103): ${unchanged.join(', ')}.`,
    );
  }
  return seldomTests(unchanged).flatMap((file) => ['--exclude', file]);
}
