import { readdirSync, readFileSync } from 'node:fs';

type Override = { files: string[]; rules: { 'no-restricted-imports'?: [string, { patterns: { group: string[] }[] }] } };

const DOMAIN = new URL('../src/domain/', import.meta.url);

/** The folders that have a module. */
export function domainFolders(): string[] {
  const files = readdirSync(DOMAIN, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return [...new Set(files.flatMap((file) => /^([\w-]+)\//.exec(file)?.[1] ?? []))];
}

/** By folder of the domain, those that lint lets it import beside itself. */
export function domainArrows(): Map<string, string[]> {
  const config = readFileSync(new URL('../../../.oxlintrc.json', DOMAIN), 'utf8');
  const { overrides } = JSON.parse(config) as { overrides: Override[] };
  return new Map(
    overrides.flatMap(({ files, rules }) => {
      const folder = /^server\/src\/domain\/([\w-]+)\/\*\*$/.exec(files[0] ?? '')?.[1];
      const group = rules['no-restricted-imports']?.[1].patterns.flatMap((pattern) => pattern.group) ?? [];
      const allowed = group.flatMap((one) => /^!#domain\/([\w-]+)\/\*\*$/.exec(one)?.[1] ?? []);
      return folder === undefined ? [] : [[folder, allowed.filter((one) => one !== folder)] as const];
    }),
  );
}
