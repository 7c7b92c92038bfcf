import type { Page } from '@playwright/test';
import { violations } from './axe.ts';

/** What a narrow screen can do wrong that a wide one does not. */
const OF_WIDTH = ['color-contrast', 'target-size', 'scrollable-region-focusable', 'button-name', 'link-name'];
/** 1280 px at 400 % (WCAG 1.4.10), and a desk. */
const NARROW = { width: 320, height: 640 };
const DESK = { width: 1280, height: 900 };
/** More stops than any screen has. */
const MOST_STOPS = 160;

/**
 * What a screen at rest does wrong, in words: axe in light and dark (targets of 24 px among it), sideways scroll on 320 px,
 * text that a reader's own spacing cuts, stops of the keyboard that do not show.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.setViewportSize(NARROW);
  const narrow = [...(await violations(page, OF_WIDTH)), ...(await sidewaysScroll(page, '320 px'))];
  await setSpacing(page, true);
  narrow.push(...(await cutTexts(page)), ...(await sidewaysScroll(page, '320 px, spaced text')));
  await page.setViewportSize(DESK);
  const desk = [...(await cutTexts(page)), ...(await sidewaysScroll(page, '1280 px, spaced text'))];
  await setSpacing(page, false);
  desk.push(...(await violations(page)), ...(await hiddenFocus(page)));
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await violations(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light' });
  return [...narrow, ...desk, ...dark];
}

async function sidewaysScroll(page: Page, look: string): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wide > 0 ? [`${look}: scrolls sideways by ${wide} px`] : [];
}

/** The spacing of WCAG 1.4.12, in an adopted sheet: the Content-Security-Policy lets no style element in. */
async function setSpacing(page: Page, isWide: boolean): Promise<void> {
  await page.evaluate((wide) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`);
    document.adoptedStyleSheets = wide ? [sheet] : [];
  }, isWide);
}

/** Boxes that cut what does not fit, with text that does not fit. Pictures, and what is for screen readers alone, are cut on purpose. */
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
          !element.closest('svg, select, .maplibregl-map, [aria-hidden=true]') &&
          cuts(element),
      )
      .map((element) => `${window.innerWidth} px, cut: ${element.outerHTML.slice(0, 120)}`);
  });
}

/**
 * Walks through the screen with Tab: each stop, or the box it stands in, has an outline and is on the screen. Where it does
 * not ask for one, the browser shows the focus itself: the parts of a date, the controls of a video. A stop is judged in the
 * page, when the key leaves it: to ask for each from here took twice as long.
 */
async function hiddenFocus(page: Page): Promise<string[]> {
  await page.evaluate(watchFocus);
  for (let presses = 0; presses < MOST_STOPS; presses += 10) {
    for (let press = 0; press < 10; press += 1) await page.keyboard.press('Tab');
    const { faults, isOver } = await page.evaluate(() => Reflect.get(window, 'walk') as Walk);
    if (isOver) return faults;
  }
  return [`${MOST_STOPS} tabs do not leave the screen`];
}

type Walk = { faults: string[]; isOver: boolean };

/** In the page: judges from now on each stop that Tab leaves, until it has left the last. */
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
  const judge = (): void => {
    const element = document.activeElement ?? document.body;
    walk.isOver ||= element === document.body && stops > 0;
    stops += 1;
    if (!walk.isOver && element.matches(':focus-visible') && !isShown(element)) {
      walk.faults.push(`focus not seen: ${element.outerHTML.slice(0, 120)}`);
    }
  };
  window.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.addEventListener('keydown', judge, { capture: true });
  Object.assign(window, { walk });
}
