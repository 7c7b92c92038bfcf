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
