import { cycles, ownImports, sliceImports, upwardImports, type Files } from '#scripts/census-imports.ts';

const CODE = /\.(?:ts|tsx|mjs|css|typ|sql)$/;
const TEST = /\.(?:test|e2e)\.tsx?$/;
const SHORT = 40;

/** References that are looked up rather than read: not counted as prose. */
const REFERENCES = new Set([
  'docs/security/asvs.md',
  'deploy/observability/runbook.md',
  'docs/acceptance.md',
  'docs/licences.md',
]);

/** What `npm run census` prints, row by row. Generated code (`*.gen.ts`) is left out of the lines. */
export function census(files: Files): [string, string][] {
  const code = [...files].filter(([path]) => CODE.test(path) && !path.endsWith('.gen.ts'));
  const short = code.filter(([path, text]) => /\.tsx?$/.test(path) && !TEST.test(path) && lines(text) < SHORT);
  const documents = [...files].filter(([path]) => path.endsWith('.md'));
  const prose = documents
    .filter(([path]) => !REFERENCES.has(path))
    .map(([path, text]): [string, string] => [path, text.replaceAll(/^```.*?^```/gms, '')]);
  const imports = ownImports(files);
  const loops = cycles(imports);
  const slices = sliceImports(imports);
  return [
    ...Object.entries(Object.groupBy(code, ([path]) => folder(path)))
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([name, within = []]): [string, string] => [`Code in \`${name}\``, size(within)]),
    ['Code in all', size(code)],
    ['of which tests', size(code.filter(([path]) => TEST.test(path)))],
    [`Files of TypeScript under ${SHORT} lines, tests apart`, figure(short.length)],
    ['Words of Markdown', figure(words(documents))],
    ['Words of prose (references and code blocks apart)', figure(words(prose))],
    ['Import cycles, types included', `${loops.length} (${loops.flat().length} files)`],
    ['Imports from slice to slice', figure(slices.all.length)],
    ['of which not by the public file', figure(slices.private.length)],
    ['Imports of `platform` from config or adapters', figure(upwardImports(imports).length)],
  ];
}

function folder(path: string): string {
  return /^(?:server|web)\/src\/[^/]+(?=\/)|^[^/]+(?=\/)/.exec(path)?.[0] ?? '.';
}

function size(files: [string, string][]): string {
  return `${figure(files.length)} files, ${figure(files.reduce((sum, [, text]) => sum + lines(text), 0))} lines`;
}

function words(texts: [string, string][]): number {
  return texts.reduce((sum, [, text]) => sum + (text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0), 0);
}

function lines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function figure(count: number): string {
  return count.toLocaleString('en').replaceAll(',', ' ');
}
