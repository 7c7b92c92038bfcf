import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROLES = ['routes', 'service', 'queries', 'rules', 'jobs', 'mails', 'test'];

describe('slices of the server (decision 0061)', () => {
  const files = globSync('server/src/features/**/*.ts').filter((file) => !file.includes('/statements/'));

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
