// `npm run check`: the gate. Format, lint, types, unused code, acceptance scenarios, licences, known weaknesses, SQL types, unit and slice tests; stops at the first failure.
import { ensureInstalled, runPinned } from './install.mjs';

await ensureInstalled();
const tsc = 'node_modules/typescript/bin/tsc';
const steps = [
  ['format', 'node_modules/oxfmt/bin/oxfmt', '--check'],
  ['lint', 'node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  ...['contract', 'server', 'simulators', 'web', '.'].map((project) => [`types ${project}`, tsc, '-p', project]),
  ['code inutilisé', 'node_modules/knip/bin/knip.js'],
  ['scénarios', 'scripts/acceptance.ts', '--verify'],
  ['licences', 'scripts/licences.ts', '--verify'],
  ['dépendances', 'scripts/audit.ts'],
  ['types SQL', 'scripts/sql-types.ts', '--verify'],
  ['tests', 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'],
];
for (const [name, ...command] of steps) {
  const started = Date.now();
  const code = await runPinned(command);
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (code !== 0) process.exit(1);
}
