// The project's checks by name, each as arguments of the pinned Node. `npm run check`, `npm test` and the single scripts share them.
const tsc = 'node_modules/typescript/bin/tsc';
/** Every core is busy: a garbage collector on several threads only costs processor time. */
const testNode = ['--single-threaded-gc'];
const projects = ['contract', 'server', 'simulators', 'web', 'clients/typescript', '.'];

export const steps = {
  format: [['node_modules/oxfmt/bin/oxfmt', '--check']],
  lint: [['node_modules/oxlint/bin/oxlint', '--deny-warnings']],
  typecheck: projects.map((project) => [tsc, '-p', project]),
  unused: [['node_modules/knip/bin/knip.js']],
  acceptance: [['scripts/acceptance.ts', '--verify']],
  licences: [['scripts/licences.ts', '--verify']],
  audit: [['scripts/audit.ts']],
  'sql-types': [['scripts/sql-types.ts', '--verify']],
  'test:unit': [[...testNode, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot']],
  'test:e2e': [[...testNode, 'node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts']],
};

/** What `npm run check` runs, in order: everything but the browser. */
export const gate = Object.keys(steps).filter((name) => name !== 'test:e2e');
