import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('..', import.meta.url));

it('every class that a component takes from a CSS module is in that module', () => {
  const missing = globSync('**/*.{ts,tsx}', { cwd: SRC }).flatMap((file) => {
    const code = readFileSync(join(SRC, file), 'utf8');
    return [...code.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', path = '']) => {
      const css = readFileSync(
        path.startsWith('.') ? join(SRC, dirname(file), path) : join(SRC, path.slice(1)),
        'utf8',
      );
      const used = [...code.matchAll(new RegExp(String.raw`\b${name}\.(\w+)\b(?!\.css)`, 'g'))];
      return used
        .flatMap(([, used = '']) => (new RegExp(String.raw`\.${used}\b`).test(css) ? [] : [`${file}: ${name}.${used}`]))
        .filter((one) => !one.endsWith(`${name}.module`));
    });
  });
  expect([...new Set(missing)]).toEqual([]);
});
