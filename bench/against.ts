import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { comparison, figuresIn, type Figures } from './against-table.ts';

const ROUNDS = 2;
const PART_MINUTES = 20;
const ENDS_WITHIN_MS = 5_000;
const FOLDER = '.cache/against';
const LOCKFILES = ['package-lock.json', 'runtime/package-lock.json'];

/**
 * `npm run bench -- against COMMIT PART…`: the builds of COMMIT and of this folder in turn, A B A B, and the ratio of
 * each figure with its spread, in Markdown. COMMIT is in a worktree with its own packages, removed afterwards. Goals are
 * not judged.
 */
export async function against([commit = '', ...parts]: string[], known: string[]): Promise<string> {
  const unknown = parts.filter((part) => !known.some((name) => name === part || name.startsWith(`${part}-`)));
  if (commit === '' || parts.length === 0) throw new Error('usage: npm run bench -- against COMMIT PART…');
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: no such part (${known.join(', ')})`);
  const sha = commitOf(commit);
  const folder = join(FOLDER, sha.slice(0, 12));
  const remove = (): void => removeWorktree(folder);
  process.once('exit', remove);
  // The run under way gets the signal too, and ends meanwhile.
  const leave = (): unknown => setTimeout(() => process.exit(130), ENDS_WITHIN_MS);
  process.once('SIGINT', leave).once('SIGTERM', leave);
  prepare(folder, sha);
  const former: Figures[] = [];
  const present: Figures[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    former.push(await measure(folder, parts));
    present.push(await measure('.', parts));
  }
  return comparison({ former, present, title: `${parts.join(', ')}: this folder against ${sha.slice(0, 8)}` });
}

function commitOf(name: string): string {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  } catch {
    throw new Error(`${name}: no such commit in this clone`);
  }
}

function prepare(folder: string, sha: string): void {
  removeWorktree(folder);
  execFileSync('git', ['worktree', 'add', '--force', '--detach', folder, sha], { stdio: 'pipe' });
  const isSame = LOCKFILES.every((file) => {
    const former = join(folder, file);
    return existsSync(former) && readFileSync(former).equals(readFileSync(file));
  });
  // With other packages its own first command installs them. The links between our packages are relative.
  if (!isSame) return;
  for (const packages of ['node_modules', 'runtime/node_modules']) {
    cpSync(packages, join(folder, packages), { recursive: true, verbatimSymlinks: true });
  }
}

function removeWorktree(folder: string): void {
  if (!existsSync(folder)) return;
  execFileSync('git', ['worktree', 'remove', '--force', folder], { stdio: 'pipe' });
}

async function measure(folder: string, parts: string[]): Promise<Figures> {
  console.log(`\n── ${folder === '.' ? 'this folder' : folder}`);
  const args = ['scripts/run.mjs', 'bench/run.ts', ...parts];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const pass = (signal: NodeJS.Signals): unknown => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const late = setTimeout(() => pass('SIGTERM'), PART_MINUTES * 60_000 * parts.length);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line);
    lines.push(line);
  }
  clearTimeout(late);
  process.off('SIGINT', pass).off('SIGTERM', pass);
  const figures = figuresIn(lines);
  // A missed goal ends a run with 1 as well: what counts is its table.
  if (figures.size === 0) throw new Error(`${folder}: the run gave no table`);
  return figures;
}
