import chromium from '@sparticuz/chromium';
import { defineConfig } from '@playwright/test';

/** The browser comes from npm on Linux; elsewhere `CHROMIUM_PATH` names one. */
const executablePath = process.env['CHROMIUM_PATH'] ?? (await chromium.executablePath());

/** No sandbox, as in containers; no call of the browser's own to anywhere. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** Drawing the map in software takes most of a journey's time; the wizard must do without it anyway. */
const NO_WEBGL = ['--disable-gpu', '--disable-software-rasterizer', '--disable-3d-apis'];
const browser = (args: string[]) => ({ launchOptions: { executablePath, args: [...ARGUMENTS, ...args] } });

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './global-setup.ts',
  // They wait more than they work.
  workers: 4,
  fullyParallel: true,
  timeout: 40_000,
  expect: { timeout: 8_000 },
  reporter: [['list'], ['json']],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    // It would answer before the test's own routes; `delivery.e2e.ts` tries it.
    serviceWorkers: 'block',
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
  projects: [
    // One at a time, on a small map: two of them drawing at once starve each other.
    {
      name: 'map',
      testMatch: '*-map.e2e.ts',
      fullyParallel: false,
      use: { ...browser(WEBGL), viewport: { width: 1000, height: 600 } },
    },
    { name: 'pages', testMatch: '*.e2e.ts', testIgnore: '*-map.e2e.ts', use: browser(NO_WEBGL) },
  ],
});
