import { pause } from '#lib/pause.ts';

/**
 * The only script that a page waits for, a packet long. What is printed is read first: its style and its fonts have the network
 * to themselves, and the code comes once they are on show, at the first gesture, or when the network is slower than anybody's
 * patience. Its files come together and start one after the other, each in a task of its own: a phone answers in between.
 */
const GESTURES = ['pointerdown', 'keydown', 'focusin'] as const;
const PATIENCE_MS = 3_000;
/** A machine that was being replaced has its successor by then. */
const SECOND_TRY_MS = 1_000;
const ANSWER_MS = 5_000;

const { documentElement: root } = document;
/** Of this script's element, in the order in which they start (`print-pages.tsx`). */
const files = (document.currentScript?.dataset['code'] ?? '').split(' ');
markAnswered();
// Without this mark the style itself says, after some seconds, that the page did not come.
root.toggleAttribute('data-booted', true);
void start();

/** Printed pages are the same for all, the question about cookies is not: `shell/cookie-banner.module.css` hides it. */
function markAnswered(): void {
  root.toggleAttribute('data-answered', /(^|; )cookieConsent=/.test(document.cookie));
}

async function start(): Promise<void> {
  await Promise.race([shown(), gesture(), after(PATIENCE_MS)]);
  for (const href of files) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    await pause();
  }
  for (const file of files.slice(0, -1)) {
    // What is missing, or breaks, is told by the screen that asks for it again.
    await load(file).catch(() => null);
    await pause();
  }
  // The last starts the application, with all that it needs: without it, nobody else would tell.
  await load(files.at(-1) ?? '').catch(tryAgain);
}

function load(file: string): Promise<unknown> {
  return import(/* @vite-ignore */ file);
}

/**
 * Once, and only while the site answers: nothing could be typed yet. Not by a second import: browsers remember for the life of
 * the page that a module did not come (whatwg/html#6768), and after a deployment the page itself has new names for its files.
 */
async function tryAgain(): Promise<void> {
  await after(SECOND_TRY_MS);
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A browser that resists fingerprinting does not tell how the page came: it would load it again for ever.
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

/** With its own fonts. */
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
