import type { Locator, Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectNoSidewaysScroll, hold, test } from './journey.ts';
import { generateButton, heading, LABEL, order, orderIssued, reachSummary, READY } from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const SIZES = [
  { width: 360, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
];

const UNLIKE = {
  adresse: null,
  commune: { nom: 'Mende', code_insee: '48095' },
  avertissement: 'Une autre adresse que celle du bien.',
};

const topOf = (locator: Locator) => locator.evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scroll = (page: Page, to: 'start' | 'end') =>
  page.evaluate((to) => window.scrollTo(0, to === 'end' ? document.body.scrollHeight : 0), to);

test('late responses at step 2 do not move its button, wherever the page is scrolled', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await reachSummary(page, '3 rue du moulin trente-pages');
  const documents = page.getByText('Pages des plans à joindre');
  const warning = page.getByText('Votre adresse figurera à part dans le document');
  for (const size of SIZES) {
    for (const place of ['start', 'end'] as const) {
      await page.setViewportSize(size);
      const release = await Promise.all([
        hold(page, '**/api/v2/cadastre/adresse/**', UNLIKE),
        hold(page, '**/api/v2/cadastre/pieces-plans/**'),
      ]);
      await page.reload();
      await expect(generateButton(page)).toBeVisible();
      await expect(page.getByText('il vous en restera')).toBeVisible();
      await scroll(page, place);
      const before = await topOf(generateButton(page));
      expect(before).toBeLessThan(size.height);
      for (const one of release) one();
      await expect(warning).toBeAttached();
      await documents.evaluate((element) => element.closest('details')?.setAttribute('data-seen', ''));
      await expect(page.locator('details[data-seen] legend').first()).toBeAttached();
      const moved = (await topOf(generateButton(page))) - before;
      // A browser that keeps its place while the page grows does so by whole pixels.
      expect(Math.abs(moved), `${size.width} px, at the ${place}`).toBeLessThanOrEqual(1);
      await expectNoSidewaysScroll(page);
      await page.unrouteAll({ behavior: 'wait' });
    }
  }
});

test('late responses at step 4 do not move its buttons', async ({ page, statement }) => {
  await orderIssued(page, await statement({ adresse: LABEL }));
  await page.setViewportSize(SIZES[2] ?? { width: 1280, height: 800 });
  const release = await hold(page, '**/api/v2/erp/*/suite/');
  await reachSummary(page);
  await order(page);
  await expect(heading(page, READY)).toBeVisible();
  const download = page.getByRole('button', { name: 'Télécharger le PDF' });
  const read = page.getByRole('link', { name: 'Lire à l’écran' });
  const before = [await topOf(download), await topOf(read)];
  release();
  await expect(page.getByRole('button', { name: 'Remettre' })).toBeVisible();
  expect([await topOf(download), await topOf(read)]).toEqual(before);
});
