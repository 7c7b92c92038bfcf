import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { createTemporaryFolder } from './tests/harness/temporary-folder.ts';

/** They wait, for processes, leases and silences, or work long: at the end, such a file alone keeps the run for half a minute. */
const FIRST =
  /(supervise|mistakes|readiness|crash|kill|suppliers|outbox|sandbox-cases|fastify|model|reprint)\.test\.ts$/;

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const { waiting = [], others = [] } = Object.groupBy(sorted, ({ moduleId }) =>
      FIRST.test(moduleId) ? 'waiting' : 'others',
    );
    return [...waiting, ...others];
  }
}

/**
 * The only limits of a wait: they end a test that hangs, and no test depends on the machine's speed. What a job, a file
 * or a mail brings comes late on a busy machine.
 */
const PATIENT = { expect: { poll: { timeout: 120_000 } }, testTimeout: 300_000, hookTimeout: 300_000 };

/**
 * Two projects: `unit` needs nothing; `slices` gets a PostgreSQL cluster with a migrated template and the simulators
 * (`server/test/global-setup.ts`). Tests of `web/` run in a real browser, in `e2e/`. Files of a worker share their
 * imports, since no module of ours has state: half of the time. They take Node's options from `scripts/steps.ts`. Three
 * workers on two processors, because some tests wait; a fourth gained nothing.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: WaitingFirst },
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          execArgv: process.execArgv,
          ...PATIENT,
          maxWorkers: 3,
          include: [
            'contract/src/**/*.test.ts',
            'judges/*.test.ts',
            'server/src/domain/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'web/src/**/*.test.ts',
          ],
        },
      },
      {
        test: {
          name: 'slices',
          isolate: false,
          execArgv: process.execArgv,
          ...PATIENT,
          include: ['server/src/{adapters,config,features,platform,tools,wiring}/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          env: { TMPDIR: createTemporaryFolder() },
          maxWorkers: 3,
        },
      },
    ],
  },
});
