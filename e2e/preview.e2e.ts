import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';
import { continueButton, heading, SUMMARY, TYPED, validateAddress } from './wizard-steps.ts';

test.use(COOKIES_DECLINED);

/** Calls of the preview, without those of the plans around the property. */
const PREVIEW = /\/api\/v2\/apercu\/(?!zonages)/;

test('without an account or WebGL → ten headings in words, marked as fictitious, then the next step', async ({
  page,
}) => {
  await validateAddress(page, '1 rue de la plage Soulac-sur-Mer');
  const card = page.getByRole('region', { name: 'Aperçu gratuit, sans valeur légale' });
  await expect(card.getByRole('listitem')).toHaveCount(10);
  await expect(card.getByText('Données fictives')).toBeVisible();
  // Headings that concern the property come first.
  await expect(card.getByRole('listitem').first()).toContainText('Concerné');
  await expect(card.getByRole('listitem').filter({ hasText: 'Recul du trait de côte' })).toContainText(
    /Concerné.*terrain touché/s,
  );
  await expect(card.getByRole('listitem').last()).toContainText('Non concerné');
  await expect(page.locator('#annonces')).toContainText(/Aperçu gratuit\s: concerné par (un|\d) des 10\u00A0points/);
  await page.getByRole('button', { name: /^Aperçu gratuit\s: / }).press('Enter');
  await expect(card.getByRole('heading', { level: 2 })).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  // On a phone, at any scroll position: the next step and the verdict are reachable and uncovered.
  await page.setViewportSize({ width: 360, height: 740 });
  await card.getByRole('listitem').nth(5).scrollIntoViewIfNeeded();
  await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^Aperçu gratuit\s: / })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Latitude')).toBeHidden();
  await page.getByText('Coordonnées').click();
  await expect(page.getByText('Latitude')).toBeVisible();
  await continueButton(page).click();
  await expect(heading(page, SUMMARY)).toBeVisible();
});

test('while typing, where suggestions have a preview → in words under the list; nothing of it elsewhere', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('/api/v2/apercu/?') && asked.push(request.url())));
  await page.goto('/realisation_erp');
  const field = page.getByRole('combobox', { name: 'Adresse du bien' });
  const box = page.getByText('Aperçu gratuit à cette adresse');
  await field.fill(TYPED);
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(box).toBeHidden();
  expect(asked).toEqual([]);

  // A server with releases marks it so; this one has none, so that all is checked later.
  await page.route('**/geocodage/search**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), apercu: true } });
  });
  await field.fill(`${TYPED} `);
  await field.fill('1 rue de la plage Soulac-sur-Mer');
  await expect(box).toBeVisible();
  await expect(page.getByText('Vérifié à la génération\u00A0: 10 points.')).toBeVisible();
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  // It is about the suggestion: it leaves with the list.
  await field.press('Enter');
  await expect(box).toBeHidden();
});

test.describe('cookies not answered', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test('on a phone the question never lies over the results', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/realisation_erp');
    const question = page.getByRole('region', { name: 'Cookies' });
    await expect(question).toBeInViewport();
    await validateAddress(page, TYPED);
    await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
    await expect(question).not.toBeInViewport();
    await continueButton(page).click();
    await expect(heading(page, SUMMARY)).toBeVisible();
    await expect(question).toBeInViewport();
  });
});

test('from parcel to parcel and back → each is requested once, an abandoned one is not', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, code = 'zonages'] = /apercu\/([^/]+)\//.exec(decodeURIComponent(request.url())) ?? [];
    if (code !== 'zonages') asked.push(code);
  });
  await page.clock.install();
  await validateAddress(page);
  const card = page.getByRole('region', { name: /^Aperçu gratuit/ });
  await expect(card.getByRole('listitem')).toHaveCount(10);
  // With the arrow keys, faster than the delay: the second one is skipped.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.clock.runFor(350);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio').nth(2)).toBeChecked();
  await page.clock.resume();
  await expect.poll(() => asked.length).toBe(2);
  await expect(card).toHaveAttribute('aria-busy', 'false');
  await expect(card.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('radio').first().check();
  await expect(card.getByRole('listitem')).toHaveCount(10);
  expect(asked).toHaveLength(2);
});

test.describe('a source is down', () => {
  test('its heading is not obtained, never « non »; retried on demand', async ({ page }) => {
    await validateAddress(page, '3 rue du Moulin Panne-PEB');
    const card = page.getByRole('region', { name: /^Aperçu gratuit/ });
    await expect(card.getByRole('listitem').filter({ hasText: 'Bruit des aérodromes' })).toContainText('Non obtenu');
    await expect(page.locator('#annonces')).toContainText(/un point n’a pas pu être vérifié/);
    await expect(card.getByText(/n’a pas pu être vérifié/i)).toHaveAttribute('data-tone', 'warning');
    await expect(card.getByText(/^Concerné par aucun/)).toBeHidden();
    const again = page.waitForRequest(PREVIEW);
    await card.getByRole('button', { name: 'Réessayer' }).click();
    await again;
    await expect(continueButton(page)).toBeVisible();
  });
});

test.describe('the preview itself fails', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('too many requests → the server’s sentence, a retry button, and the next step all the same', async ({
    page,
  }) => {
    const detail = 'Requête ralentie. Disponible à nouveau dans 40 secondes.';
    await page.route(PREVIEW, (route) => route.fulfill({ status: 429, json: { detail } }));
    await validateAddress(page, TYPED);
    const card = page.getByRole('region', { name: /^Aperçu gratuit/ });
    await expect(card).toContainText(detail);
    await expectAccessible(page);
    await page.unroute(PREVIEW);
    await card.getByRole('button', { name: 'Réessayer' }).click();
    await expect(card.getByRole('listitem')).toHaveCount(10);
    await continueButton(page).click();
    await expect(heading(page, SUMMARY)).toBeVisible();
  });
});
