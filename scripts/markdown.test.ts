import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOREIGN = /(?:^|\/)(?:node_modules|dist|test-results|\.cache|\.data|\.git)$/;
const files = globSync('**/*', { cwd: ROOT, exclude: (path) => FOREIGN.test(path) });
const documents = files.filter((path) => path.endsWith('.md'));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Text without code: what is in fences and backticks is no link. */
const prose = (path: string): string => read(path).replaceAll(/^```.*?^```/gms, '');

it('relative links lead to a file, and their anchors to a heading', () => {
  const broken = documents.flatMap((path) =>
    [
      ...prose(path)
        .replaceAll(/`[^`]*`/g, '')
        .matchAll(/\]\((?!https?:|mailto:)([^)#]*)(?:#([^)]+))?\)/g),
    ]
      .filter(([, file = '', anchor]) => !leads(file === '' ? path : join(dirname(path), file), anchor))
      .map(([link]) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

it('code files named in documents exist', () => {
  const missing = documents.flatMap((path) =>
    [...read(path).matchAll(/`[^`\n]+`/g)]
      .flatMap(([code]) => [...code.matchAll(/(?<![\w…#/.-])([\w.-]+\/[\w./-]+\.(?:ts|tsx|mjs|sql))\b/g)])
      .filter(([, named = '']) => !files.some((file) => file === named || file.endsWith(`/${named}`)))
      .map(([, named]) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

function leads(path: string, anchor: string | undefined): boolean {
  if (!existsSync(join(ROOT, path))) return false;
  return anchor === undefined || anchors(path).includes(anchor);
}

/** Headings as GitHub makes anchors of them. */
function anchors(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
