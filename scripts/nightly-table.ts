import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const FILE = 'docs/nightly.md';

/** A part's last run. `at` is in UTC, to the minute; `command` repeats it. */
export type Row = { part: string; at: string; commit: string; seconds: number; passed: number; failed: number };
/** `tested`: by group of `seldom.ts`, the hash of what its tests last passed with. */
export type Nightly = { rows: Row[]; tested: Record<string, string> };

/** What the last `npm run nightly` left, as committed. */
export const lastNightly = (): Nightly => readNightly(existsSync(FILE) ? readFileSync(FILE, 'utf8') : '');

export const writeNightly = (nightly: Nightly): void => writeFileSync(FILE, nightlyPage(nightly));

export function readNightly(page: string): Nightly {
  const rows = [...page.matchAll(/^\| `(.+?)` \| (.+?) \| (.+?) \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map(
    ([, part = '', at = '', commit = '', seconds, passed, failed]) => ({
      part,
      at,
      commit,
      seconds: Number(seconds),
      passed: Number(passed),
      failed: Number(failed),
    }),
  );
  const tested = [...page.matchAll(/^Tested: `(.+?)` with `([0-9a-f]+)`\.$/gm)];
  return { rows, tested: Object.fromEntries(tested.map(([, name = '', hash = '']) => [name, hash])) };
}

export function nightlyPage({ rows, tested }: Nightly): string {
  const lines = rows.map(
    ({ part, at, commit, seconds, passed, failed }) =>
      `| \`${part}\` | ${at} | ${commit} | ${seconds} | ${passed} | ${failed} |`,
  );
  return `# Last run of \`npm run nightly\`

Written by \`scripts/nightly.ts\`: the last run of each part. \`npm run nightly -- PART…\` runs some
([0103](decisions/0103-the-gate-and-the-night.md)). Times are in UTC; \`+\` means that files differed from the commit.

| part | at | commit | seconds | passed | failed |
|---|---|---|---|---|---|
${lines.join('\n')}

${Object.entries(tested)
  .map(([name, hash]) => `Tested: \`${name}\` with \`${hash}\`.`)
  .join('\n')}
`;
}
