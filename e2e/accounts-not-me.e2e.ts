import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*inscription/ });

const CALL = '**/api/v2/inscription/refus/';

test('« Ce n’est pas moi » → nothing until it is confirmed, then one call; 320 px, axe', async ({ page }) => {
  const bodies: unknown[] = [];
  await page.route(CALL, async (route) => {
    bodies.push(route.request().postDataJSON());
    await route.fulfill({ status: 204 });
  });
  await page.goto('/pas-moi/U1/T1');
  const button = page.getByRole('button', { name: 'Effacer ce compte' });
  await expect(button).toBeVisible();
  expect(bodies).toEqual([]);
  await button.click();
  await expect(page.getByRole('status').filter({ hasText: 'Le compte est effacé.' }).first()).toBeVisible();
  expect(bodies).toEqual([{ uid: 'U1', token: 'T1' }]);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('an unknown link → « no longer valid »', async ({ page }) => {
  await page.goto('/pas-moi/MQ/inconnu');
  await page.getByRole('button', { name: 'Effacer ce compte' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Ce lien n’est plus valable');
});
