import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-requirements-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Asks the requirements of a process whose machine is made to say something else by `machine`, a few lines of JavaScript. */
function ask(machine: string) {
  const requirements = pathToFileURL(join(import.meta.dirname, 'requirements.mjs')).href;
  const program = `import fs from 'node:fs'; import os from 'node:os'; ${machine}
    const { requireMachine } = await import(${JSON.stringify(requirements)});
    requireMachine(${JSON.stringify(folder)});`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return { status, lines: stderr.trim().split('\n') };
}

it('a machine that has what is needed → nothing is said', () => {
  const plenty = 'fs.statfsSync = () => ({ bavail: 1e6, bsize: 4096 });';
  expect(ask(plenty)).toEqual({ status: 0, lines: [''] });
});

const glibc = (version: string): string =>
  `const { header } = process.report.getReport(); process.report.getReport = () => ({ header: { ...header, glibcVersionRuntime: ${version} } });`;

it.each([
  [
    'Node 16',
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } });`,
    /« apt-get install nodejs npm »/,
    /"apt-get install nodejs npm"/,
  ],
  [
    'glibc 2.27',
    glibc(`'2.27'`),
    /2\.28 ou plus récente, ce système a 2\.27/,
    /2\.28 or newer is needed, this system has 2\.27/,
  ],
  ['musl', glibc('undefined'), /une autre bibliothèque/, /another library/],
  [
    'an account without name',
    `os.userInfo = () => { throw new Error('ENOENT'); };`,
    /« useradd --uid/,
    /"useradd --uid/,
  ],
  [
    'a folder that is not ours',
    `fs.accessSync = () => { throw new Error('EACCES'); };`,
    /« git clone ".+" ~\/clairisque »/,
    /"git clone ".+" ~\/clairisque"/,
  ],
  [
    '100 MB of disk',
    'fs.statfsSync = () => ({ bavail: 100, bsize: 1024 ** 2 });',
    /Il reste 100 Mo/,
    /100 MB are left/,
  ],
])('%s → one sentence in French, one in English, exit 1, nothing written', (_, machine, french, english) => {
  const { status, lines } = ask(machine);
  expect(status).toBe(1);
  expect(lines).toEqual([expect.stringMatching(french), expect.stringMatching(english)]);
  expect(readdirSync(folder)).toEqual([]);
});
