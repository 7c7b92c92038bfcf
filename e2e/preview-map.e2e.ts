import { violations } from './axe.ts';
import { expect, test } from './journey.ts';
import { validateAddress } from './wizard-steps.ts';

test('the zones of the preview by the keyboard → switched off and on, made lighter; the picture follows', async ({
  page,
}) => {
  // Drawn in software while axe runs, on a busy machine.
  test.slow();
  await validateAddress(page, '1 rue de la plage Soulac-sur-Mer');
  const map = page.getByRole('region', { name: 'Carte' });
  const layer = map.getByRole('checkbox', { name: 'Recul du trait de côte' });
  await expect(layer).toBeChecked({ timeout: 20_000 });
  const picture = async () => (await map.locator('canvas').screenshot()).toString('base64');
  await page.waitForLoadState('networkidle');
  await layer.focus();
  await expect(layer).toBeFocused();
  let before = await picture();
  await page.keyboard.press('Space');
  await expect(layer).not.toBeChecked();
  await expect.poll(picture, { timeout: 20_000 }).not.toBe(before);
  await page.keyboard.press('Space');
  await expect(layer).toBeChecked();
  before = await picture();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await expect(map.getByRole('slider', { name: 'Opacité' })).toHaveAttribute('aria-valuetext', '20 %');
  await expect.poll(picture, { timeout: 20_000 }).not.toBe(before);
  // Few: each size draws the map again, in software.
  for (const width of [360, 1000]) {
    await page.setViewportSize({ width, height: 600 });
    expect(await violations(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, ['color-contrast'])).toEqual([]);
});
