import { spawn } from 'node:child_process';

/**
 * Every core is busy: a garbage collector on several threads only costs processor time. With Node's 16 MB for young
 * objects it takes three tenths of a worker's time, with 64 MB half of that.
 */
const testNode = ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];

/** The project's checks by name, each as arguments of Node. `npm run check`, `npm test` and the single scripts share them. */
export const STEPS = {
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  typecheck: ['node_modules/typescript/bin/tsc', '--build', '.', 'web', 'clients/typescript'],
  unused: ['node_modules/knip/bin/knip.js'],
  acceptance: ['scripts/acceptance.ts'],
  licences: ['scripts/licences.ts', '--verify'],
  audit: ['scripts/audit.ts'],
  'sql-types': ['scripts/sql-types.ts', '--verify'],
  'test:unit': [...testNode, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot'],
  'test:e2e': [...testNode, 'node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/playwright.config.ts'],
};

export type Step = keyof typeof STEPS;

export const isStep = (name: string): name is Step => Object.hasOwn(STEPS, name);

/** What `npm run check` runs, in order: everything but the browser. */
export const GATE = Object.keys(STEPS).filter((name): name is Step => name !== 'test:e2e');

/** Runs Node on the same terminal; resolves with its exit code. Signals are passed on. */
export async function runNode(args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const pass = (signal: NodeJS.Signals): unknown => child.kill(signal);
  process.on('SIGINT', pass).on('SIGTERM', pass);
  const code = await new Promise<number>((done) => child.once('exit', (status) => done(status ?? 1)));
  process.off('SIGINT', pass).off('SIGTERM', pass);
  return code;
}
