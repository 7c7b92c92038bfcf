import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Base UI's bounds of an open menu: focused, they pass the focus on at once. */
const FOCUS_GUARDS = '[data-base-ui-focus-guard]';
/** It lets the page go on after each rule, by a timer of 0 ms: some milliseconds, and for ever under a stopped clock. */
const WITHOUT_PAUSES = `const setTimeout = (run, ms) => (ms > 0 ? window.setTimeout(run, ms) : queueMicrotask(run));`;

/**
 * Violations that axe finds on the page, one line per rule: « 360 px, dark, color-contrast: <a …> | <p …> ». All rules
 * of WCAG 2.2 AA, or the given ones. Runs axe directly: `@axe-core/playwright` supports frames, which our screens lack,
 * and takes four times as long.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const runOnly: axe.RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: WCAG };
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`(() => { ${WITHOUT_PAUSES} ${AXE} })()`);
  return page.evaluate(
    async ([asked, guards]) => {
      const here = Reflect.get(window, 'axe') as {
        run: (where: axe.ElementContext, options: axe.RunOptions) => Promise<axe.AxeResults>;
      };
      const found = await here.run({ exclude: [guards] }, { runOnly: asked, resultTypes: ['violations'] });
      const look = `${window.innerWidth} px, ${matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'}`;
      // An open menu, or a bar at the window's foot, may half cover what stands behind it, which can be pressed once the
      // menu is closed or the page scrolled.
      const menu = document.querySelector('[role=menu], #actions-selection');
      const isBehind = (id: string, [selector]: axe.NodeResult['target']): boolean =>
        id === 'target-size' && menu !== null && !menu.contains(document.querySelector(String(selector)));
      return found.violations
        .map(({ id, nodes }) => ({ id, nodes: nodes.filter(({ target }) => !isBehind(id, target)) }))
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ id, nodes }) => `${look}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    },
    [runOnly, FOCUS_GUARDS] as const,
  );
}

/**
 * Scrolls to the top, since half-covered elements count as small. Waits for the fonts, which decide the size of
 * targets, and for animations, since a colour in transition has no meaningful contrast. Without timers, whose clock may
 * be stopped.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
    const moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });
}
