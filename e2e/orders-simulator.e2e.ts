import type { Page, Route } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

const PRICE = '**/api/v2/solde/simulator/';
const quantity = (page: Page) => page.getByRole('spinbutton', { name: 'Quantité de crédits' });
const duration = (page: Page) => page.getByRole('combobox', { name: 'Durée de validité' });
const price = (page: Page) => page.getByRole('region', { name: 'Votre commande' }).getByRole('status').last();
const notice = (page: Page) => page.getByRole('region', { name: 'Votre commande' }).getByRole('status').first();
const validate = (page: Page) => page.getByRole('button', { name: 'Valider la commande' });

async function open(page: Page): Promise<void> {
  await page.goto('/SimulateurSolde');
  await expect(page.getByRole('heading', { level: 1, name: 'SIMULATEUR DE COMMANDE' })).toBeVisible();
}

test('SI-01 one credit, unlimited, 7,90 € before any answer; the popular mark from 10', async ({ page }) => {
  await page.route(PRICE, () => undefined);
  await open(page);
  await expect(quantity(page)).toHaveValue('1');
  await expect(duration(page).locator('option')).toHaveText([
    'Illimité',
    ...[1, 2, 3, 4, 5, 6].map((months) => `${months} mois`),
  ]);
  await expect(price(page)).toHaveText('7,90 € TTC');
  await expect(page.getByText('Quantité minimum de 1 crédit(s)', { exact: true })).toBeVisible();
  await quantity(page).fill('9');
  await expect(page.getByText('Populaire')).toBeHidden();
  await quantity(page).press('ArrowUp');
  await expect(page.getByText('Populaire')).toBeVisible();
});

test('SI-02 three months → 300 and its price, on the wire as prescribed; unlimited again → minimum 1', async ({
  page,
}) => {
  await open(page);
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('simulator/') && /"3"/.test(request.postData() ?? ''),
  );
  await duration(page).selectOption('3 mois');
  await expect(quantity(page)).toHaveValue('300');
  expect((await asked).postData()).toBe('{"quantit\u00E9":300,"duree":"3"}');
  await expect(price(page)).toHaveText('120,00 € TTC');
  await expect(page.getByText('Quantité minimum de 300 crédit(s)', { exact: true })).toBeVisible();
  await expect(notice(page)).toHaveText('Minimum 300 crédits pour cette durée');
  await duration(page).selectOption('Illimité');
  await expect(page.getByText('Quantité minimum de 1 crédit(s)', { exact: true })).toBeVisible();
  await expect(quantity(page)).toHaveValue('300');
});

test('SI-03 digits, five at most, 99999 → 10000 with a notice for 2 s', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await quantity(page).fill('');
  await quantity(page).pressSequentially('a1-2,b');
  await expect(quantity(page)).toHaveValue('12');
  await expect(quantity(page)).toHaveAttribute('maxlength', '5');
  await quantity(page).fill('99999');
  await expect(quantity(page)).toHaveValue('10000');
  await expect(notice(page)).toHaveText('Maximum 10 000 crédits');
  await quantity(page).blur();
  await page.clock.runFor(1900);
  await expect(notice(page)).toHaveText('Maximum 10 000 crédits');
  await page.clock.runFor(200);
  await expect(notice(page)).toBeEmpty();
});

test('SI-03 250 can be typed where 100 is the least; 25 is raised when the field is left', async ({ page }) => {
  await open(page);
  await duration(page).selectOption('1 mois');
  await quantity(page).fill('');
  await quantity(page).pressSequentially('250');
  await quantity(page).blur();
  await expect(quantity(page)).toHaveValue('250');
  await expect(notice(page)).toBeEmpty();
  await quantity(page).fill('25');
  await quantity(page).blur();
  await expect(quantity(page)).toHaveValue('100');
  await expect(notice(page)).toHaveText('Minimum 100 crédits pour cette durée');
});

