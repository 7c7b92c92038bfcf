import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

type Override = { files: string[]; rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[] }[] }] } };

const DOMAIN = new URL('.', import.meta.url);
const { overrides } = JSON.parse(readFileSync(new URL('../../../.oxlintrc.json', DOMAIN), 'utf8')) as {
  overrides: Override[];
};
/** By folder, those that lint lets it import beside itself. */
const arrows = new Map(
  overrides.flatMap(({ files, rules }) => {
    const folder = /^server\/src\/domain\/([\w-]+)\/\*\*$/.exec(files[0] ?? '')?.[1];
    const group = rules['no-restricted-imports']?.[1].patterns.flatMap((pattern) => pattern.group) ?? [];
    const allowed = group.flatMap((one) => /^!#domain\/([\w-]+)\/\*\*$/.exec(one)?.[1] ?? []);
    return folder === undefined ? [] : [[folder, allowed.filter((one) => one !== folder)] as const];
  }),
);

it('every folder of the domain has its arrows in lint', () => {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const folders = [...new Set(files.flatMap((file) => /^([\w-]+)\//.exec(file)?.[1] ?? []))];
  expect(folders.length).toBeGreaterThan(5);
  expect(folders.filter((folder) => !arrows.has(folder))).toEqual([]);
});

it('no arrow between folders of the domain leads back', () => {
  const below = (folder: string, seen: readonly string[] = []): string[] =>
    (arrows.get(folder) ?? []).flatMap((one) => (seen.includes(one) ? [one] : [one, ...below(one, [...seen, one])]));
  expect([...arrows.keys()].filter((folder) => below(folder).includes(folder))).toEqual([]);
});
