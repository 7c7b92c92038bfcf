import { closeSync, globSync, openSync, readFileSync, readSync, type Dirent } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chromiumLaunch } from './chromium.ts';
import { readNeeds } from './elf.ts';

/** Debian's libc6, libgcc-s1 and libstdc++6: its own nodejs depends on them. */
const FROM_DEBIAN = /^(ld-linux-x86-64|libc|libm|libdl|libpthread|librt|libresolv|libgcc_s|libstdc\+\+)\.so\.\d$/;
/** The C library of Debian 12. */
const GLIBC_MINOR = 36;

/** Missing libraries, and why nothing here loads what needs them. */
const NOT_LOADED: Record<string, string> = {
  'libperl.so.5.26': 'PostgreSQL functions in Perl: no migration creates that language',
  'libpython3.6m.so.1.0': 'PostgreSQL functions in Python: likewise',
  'libtcl8.6.so': 'PostgreSQL functions in Tcl: likewise',
  'libsqlite3.so.0': 'certificate stores on disk, for Chromium; `npm run newcomer` runs every journey without it',
};
/** For another system's loader, shipped beside those for Linux. */
const FOREIGN = /\/prebuilds\/android-/;
/** Tens of thousands of text files. */
const TEXT = /\.([cm]?[jt]sx?|json|map|md|css|html|txt|svg|ya?ml|h|typ|ttf|woff2?)$/;

const ROOT = join(import.meta.dirname, '..');
const isElf = ({ parentPath, name }: Dirent): boolean => {
  const file = openSync(join(parentPath, name), 'r');
  const head = Buffer.alloc(4);
  readSync(file, head);
  closeSync(file);
  return head.toString('latin1') === '\x7fELF';
};

/**
 * Every program and library under `folder`, with its dependencies that neither Debian nor a file of the same folder
 * provides.
 */
function check(folder: string) {
  const entries = globSync('**/*', { cwd: folder, withFileTypes: true });
  const brought = new Set(entries.map(({ name }) => name));
  const files = entries.filter((one) => one.isFile() && !FOREIGN.test(one.parentPath) && !TEXT.test(one.name));
  const binaries = files.filter(isElf);
  const needs = binaries.flatMap(({ parentPath, name }) => {
    const read = readNeeds(readFileSync(join(parentPath, name)));
    return read === null ? [] : [{ name, ...read }];
  });
  return {
    names: needs.map(({ name }) => name),
    missing: needs.flatMap(({ name, libraries }) =>
      libraries.filter((one) => !FROM_DEBIAN.test(one) && !brought.has(one)).map((one) => `${name} needs ${one}`),
    ),
    tooNew: needs.filter(({ glibc }) => glibc !== null && (glibc[0] !== 2 || glibc[1] > GLIBC_MINOR)),
  };
}

const unexplained = (missing: string[]): string[] =>
  missing.filter((line) => NOT_LOADED[line.split(' ').at(-1) ?? ''] === undefined);

describe.runIf(process.platform === 'linux' && process.arch === 'x64')('bundled binaries', () => {
  it.each([
    ['the pinned Node', () => dirname(process.execPath), ['node']],
    ['the packages', () => join(ROOT, 'node_modules'), ['postgres', 'initdb']],
    ['the browser', async () => dirname((await chromiumLaunch()).executablePath ?? ''), ['chromium', 'libnss3.so']],
  ])('%s: every needed library comes with it or with a minimal Debian', async (_, folder, known) => {
    const { names, missing, tooNew } = check(await folder());
    expect(names).toEqual(expect.arrayContaining(known));
    expect(unexplained(missing)).toEqual([]);
    expect(tooNew).toEqual([]);
  });
});

it('a file that is not a Linux program → no dependency', () => {
  expect(readNeeds(Buffer.from('#!/bin/sh\n'.padEnd(100)))).toBeNull();
});