test('SI-03 pasted « 10 000 crédits », arrows, page keys, Home, End, the two buttons', async ({ page }) => {
  await open(page);
  await quantity(page).evaluate((input: HTMLInputElement) => {
    input.select();
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '10\u00A0000 crédits');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(quantity(page)).toHaveValue('10000');
  for (const [key, value] of [
    ['Home', '1'],
    ['ArrowUp', '2'],
    ['PageUp', '12'],
    ['ArrowDown', '11'],
    ['PageDown', '1'],
    ['End', '10000'],
  ] as const) {
    await quantity(page).press(key);
    await expect(quantity(page)).toHaveValue(value);
  }
  await expect(quantity(page)).toHaveAttribute('aria-valuenow', '10000');
  await expect(quantity(page)).toHaveAttribute('aria-valuemax', '10000');
  await page.getByRole('button', { name: 'Augmenter la quantité' }).click();
  await expect(notice(page)).toHaveText('Maximum 10 000 crédits');
  await page.getByRole('button', { name: 'Diminuer la quantité' }).click();
  await expect(quantity(page)).toHaveValue('9999');
});

test('SI-04 answers out of order → the price of the last quantity', async ({ page }) => {
  const asked = new Map<number, Route>();
  await page.route(PRICE, (route) => {
    asked.set((route.request().postDataJSON() as { quantité: number }).quantité, route);
  });
  await open(page);
  for (const count of [2, 3, 4, 5]) {
    await quantity(page).press('ArrowUp');
    await expect.poll(() => asked.has(count)).toBe(true);
  }
  for (const count of [5, 2, 4, 1, 3]) {
    const route = asked.get(count);
    // Refused where the page has aborted the call.
    await route?.fulfill({ json: { prix: count * 100 } }).catch(() => undefined);
    await route?.request().response();
    await expect(price(page)).toHaveText('500,00 € TTC');
  }
});

test('SI-04 no price → the server’s sentence or the prescribed one; nothing can be ordered; again', async ({
  page,
}) => {
  let refusal: { status: number; json: unknown } | null = { status: 400, json: { erreur: 'Pas aujourd’hui.' } };
  await page.route(PRICE, (route) => (refusal === null ? route.continue() : route.fulfill(refusal)));
  await open(page);
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('Pas aujourd’hui.');
  refusal = { status: 500, json: {} };
  await quantity(page).fill('5');
  await expect(alert).toContainText("Une erreur s'est produite.");
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await validate(page).click();
  await expect(alert.last()).toContainText('n’a pas pu être calculé');
  await expect(page).toHaveURL(/SimulateurSolde/);
  refusal = null;
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(price(page)).toHaveText('15,00 € TTC');
});

test('SI-04 order → PAS with its body → the page’s address; back again, the order is still there', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await open(page);
  await duration(page).selectOption('2 mois');
  await expect(price(page)).toHaveText('77,00 € TTC');
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  const asked = page.waitForRequest('**/stripe/create/session/PAS/');
  await validate(page).click();
  expect((await asked).postData()).toBe('{"quantit\u00E9":200,"duree":"2"}');
  await page.waitForURL('**/stripe/pay/**');
  await expect(page.getByText('77,00').first()).toBeVisible();
  await page.getByRole('link', { name: 'Annuler et revenir au site' }).click();
  await page.waitForURL('**/SimulateurSolde');
  await expect(quantity(page)).toHaveValue('200');
  await expect(duration(page)).toHaveValue('2');
  await page.goto('/RecapitulatifSolde');
  await page.waitForURL('**/SimulateurSolde');
});

test('axe on the simulator, raised and without a price; 320 px → clean, no sideways scroll', async ({ page }) => {
  await open(page);
  await duration(page).selectOption('6 mois');
  await expect(price(page)).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await page.route(PRICE, (route) => route.abort());
  await quantity(page).fill('700');
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(page);
});
