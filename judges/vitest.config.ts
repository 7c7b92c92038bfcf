import { defineConfig } from 'vitest/config';

/** Only for `html.ts`: mails are composed by the application of the tests. */
export default defineConfig({
  test: {
    include: ['**/mails.vitest.ts'],
    env: { TMPDIR: process.env['TMPDIR'] ?? '' },
    globalSetup: ['server/test/global-setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
