import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROLES = ['routes', 'service', 'queries', 'rules', 'jobs', 'mails', 'test'];

describe('slices of the server (decision 0061)', () => {
  const files = globSync('server/src/features/**/*.ts');

  it('a file is its slice’s public file, or a topic and a role of the list', () => {
    const isNamed = new RegExp(`^[a-z][a-z0-9-]*\\.(?:${ROLES.join('|')})\\.ts$`);
    const others = files.filter((file) => {
      const slice = basename(dirname(file));
      return basename(file) !== `${slice}.ts` && !isNamed.test(basename(file));
    });
    expect(files.length).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });

  it('slices have no subfolders', () => {
    expect(files.filter((file) => dirname(dirname(file)) !== 'server/src/features')).toEqual([]);
  });

  it('rules are pure: they take values, not the dependencies', () => {
    const rules = files.filter((file) => file.endsWith('.rules.ts'));
    expect(rules.filter((file) => /\bDeps\b|#platform\/db\//.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});

describe('files of the contract (decision 0061)', () => {
  it('a file is of a slice, or in `common/`', () => {
    const slices = new Set(globSync('server/src/features/*').map((folder) => basename(folder)));
    const others = globSync('contract/src/**/*.ts').filter((file) => {
      const isCommon = dirname(file) === 'contract/src/common';
      return !isCommon && (dirname(file) !== 'contract/src' || !slices.has(basename(file).replace(/\..*/, '')));
    });
    expect(slices.size).toBeGreaterThan(0);
    expect(others).toEqual([]);
  });
});

describe('features of the browser (decision 0061)', () => {
  const names = (pattern: string) => globSync(pattern).map((folder) => basename(folder));
  const slices = new Set(names('server/src/features/*'));

  it('a folder has the name of a slice', () => {
    expect(names('web/src/features/*').length).toBeGreaterThan(0);
    expect(names('web/src/features/*').filter((name) => !slices.has(name))).toEqual([]);
  });

  it('no folder of `pages/` has the name of a slice', () => {
    expect(names('web/src/pages/*').filter((name) => slices.has(name))).toEqual([]);
  });
});
