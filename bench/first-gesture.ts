import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumLaunch } from '../scripts/chromium.ts';
import { atMost, median, shown, info, type Figure, type Part } from '../tests/harness/report.ts';
import type { Bench } from './bench.ts';

const RUNS = 5;
/** The build before the field was open at once, where 5.9 s were measured; another one with `FORMER_COMMIT`. */
const FORMER = process.env['FORMER_COMMIT'] ?? '61d1b26';
/** Slow 3G, as the DevTools protocol throttles: 400 kbit/s both ways, 400 ms a request; and a processor four times slower. */
const NETWORK = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const CPU_RATE = 4;
const FIELD = '#adresse-du-bien';
const STEP_MS = 50;
const FIRST = '1';
/** Suggestions begin with three characters. */
const REST = '2 r';
/** After the last key: long past the quarter of a second after which a request leaves. */
const PATIENCE_MS = 5_000;

const run = promisify(execFile);
/** Milliseconds from the start of the navigation. */
type Gesture = { paintedMs: number; keptMs: number; askedMs: number | null; suggestedMs: number | null };

/** The first key in the address field of the home page, on a phone and a slow network: a former build beside this one. */
export async function firstGesture({ product }: Bench): Promise<Part> {
  return withFormer(async (formerUrl) => {
    const browser = await chromium.launch({ ...(await chromiumLaunch()), args: ['--no-sandbox', '--disable-gpu'] });
    const former: Gesture[] = [];
    const present: Gesture[] = [];
    try {
      for (let round = 0; round < RUNS; round += 1) {
        former.push(await measure(browser, formerUrl));
        present.push(await measure(browser, product.url));
      }
    } finally {
      await browser.close();
    }
    return {
      title: 'first-gesture',
      notes: [
        `The home page, nothing cached, 390 px wide; 400 kbit/s both ways and 400 ms a request, the processor ${CPU_RATE} times slower (DevTools protocol). From the navigation: the field is given the focus once it is painted, a character is typed every ${STEP_MS} ms until one is kept, then three more. Both builds are served by their own product, in turn; ${RUNS} runs each, medians. Former: ${FORMER}.`,
      ],
      figures: figuresOf(former, present),
    };
  });
}

function figuresOf(former: Gesture[], present: Gesture[]): Figure[] {
  const kept = median(former.map(({ keptMs }) => keptMs));
  const usable = median(present.map(({ keptMs }) => keptMs));
  const asked = median(present.map(({ askedMs }) => askedMs ?? Number.NaN));
  return [
    ...rows('former build', former),
    ...rows('present build', present),
    atMost('key kept, present over former', usable / kept, { value: 0.5, unit: 'times' }),
    // The former build has no suggestions there: its side is the first key alone.
    atMost('suggestions asked, present, over key kept, former', asked / kept, { value: 0.5, unit: 'times' }),
  ];
}

function rows(build: string, gestures: Gesture[]): Figure[] {
  const row = (name: string, pick: (gesture: Gesture) => number | null) => {
    const values = gestures.map(pick).filter((value) => value !== null);
    const all = values.map(shown).join(', ');
    return info(`${build}: ${name}`, values.length === 0 ? 'never' : `${shown(median(values))} ms (${all})`);
  };
  return [
    row('first paint', ({ paintedMs }) => paintedMs),
    row('a key is kept', ({ keptMs }) => keptMs),
    row('suggestions asked', ({ askedMs }) => askedMs),
    row('suggestions shown', ({ suggestedMs }) => suggestedMs),
  ];
}

async function measure(browser: Browser, url: string): Promise<Gesture> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('Network.enable');
    await devTools.send('Network.emulateNetworkConditions', NETWORK);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE });
    await page.addInitScript(note);
    await page.goto(url, { waitUntil: 'commit' });
    const isNoted = (name: string) => page.evaluate((name) => name in window, name);
    while (!(await isNoted('focusedMs'))) await page.waitForTimeout(STEP_MS);
    while (!(await isNoted('keptMs'))) {
      await page.keyboard.insertText(FIRST);
      await page.waitForTimeout(STEP_MS);
    }
    for (const key of REST) await page.keyboard.insertText(key);
    await page.waitForFunction(() => 'suggestedMs' in window, null, { timeout: PATIENCE_MS }).catch(() => null);
    return await read(page);
  } finally {
    await context.close();
  }
}

/** In the page: gives the field the focus once it is on show; notes when a key was kept, when the first suggestion came. */
function note(): void {
  const once = (name: string) => {
    if (!(name in window)) Object.assign(window, { [name]: performance.now() });
  };
  new PerformanceObserver(() => {
    document.querySelector<HTMLInputElement>('#adresse-du-bien')?.focus();
    once('focusedMs');
  }).observe({ type: 'paint', buffered: true });
  addEventListener('input', () => once('keptMs'), true);
  new MutationObserver(() => {
    if (document.querySelector('datalist option')) once('suggestedMs');
  }).observe(document, { subtree: true, childList: true });
}

/** @throws when the application, once there, has not kept all that was typed. */
async function read(page: Page): Promise<Gesture> {
  await page.waitForFunction(() => document.querySelector('[data-waits], input[readonly]') === null);
  const value = await page.inputValue(FIELD);
  if (!value.endsWith(REST)) throw new Error(`the field has lost keys: it holds « ${value} »`);
  return page.evaluate(() => {
    const [asked] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/geocodage/')) as PerformanceResourceTiming[];
    const at = (name: string): number | null => (Reflect.get(window, name) as number | undefined) ?? null;
    return {
      paintedMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      keptMs: at('keptMs') ?? 0,
      askedMs: asked ? asked.requestStart || asked.startTime : null,
      suggestedMs: at('suggestedMs'),
    };
  });
}

/** That commit in a separate worktree, with its Node and packages. */
async function withFormer(work: (url: string) => Promise<Part>): Promise<Part> {
  const tree = join(mkdtempSync(join(tmpdir(), 'clairisque-former-')), 'tree');
  await run('git', ['worktree', 'add', '--detach', tree, FORMER]);
  try {
    const { stdout } = await run(process.execPath, ['scripts/run.mjs', '-p', 'process.execPath'], { cwd: tree });
    const execPath = stdout.trim().split('\n').at(-1) ?? '';
    const serving = fork(fileURLToPath(new URL('peers/former-build.ts', import.meta.url)), { cwd: tree, execPath });
    const ended = once(serving, 'exit');
    try {
      const [url] = (await Promise.race([once(serving, 'message'), ended])) as [unknown];
      if (typeof url !== 'string') throw new Error(`${FORMER} does not serve its product`);
      return await work(url);
    } finally {
      if (serving.connected) serving.disconnect();
      await ended;
    }
  } finally {
    await run('git', ['worktree', 'remove', '--force', tree]);
    rmSync(join(tree, '..'), { recursive: true, force: true });
  }
}
