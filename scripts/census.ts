import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Files } from '#scripts/census-imports.ts';
import { census } from '#scripts/census-table.ts';

/**
 * `npm run census [-- REVISION…]`: size and shape of the repository at each commit (HEAD by default), as a Markdown table with
 * a column per commit. docs/census.md keeps the figures.
 */
const given = process.argv.slice(2);
const revisions = given.length === 0 ? ['HEAD'] : given;
const columns = revisions.map((revision) => new Map(census(filesAt(revision))));
const names = new Set(columns.flatMap((column) => [...column.keys()]));
console.log(`| | ${revisions.join(' | ')} |\n|---|${'---|'.repeat(revisions.length)}`);
for (const name of names) console.log(`| ${name} | ${columns.map((column) => column.get(name) ?? '–').join(' | ')} |`);

function filesAt(revision: string): Files {
  const folder = mkdtempSync(join(tmpdir(), 'census-'));
  try {
    const root = join(import.meta.dirname, '..');
    const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1e9 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
