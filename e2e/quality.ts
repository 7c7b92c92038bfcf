import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { treeFaults } from './tree.ts';

/** Rules that a narrow screen can violate and a wide one does not. */
const OF_WIDTH = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'button-name', 'link-name'];
/** 1280 px at 400 % (WCAG 1.4.10), and a desktop. */
const NARROW = { width: 320, height: 640 };
const DESK = { width: 1280, height: 900 };
/** More tab stops than any screen has: the API's reference has 230. */
const MOST_STOPS = 300;

/**
 * Faults of a screen at rest, in words: axe at both widths (with targets of 24 px), horizontal scrolling at 320 px, the
 * tree that a screen reader is given there. The night adds dark, text cut by a reader's own spacing, tab stops without
 * visible focus, states that forced colours hide (decision 0103).
 */
export async function faultsOf(page: Page): Promise<string[]> {
  const isNight = process.env['JOURNEYS'] !== 'gate';
  await page.setViewportSize(NARROW);
  const narrow = [...(await violations(page, OF_WIDTH)), ...(await sidewaysScroll(page, '320 px'))];
  narrow.push(...(await treeFaults(page)));
  if (isNight) {
    narrow.push(...(await inDark(page)));
    await setSpacing(page, true);
    narrow.push(...(await cutTexts(page)), ...(await sidewaysScroll(page, '320 px, spaced text')));
  }
  await page.setViewportSize(DESK);
  if (!isNight) return [...narrow, ...(await violations(page))];
  const desk = [...(await cutTexts(page)), ...(await sidewaysScroll(page, '1280 px, spaced text'))];
  await setSpacing(page, false);
  desk.push(...(await violations(page)), ...(await hiddenFocus(page)), ...(await coveredFocus(page)));
  return [...narrow, ...desk, ...(await inDark(page)), ...(await hiddenStates(page))];
}

/** Dark changes only colours. */
async function inDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const faults = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return faults;
}

/**
 * In forced colours, washes and shadows are gone: without its attribute, an element in a state (the current step, the
 * selected tab, a pressed button) must look different. So must one that has the focus.
 */
export async function hiddenStates(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' });
  const hidden = await page.evaluate(() => {
    const LOOKS = ['outline', 'border', 'background-color', 'text-decoration', 'font-weight', 'display', 'opacity'];
    const lookOf = (root: Element): string =>
      [root, ...root.querySelectorAll('*')]
        .flatMap((element) =>
          ['', '::before', '::after'].map((part) => {
            const style = getComputedStyle(element, part);
            return LOOKS.map((look) => style.getPropertyValue(look)).join();
          }),
        )
        .join('|');
    const faults: string[] = [];
    const states = ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked'];
    for (const state of states)
      for (const element of document.querySelectorAll(`[${state}]:not([${state}=false])`)) {
        const value = element.getAttribute(state) ?? '';
        const inState = lookOf(element);
        element.setAttribute(state, 'false');
        if (element.checkVisibility() && lookOf(element) === inState) faults.push(element.outerHTML.slice(0, 120));
        element.setAttribute(state, value);
      }
    return faults;
  });
  await page.emulateMedia({ forcedColors: 'none' });
  return hidden.map((element) => `forced colours hide the state of ${element}`);
}

async function sidewaysScroll(page: Page, look: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wide > 0 ? [`${look}: scrolls sideways by ${wide} px`] : [];
}

/** The spacing of WCAG 1.4.12, in an adopted style sheet: the Content-Security-Policy forbids style elements. */
export async function setSpacing(page: Page, isWide: boolean): Promise<void> {
  await page.evaluate((wide) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = wide ? [sheet] : [];
  }, isWide);
}

/**
 * Boxes that cut overflowing text. Pictures, and text for screen readers only, are cut on purpose; so is what is
 * `data-elided`, since the row that opens has the whole.
 */
async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cuts = (element: Element): boolean => {
      const { overflowX, overflowY, clipPath, visibility } = getComputedStyle(element);
      if (clipPath !== 'none' || visibility === 'hidden' || element.textContent.trim() === '') return false;
      const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (element.querySelector(':scope > .maplibregl-map')) return false;
      const isWide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
      return isWide || (hides(overflowY) && element.scrollHeight > element.clientHeight + 1);
    };
    return [...document.body.querySelectorAll('*')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.closest('svg, select, .maplibregl-map, [aria-hidden=true], [data-elided]') &&
          cuts(element),
      )
      .map((element) => `${window.innerWidth} px, cut: ${element.outerHTML.slice(0, 120)}`);
  });
}

