import { yieldToMain } from '#lib/yield-to-main.ts';

/**
 * The only script that a page waits for, one packet long. Style and fonts load first; the code follows once they are
 * shown, at the first interaction, or after a delay on a slow network. Its files load together and start one after the
 * other, each in a separate task, so that a phone stays responsive.
 */
const GESTURES = ['pointerdown', 'keydown', 'focusin'] as const;
const PATIENCE_MS = 3_000;
/** A machine being replaced has its successor by then. */
const SECOND_TRY_MS = 1_000;
const ANSWER_MS = 5_000;

const { documentElement: root } = document;
/** From this script's element, in starting order (`render-pages.tsx`). */
const files = (document.currentScript?.dataset['code'] ?? '').split(' ');
markAnswered();
// Without this mark the style shows, after some seconds, that the page failed to load.
root.toggleAttribute('data-booted', true);
void start();

/**
 * Prerendered pages are the same for all visitors, the cookie banner is not: `shell/cookie-banner.module.css` hides it.
 */
function markAnswered(): void {
  root.toggleAttribute('data-answered', /(^|; )cookieConsent=/.test(document.cookie));
}

async function start(): Promise<void> {
  await Promise.race([shown(), gesture(), after(PATIENCE_MS)]);
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    await yieldToMain();
  }
  for (const file of files.slice(0, -1)) {
    // A screen that needs a missing or broken file reports it.
    await load(file).catch(() => null);
    await yieldToMain();
  }
  // The last one starts the application: its failure must be reported here.
  await load(files.at(-1) ?? '').catch(tryAgain);
}

function load(file: string): Promise<unknown> {
  return import(/* @vite-ignore */ file);
}

/**
 * Once, and only while the site responds: nothing could be typed yet. Not by a second import: browsers remember a
 * failed module for the life of the page (whatwg/html#6768), and after a deployment the page itself has new file names.
 */
async function tryAgain(): Promise<void> {
  await after(SECOND_TRY_MS);
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A browser that resists fingerprinting does not say how the page was reached: it would reload forever.
  const isFirst = arrival !== undefined && arrival.type !== 'reload';
  if (isFirst && (await answers())) location.reload();
  // Shows the sentence of `index.html`, which needs no code.
  else root.toggleAttribute('data-stopped', true);
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) })).ok;
  } catch {
    return false;
  }
}

/** Including its fonts. */
async function shown(): Promise<void> {
  await new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
  await document.fonts.ready;
}

function gesture(): Promise<void> {
  return new Promise((resolve) => {
    for (const type of GESTURES) addEventListener(type, () => resolve(), { capture: true, once: true, passive: true });
  });
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
  });
}
