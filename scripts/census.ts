import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { census } from '#scripts/census-table.ts';

/**
 * `npm run census [-- REVISION]`: the size and the shape of the repository at a commit (HEAD by default), as a Markdown table.
 * Figures of several commits are compared in docs/census.md.
 */
const revision = process.argv[2] ?? 'HEAD';
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'census-'));
try {
  const archive = execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 1e9 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const files = new Map(paths.map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
  console.log(`| ${revision} | |\n|---|---|`);
  for (const [name, value] of census(files)) console.log(`| ${name} | ${value} |`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
