import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'clairisque-requirements-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Checks the requirements in a process whose machine is changed by `machine`, a few lines of JavaScript. */
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

it('a machine with all requirements → no message', () => {
  const plenty = 'fs.statfsSync = () => ({ bavail: 1e6, bsize: 4096 });';
  expect(ask(plenty)).toEqual({ status: 0, lines: [''] });
});

const glibc = (version: string): string =>
  `const { header } = process.report.getReport(); process.report.getReport = () => ({ header: { ...header, glibcVersionRuntime: ${version} } });`;

it.each([
  {
    name: 'Node 16',
    machine: `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '16.20.2' } });`,
    french: /« apt-get install nodejs npm »/,
    english: /"apt-get install nodejs npm"/,
  },
  {
    name: 'glibc 2.27',
    machine: glibc(`'2.27'`),
    french: /2\.28 ou plus récente, ce système a 2\.27/,
    english: /2\.28 or newer is needed, this system has 2\.27/,
  },
  { name: 'musl', machine: glibc('undefined'), french: /une autre bibliothèque/, english: /another library/ },
  {
    name: 'an account without name',
    machine: `os.userInfo = () => { throw new Error('ENOENT'); };`,
    french: /« useradd --uid/,
    english: /"useradd --uid/,
  },
  {
    name: 'a folder that is not ours',
    machine: `fs.accessSync = () => { throw new Error('EACCES'); };`,
    french: /« git clone ".+" ~\/clairisque »/,
    english: /"git clone ".+" ~\/clairisque"/,
  },
  {
    name: '100 MB of disk',
    machine: 'fs.statfsSync = () => ({ bavail: 100, bsize: 1024 ** 2 });',
    french: /Il reste 100 Mo/,
    english: /100 MB are left/,
  },
])('$name → one sentence in French, one in English, exit 1, nothing written', ({ machine, french, english }) => {
  const { status, lines } = ask(machine);
  expect(status).toBe(1);
  expect(lines).toEqual([expect.stringMatching(french), expect.stringMatching(english)]);
  expect(readdirSync(folder)).toEqual([]);
});
