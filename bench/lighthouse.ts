import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { freePort } from '../scripts/postgres.ts';
import { openAccount } from '../tests/harness/accounts.ts';
import { atLeast, median, shown, info, type Figure, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

/** Installed from npm's registry on demand: it weighs more than all that the product's own tests need. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
const INSTALLED = resolve('.cache', LIGHTHOUSE);
const PROGRAM = join(INSTALLED, 'node_modules/lighthouse/cli/index.js');
const RUNS = 3;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const PAGES = [
  { path: '/', performance: 100 },
  { path: '/Tarifs', performance: 100 },
  { path: '/realisation_erp', performance: 95 },
  { path: '/developpeurs', performance: 100 },
  { path: '/verification', performance: 100 },
  // A private page is deliberately not indexable: that audit cannot pass.
  { path: '/myspace/', performance: 95, skipped: 'is-crawlable' },
  { path: '/imports', performance: 95, skipped: 'is-crawlable' },
];

type Category = (typeof CATEGORIES)[number];
type Report = {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { numericValue?: number; score: number | null; title: string } | undefined>;
};

/** Lighthouse's scores of seven pages, mobile, in our own browser, medians of three runs; on the last two, signed in. */
export async function lighthouse({ product, pool }: Bench): Promise<Part> {
  await install();
  const port = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'clairisque-lighthouse-'));
  const browser = await chromium.launchPersistentContext(profile, {
    ...(await chromiumLaunch()),
    args: ['--no-sandbox', '--no-first-run', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  const base = product.url.replace('127.0.0.1', 'localhost');
  const figures: Figure[] = [];
  try {
    for (const page of PAGES) {
      if (page.path === '/myspace/') {
        const value = await openAccount(pool, 1);
        const cookie = { domain: 'localhost', path: '/', secure: true };
        await browser.addCookies([
          { name: 'token', value, ...cookie },
          { name: 'isAuthenticated', value: 'true', ...cookie },
        ]);
      }
      const reports: Report[] = [];
      for (let run = 0; run < RUNS; run += 1) reports.push(await audit(base + page.path, port, page.skipped));
      figures.push(...figuresOf(page, reports));
    }
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
  return {
    title: 'lighthouse',
    notes: [
      `\`${LIGHTHOUSE}\`, mobile, its simulated slow 4G and a processor four times slower; ${RUNS} runs a page, medians. On \`/myspace/\` and \`/imports\` a user is signed in, and \`is-crawlable\` is left out: these pages are refused to search engines on purpose.`,
    ],
    figures,
  };
}

async function install(): Promise<void> {
  if (existsSync(PROGRAM)) return;
  // In a separate folder: npm would treat it as a part of the product.
  mkdirSync(INSTALLED, { recursive: true });
  const args = [
    'install',
    LIGHTHOUSE,
    '--prefix',
    INSTALLED,
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  // On Windows npm is a shell script.
  await promisify(execFile)('npm', args, { cwd: INSTALLED, shell: process.platform === 'win32' });
}

/** With our own Node: the one that `npx` finds may be too old. */
async function audit(url: string, port: number, skipped: string | undefined): Promise<Report> {
  const args = [PROGRAM, url, `--port=${port}`, '--output=json', '--quiet', '--locale=fr'];
  args.push(
    `--only-categories=${CATEGORIES.join(',')}`,
    ...(skipped === undefined ? [] : [`--skip-audits=${skipped}`]),
  );
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64_000_000 });
      return JSON.parse(stdout) as Report;
    } catch (error) {
      // Now and then the browser's trace lacks its own beginning: nothing of the page was measured.
      if (attempt === 3 || !String(error).includes('NO_NAVSTART')) throw error;
    }
  }
}

function figuresOf({ path, performance }: (typeof PAGES)[number], reports: Report[]): Figure[] {
  const score = (category: Category): number =>
    median(reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100)));
  const value = (audit: string): number =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return [
    ...CATEGORIES.map((category) =>
      atLeast(`${path} ${category}`, score(category), {
        value: category === 'performance' ? performance : 100,
        unit: 'points',
      }),
    ),
    info(
      `${path} first and largest paint, blocking, shift`,
      `${shown(value('first-contentful-paint'))}, ${shown(value('largest-contentful-paint'))}, ${shown(value('total-blocking-time'))} ms; ${value('cumulative-layout-shift')}`,
    ),
    ...faultsOf(path, reports),
  ];
}

/** Failed audits of the last run. */
function faultsOf(path: string, reports: Report[]): Figure[] {
  const faults = Object.entries(reports.at(-1)?.audits ?? {})
    .filter(([, audit]) => audit?.score === 0)
    .map(([name]) => name);
  return faults.length === 0 ? [] : [info(`${path} audits without a point`, faults.join(', '))];
}
