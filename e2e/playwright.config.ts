import { defineConfig } from '@playwright/test';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { NIGHT_TITLES } from './night.ts';

const launch = await chromiumLaunch();

/** No sandbox, as in containers; no network calls by the browser itself. */
const ARGUMENTS = [
  '--no-sandbox',
  // A container has 64 MB of /dev/shm, or none.
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Every core is busy: more threads and processes only cost processor time, a tenth each.
  '--js-flags=--single-threaded',
  '--enable-features=NetworkServiceInProcess2',
];
const WEBGL = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
/** Drawing the map in software takes most of a journey's time; the wizard must work without it anyway. */
const NO_WEBGL = ['--disable-gpu', '--in-process-gpu', '--disable-software-rasterizer', '--disable-3d-apis'];
const browser = (args: string[]) => ({ launchOptions: { ...launch, args: [...ARGUMENTS, ...args] } });

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './global-setup.ts',
  ...(process.env['JOURNEYS'] === 'gate' ? { grepInvert: NIGHT_TITLES } : {}),
  // They wait more than they work.
  workers: 4,
  fullyParallel: true,
  // Safety nets, wide enough for a busy machine: a test that passes never waits for them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  // The report is for `npm test`, which names its file; on the terminal it would bury the list.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] === undefined ? [['list']] : [['list'], ['json']],
  use: {
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 800 },
    // It would respond before the test's own routes; `delivery.e2e.ts` tests it.
    serviceWorkers: 'block',
    // Animations cost processor time and make Playwright wait; journeys about motion enable them.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording each step of each journey is too costly; `--trace on` does it for one.
    trace: 'off',
  },
  projects: [
    // One at a time, on a small map: two concurrent ones starve each other.
    {
      name: 'map',
      testMatch: '*-map.e2e.ts',
      fullyParallel: false,
      workers: 1,
      use: { ...browser(WEBGL), viewport: { width: 1000, height: 600 } },
    },
    // Sequential and mostly waiting: started first, beside the others, rather than alone at the end.
    { name: 'faults', testMatch: 'wizard-faults.e2e.ts', use: browser(NO_WEBGL) },
    {
      name: 'pages',
      testMatch: '*.e2e.ts',
      testIgnore: ['*-map.e2e.ts', 'wizard-faults.e2e.ts'],
      use: browser(NO_WEBGL),
    },
  ],
});
