import { expect, test } from './journey.ts';
import { coveredFocus } from './quality.ts';
import { validateAddress } from './wizard-steps.ts';

test('the first step with its parcels, zoomed → each stop can be seen when it has the focus', async ({ page }) => {
  await validateAddress(page);
  await expect(page.getByRole('radio').first()).toBeVisible();
  expect(await coveredFocus(page)).toEqual([]);
});

for (const path of ['/', '/Tarifs', '/developpeurs/reference', '/realisation_erp']) {
  test(`${path} with the cookie notice, zoomed → each stop can be seen when it has the focus`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Refuser' })).toBeVisible();
    expect(await coveredFocus(page)).toEqual([]);
  });
}

test('a text page opened at its anchor → its heading has the focus, with a ring for the keyboard only', async ({
  page,
}) => {
  await page.goto('/CGV#article-6');
  const heading = (number: number) => page.locator(`#article-${number}`);
  await expect(heading(6)).toBeFocused();
  await expect(heading(6)).toHaveCSS('outline-style', 'none');
  const contents = page.getByRole('navigation', { name: 'Sommaire' });
  await contents.locator('a[href="#article-7"]').press('Enter');
  await expect(heading(7)).toBeFocused();
  await expect(heading(7)).toHaveCSS('outline-style', 'solid');
  await contents.locator('a[href="#article-8"]').click();
  await expect(heading(8)).toBeFocused();
  await expect(heading(8)).toHaveCSS('outline-style', 'none');
});
