import type { Locator, Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import {
  addressField,
  cadastreField,
  continueButton,
  generateButton,
  reachSummary,
  validateAddress,
} from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

const PHONES = [
  { width: 360, height: 740 },
  { width: 390, height: 664 },
];

const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
const card = (page: Page) => page.getByRole('paragraph').filter({ hasText: /^Parcelle [A-Z]+ \d+, Mende/ });
const glance = (page: Page) => page.getByRole('button', { name: /^Aperçu gratuit\s: / });
const preview = (page: Page) => page.getByRole('region', { name: 'Aperçu gratuit, sans valeur légale' });

/** Nothing lies over its middle. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });

for (const phone of PHONES) {
  test(`on a phone of ${phone.width} × ${phone.height}: the parcel’s card directly above the next step, the preview in one line that opens, the address uncovered`, async ({
    page,
  }) => {
    await page.setViewportSize(phone);
    await validateAddress(page);
    await expect(cadastreField(page)).toHaveValue(/./);
    await expect(glance(page)).toBeVisible();
    const [above, next, line] = [await boxOf(card(page)), await boxOf(continueButton(page)), await boxOf(glance(page))];
    expect(next.y - (above.y + above.height)).toBeGreaterThanOrEqual(0);
    expect(next.y - (above.y + above.height)).toBeLessThanOrEqual(12);
    expect(next.y + next.height).toBeLessThanOrEqual(phone.height);
    expect(line.height).toBeLessThanOrEqual(44);
    for (const seen of [card(page), continueButton(page), glance(page), addressField(page)]) {
      await expect(seen).toBeInViewport({ ratio: 1 });
      expect(await isUncovered(seen)).toBe(true);
    }

    await expect(preview(page)).toHaveCount(0);
    await expect(glance(page)).toHaveAttribute('aria-expanded', 'false');
    await glance(page).click();
    await expect(preview(page).getByRole('heading', { level: 2 })).toBeFocused();
    await expect(preview(page).getByRole('listitem')).toHaveCount(10);
    await expect(preview(page).getByRole('listitem').first()).toBeInViewport();
    await expectAccessible(page);
    await page.setViewportSize(phone);
    await glance(page).click();
    await expect(preview(page)).toHaveCount(0);
    await expectNoSidewaysScroll(page);
  });
}

test('on a phone the order’s bar hides none of what it orders: the transaction can be chosen above it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await reachSummary(page);
  await generateButton(page).click();
  const type = page.getByLabel('Type de transaction');
  await expect(type).toBeFocused();
  await expect(type).toBeInViewport({ ratio: 1 });
  expect(await isUncovered(type)).toBe(true);
  expect(await isUncovered(generateButton(page))).toBe(true);
});
