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

type Search = { next: Map<string, Import[]>; order: Map<string, number>; stack: string[]; found: string[][] };

/** Import cycles: the strongly connected components of more than one file (Tarjan). */
export function cycles(imports: Import[]): string[][] {
  const search: Search = { next: Map.groupBy(imports, ({ from }) => from), order: new Map(), stack: [], found: [] };
  for (const file of search.next.keys()) if (!search.order.has(file)) visit(search, file);
  return search.found;
}

/** The lowest rank that the file reaches among the files still on the stack. */
function visit(search: Search, file: string): number {
  const { next, order, stack, found } = search;
  const rank = order.size;
  let low = rank;
  order.set(file, rank);
  stack.push(file);
  for (const { to } of next.get(file) ?? []) {
    if (!order.has(to)) low = Math.min(low, visit(search, to));
    else if (stack.includes(to)) low = Math.min(low, order.get(to) ?? rank);
  }
  if (low === rank) {
    const component = stack.splice(stack.indexOf(file));
    if (component.length > 1) found.push(component.toSorted());
  }
  return low;
}

const SLICE = /^server\/src\/features\/([^/]+)\/(.+)$/;

/** Imports from one slice of the server to another, and those that do not go by its public file, `<slice>/<slice>.ts`. */
export function sliceImports(imports: Import[]): { all: Import[]; private: Import[] } {
  const all = imports.filter(({ from, to }) => {
    const [, source] = SLICE.exec(from) ?? [];
    const [, target] = SLICE.exec(to) ?? [];
    return source !== undefined && target !== undefined && source !== target && !from.endsWith('.test.ts');
  });
  return { all, private: all.filter(({ to }) => !/^server\/src\/features\/([^/]+)\/\1\.ts$/.test(to)) };
}

/** Imports of `platform` that go up, to the configuration or to the adapters; tests apart. */
export function upwardImports(imports: Import[]): Import[] {
  return imports.filter(
    ({ from, to }) =>
      from.startsWith('server/src/platform/') &&
      !from.endsWith('.test.ts') &&
      (to === 'server/src/config.ts' || to.startsWith('server/src/config/') || to.startsWith('server/src/adapters/')),
  );
}
