import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { validateAddress } from './wizard-steps.ts';

const canvas = (page: Page) => page.locator('canvas.maplibregl-canvas');
const checked = (page: Page) => page.getByRole('checkbox', { checked: true });
/** Drawing in software is slow on a busy machine. */
const DRAWN = { timeout: 20_000 };

/** Clicks that many pixels from the middle of the map. */
async function clickMap(page: Page, x: number, y: number): Promise<void> {
  const box = await canvas(page).boundingBox();
  if (!box) throw new Error('no map');
  await page.mouse.click(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
}

test('several parcels on the map → a click adds one, a click on it removes it; the keyboard does the same under the cross', async ({
  page,
}) => {
  test.slow();
  await validateAddress(page);
  await page.getByRole('button', { name: 'Ajouter une parcelle' }).click();
  await expect(canvas(page)).toBeVisible(DRAWN);
  await expect(page.locator('[data-zoom="18"]')).toBeVisible(DRAWN);
  await expect(checked(page)).toHaveCount(1);
  await clickMap(page, 60, 60);
  await expect(checked(page)).toHaveCount(2);
  await expect(page.locator('#annonces')).toContainText('ajoutée. 2\u00A0parcelles');
  await clickMap(page, 60, 60);
  await expect(checked(page)).toHaveCount(1);
  await expect(page.locator('#annonces')).toContainText('retirée. 1\u00A0parcelle');

  // The keyboard: the parcel under the cross, after some steps of the arrow keys.
  await canvas(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(checked(page)).toHaveCount(2);
  // The prescribed toggle of one parcel is back once there is one.
  await page.getByRole('button', { name: /^Garder seulement/ }).click();
  await expect(page.getByRole('radio', { checked: true })).toHaveCount(1);
});
