import { posix } from 'node:path';

/** Files of a revision: path from the root of the repository → text. */
export type Files = ReadonlyMap<string, string>;
export type Import = { from: string; to: string };

const IMPORT = /(?:^|[\s;])(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm;

/** Imports between the project's own files, type imports included. Packages from npm are left out. */
export function ownImports(files: Files): Import[] {
  const aliases = subpathImports(files);
  return [...files].flatMap(([from, text]) => {
    if (!/\.(?:ts|tsx|mjs)$/.test(from)) return [];
    const targets = [...text.matchAll(IMPORT)].map(([, fixed, lazy]) =>
      resolve({ from, aliases }, fixed ?? lazy ?? ''),
    );
    return [...new Set(targets)].flatMap((to) => (to !== null && files.has(to) ? [{ from, to }] : []));
  });
}

type Manifest = { name?: string; imports?: Record<string, string>; exports?: Record<string, unknown> };
type Alias = { root: string; prefix: string; target: string };

/** `"#*": "./src/*"` of each package.json; `exports` of the contract is the same, under its package name. */
function subpathImports(files: Files): Alias[] {
  const found: Alias[] = [];
  for (const [path, text] of files) {
    if (posix.basename(path) !== 'package.json') continue;
    const root = posix.dirname(path);
    const { imports = {}, exports = {}, name = '' } = JSON.parse(text) as Manifest;
    for (const [key, target] of Object.entries(imports)) found.push(alias({ root, key, base: root, target }));
    for (const [key, target] of Object.entries(exports)) {
      // By conditions: a package that is built, which nothing here imports.
      if (typeof target !== 'string') continue;
      found.push(alias({ root: '.', key: posix.join(name, key), base: root, target }));
    }
  }
  return found.toSorted((a, b) => b.prefix.length - a.prefix.length);
}

function alias({ root, key, base, target }: { root: string; key: string; base: string; target: string }): Alias {
  return { root, prefix: key.replace(/\*$/, ''), target: posix.join(base, target.replace(/\*$/, '')) };
}

function resolve({ from, aliases }: { from: string; aliases: Alias[] }, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const match = aliases.find(
    ({ root, prefix }) => specifier.startsWith(prefix) && (root === '.' || from.startsWith(`${root}/`)),
  );
  return match === undefined ? null : posix.join(match.target, specifier.slice(match.prefix.length));
}
