import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const SPEC = 'docs/product-spec.md';
const FOLDERS = ['contract', 'server', 'web', 'simulators', 'e2e', 'tests', 'bench', 'scripts', 'docs', 'deploy'];
const KINDS = '{ts,tsx,mjs,js,css,sql,typ,md,sh,yml,yaml}';
const LEFT_OUT = /(^|\/)(node_modules|dist)\/|^server\/test\/reference\/|^scripts\/references\.test\.ts$/;

const files = globSync(['*.md', ...FOLDERS.map((folder) => `${folder}/**/*.${KINDS}`)]).filter(
  (file) => !LEFT_OUT.test(file),
);
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const markdown = files.filter((file) => file.endsWith('.md'));

const anchorsOfSpec = anchorsOf(texts.get(SPEC) ?? '');
const decisions = globSync('docs/decisions/*.md').flatMap((file) => /\/(\d{4})-/.exec(file)?.[1] ?? []);
const scenarios = new Set(
  texts
    .get('docs/acceptance.md')
    ?.match(/^\| [A-Z]{2,3}-\d\d(?= \|)/gm)
    ?.map((id) => id.slice(2)),
);
const subjects = [...new Set([...scenarios].map((id) => id.slice(0, -3)))];

/** Anchors that GitHub gives to headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** `file: citation` for each match that `isWrong`; without it, for each match. */
function faults(pattern: RegExp, isWrong: (cited: string) => boolean = () => true, among = files): string[] {
  return among.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(pattern)].flatMap(([whole, cited = whole]) =>
      isWrong(cited) ? [`${file}: ${whole}`] : [],
    ),
  );
}

it('cited headings of the product spec exist, once', () => {
  expect(faults(/product-spec\.md#([\w-]+)/g, (anchor) => !anchorsOfSpec.includes(anchor))).toEqual([]);
  expect(new Set(anchorsOfSpec).size).toBe(anchorsOfSpec.length);
});

it('headings that the product spec cites, and files that hold its sentences, exist', () => {
  expect(faults(/\]\(#([\w-]+)\)/g, (anchor) => !anchorsOfSpec.includes(anchor), [SPEC])).toEqual([]);
  expect(faults(/`([\w.-]+\/[\w./-]+\.\w+)`/g, (file) => !existsSync(file), [SPEC])).toEqual([]);
});

it('cited decisions exist', () => {
  const isUnknown = (list: string): boolean =>
    (list.match(/\d{4}/g) ?? []).some((number) => !decisions.includes(number));
  // A migration never changes: it cites the numbers of its day.
  const living = files.filter((file) => !file.startsWith('server/migrations/'));
  expect(faults(/\bdecisions?:? (\d{4}(?:(?:, | and |,)\d{4})*)/gi, isUnknown, living)).toEqual([]);
  expect(faults(/(?:\(|\bin )(00\d\d(?:(?:, | and )00\d\d)*)(?=[),;.\s])/g, isUnknown, markdown)).toEqual([]);
});

it('cited acceptance scenarios exist', () => {
  const pattern = new RegExp(String.raw`\b((?:${subjects.join('|')})-\d\d)\b`, 'g');
  expect(scenarios.size).toBe(100);
  expect(faults(pattern, (id) => !scenarios.has(id))).toEqual([]);
});

it('nothing cites a label or a section of a document that is not in the repository', () => {
  expect(faults(/\b(?:decision|rule|reading)s?:? [A-Z]\d{1,2}\b/gi)).toEqual([]);
  expect(faults(/[([](?:A[1-35-9]|[MRW]\d{1,2}|S(?:[124-9]|10))[),;:]/g, undefined, markdown)).toEqual([]);
  expect(faults(/\bissue #?\d+\b/gi)).toEqual([]);
  expect(faults(/(?<!RFC \d{4}[\s*]+)§\s?\d/g)).toEqual([]);
  expect(faults(/shared\/(?:spec|design|domain|contracts|tools)\b/g)).toEqual([]);
});