/**
 * Walks through the screen with Tab: each stop, or its container, has an outline and is on the screen. For the parts of
 * a date and the controls of a video, the browser shows the focus itself. A stop is checked in the page, when the focus
 * leaves it: a call for each from here took twice as long. A fault counts if a second walk finds it too: what arrives
 * late during the first may move a stop off the screen.
 */
async function hiddenFocus(page: Page): Promise<string[]> {
  return (await walkFocus(page)).length === 0 ? [] : walkFocus(page);
}

/** Windows of a reader who zooms: 1280 × 1024 at 400 %, 1280 × 800 at 200 %, and a phone. */
const ZOOMED = [
  { width: 320, height: 256 },
  { width: 640, height: 400 },
  { width: 360, height: 740 },
];

/**
 * Focuses each stop of the screen in those windows: some point of it must not lie under a bar, a banner or a panel (WCAG
 * 2.4.11). Leaves a desktop's window.
 */
export async function coveredFocus(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const size of ZOOMED) {
    await page.setViewportSize(size);
    // The page learns the notice's new height a frame later, and moves what it would cover.
    await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    });
    const covered = await page.evaluate(coveredStops);
    faults.push(...covered.map((stop) => `${size.width} × ${size.height}, focus covered: ${stop}`));
  }
  await page.setViewportSize(DESK);
  return faults;
}

/** In the page: the stops that nothing of can be seen when they have the focus. */
function coveredStops(): string[] {
  const STEPS = [0.02, 0.25, 0.5, 0.75, 0.98];
  const isSeen = (element: Element, parts: Element[]): boolean =>
    parts.some((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return STEPS.some((x) =>
        STEPS.some((y) => {
          const [px, py] = [left + width * x, top + height * y];
          if (px < 0 || py < 0 || px >= window.innerWidth || py >= window.innerHeight) return false;
          const hit = document.elementFromPoint(px, py);
          return hit !== null && (part.contains(hit) || hit.contains(element));
        }),
      );
    });
  const stops = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]',
  );
  const faults: string[] = [];
  for (const stop of stops) {
    if (stop.tabIndex < 0 || stop.matches(':disabled') || !stop.checkVisibility()) continue;
    stop.focus();
    if (document.activeElement !== stop) continue;
    const labels = 'labels' in stop ? [...((stop.labels ?? []) as Iterable<Element>)] : [];
    if (!isSeen(stop, [stop, ...labels])) faults.push(stop.outerHTML.slice(0, 140));
  }
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  return faults;
}

async function walkFocus(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  for (let presses = 0; presses < MOST_STOPS; presses += 10) {
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Tab');
    const { faults, isOver } = await page.evaluate(() => Reflect.get(window, 'walk') as Walk);
    if (isOver) return faults;
  }
  return [`${MOST_STOPS} tabs do not leave the screen`];
}

type Walk = { faults: string[]; isOver: boolean };

/** In the page: from now on checks each stop that Tab leaves, until the last. */
function watchFocus(): void {
  const walk: Walk = { faults: [], isOver: false };
  let stops = 0;
  const isShown = (element: Element): boolean => {
    const isMarked = [element, element.parentElement, element.parentElement?.parentElement].some((box) => {
      if (!box || box === document.body) return false;
      const { outlineStyle, outlineWidth } = getComputedStyle(box);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    });
    const { top, bottom } = element.getBoundingClientRect();
    return isMarked && bottom > 0 && top < window.innerHeight;
  };
  const checkFocus = (): void => {
    const element = document.activeElement ?? document.body;
    walk.isOver ||= element === document.body && stops > 0;
    stops += 1;
    if (!walk.isOver && element.matches(':focus-visible') && !isShown(element)) {
      walk.faults.push(`focus not seen: ${element.outerHTML.slice(0, 120)}`);
    }
  };
  window.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.addEventListener('keydown', checkFocus, { capture: true });
  Object.assign(window, { walk });
}
