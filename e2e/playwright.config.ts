import chromium from '@sparticuz/chromium';
import { defineConfig } from '@playwright/test';

/** The browser comes from npm on Linux; elsewhere `CHROMIUM_PATH` names one. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: '../.cache/e2e',
  globalSetup: './global-setup.ts',
  workers: 2,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath,
      // WebGL in software; no call of the browser's own to anywhere.
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--use-gl=angle',
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
      ],
    },
  },
});
