import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What axe finds wrong in the page as it is, one line a rule: « 360 px, dark, color-contrast: <a …> | <p …> ». All the rules of
 * WCAG 2.2 AA, or those named. Straight in the page, once its code is there: our screens have no frame, for which
 * `@axe-core/playwright` sends that code twice at each call and gathers the results in a second page, four times as slow.
 */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const runOnly: axe.RunOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: WCAG };
  await settle(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`(() => { ${AXE} })()`);
  return page.evaluate(async (asked) => {
    const here = Reflect.get(window, 'axe') as { run: (options: axe.RunOptions) => Promise<axe.AxeResults> };
    const found = await here.run({ runOnly: asked, resultTypes: ['violations'] });
    const look = `${window.innerWidth} px, ${matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'}`;
    return found.violations.map(({ id, nodes }) => `${look}, ${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, runOnly);
}

/**
 * At the top: half of what has passed under the bar would be taken for small. In its own letters, whose size targets have. And
 * still: a colour on its way from one scheme to the other has no contrast to speak of. No timer, whose clock may be stopped.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.scrollTo({ top: 0, behavior: 'instant' });
    await document.fonts.ready;
    const moving = () => document.getAnimations().filter((one) => one instanceof CSSTransition);
    while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
  });
}
