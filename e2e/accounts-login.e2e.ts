import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const submit = (page: Page) => page.getByRole('button', { name: 'Se connecter' });

test('LG-01 an account that waits for its activation → the same sentence, and its link again', async ({
  page,
  account,
  sql,
  mailedPath,
}) => {
  const user = await account(0);
  await sql('update account set activated_at = null where id = $1', [user.id]);
  await page.goto('/login');
  await page.getByLabel('Adresse e-mail').fill(user.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(user.password);
  await submit(page).click();
  await expect(refusal(page)).toContainText('Mot de passe ou email incorrect');
  await expect(page.locator(':focus')).toContainText('Mot de passe ou email incorrect');
  await page.getByText('Compte pas encore activé ?').click();
  await page.getByRole('button', { name: 'Renvoyer le lien' }).click();
  await page.goto(await mailedPath(user.email));
  await page.getByLabel('Nouveau mot de passe').fill(user.password);
  await page.getByLabel('Confirmation du mot de passe').fill(user.password);
  await page.getByRole('button', { name: 'Changer mon mot de passe' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Adresse e-mail').fill(user.email);
  await page.getByLabel('Mot de passe', { exact: true }).fill(user.password);
  // The link made this browser a known device, as the sign-in shows; no script can read the cookie.
  const asked = page.waitForRequest('**/api/v2/token/login/');
  await submit(page).click();
  expect(await (await asked).headerValue('cookie')).toMatch(/(^|; )appareil=[\w-]+/);
  expect(await page.evaluate(() => document.cookie)).not.toContain('appareil');
  await page.waitForURL('**/myspace**');
});

test('LG-01 no response → the same sentence, and what the user can do', async ({ page }) => {
  await page.goto('/login');
  await page.route('**/api/v2/token/login/', (route) => route.abort());
  await submit(page).click();
  await expect(refusal(page)).toContainText('Mot de passe ou email incorrect');
  await expect(refusal(page)).toContainText('Vérifiez votre connexion internet');
  await expect(page.getByText('Compte pas encore activé ?')).toBeHidden();
});

test('LG-01 no response within a minute → a sentence that does not mention the password', async ({ page }) => {
  // A second stands for a minute.
  await page.addInitScript(() => {
    const inTime = AbortSignal.timeout.bind(AbortSignal);
    AbortSignal.timeout = (delayMs) => inTime(delayMs / 60);
  });
  await page.route('**/api/v2/token/login/', () => {});
  await page.goto('/login');
  const started = Date.now();
  await submit(page).click();
  await expect(refusal(page)).toContainText('Notre service met trop de temps à répondre.');
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  await expect(refusal(page)).not.toContainText('Mot de passe');
});

test('axe on the login after a reset and after a refusal, 320 px → clean, no sideways scroll', async ({ page }) => {
  await page.route('**/reset_password_confirm/', (route) => route.fulfill({ status: 204 }));
  await page.goto('/password-reset-confirmation/U1/T1');
  await page.getByLabel('Nouveau mot de passe').fill('Moulin-Galette-1876');
  await page.getByLabel('Confirmation du mot de passe').fill('Moulin-Galette-1876');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Votre mot de passe a été changé' })).toBeVisible();
  await submit(page).click();
  await page.getByText('Compte pas encore activé ?').click();
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
