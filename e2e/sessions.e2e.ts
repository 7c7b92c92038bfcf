import type { Page } from '@playwright/test';
import {
  COOKIES_DECLINED,
  expect,
  expectAccessible,
  expectFocusIn,
  expectNoSidewaysScroll,
  hold,
  openSession,
  test,
} from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(400|401|404)/ });

const ON_A_PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

const card = (page: Page) => page.getByRole('region', { name: 'Appareils connectés' });
const devices = (page: Page) => card(page).getByRole('listitem');
const dialog = (page: Page) => page.getByRole('dialog');

async function typePassword(page: Page, password: string): Promise<void> {
  await expectFocusIn(dialog(page));
  await dialog(page).getByLabel('Votre mot de passe').fill(password);
  await page.keyboard.press('Enter');
}

test('the account’s devices: one is ended by keyboard, its next call shows « Session Expirée »; then all the others; a single one is shown as such', async ({
  page,
  browser,
  baseURL,
  account,
  session,
  request,
}) => {
  const user = await account(1);
  await session(user);
  const phone = await browser.newContext({ baseURL: baseURL ?? '', userAgent: ON_A_PHONE });
  await openSession(phone, user);
  const lost = await phone.newPage();
  await lost.goto('/myspace');
  const openAnother = () =>
    request.post('/api/v2/token/login/', { data: { username: user.email, password: user.password } });
  await openAnother();

  await page.route('**/api/v2/user/sessions/', (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
  await page.goto('/myspace');
  await page.getByRole('heading', { name: 'Appareils connectés' }).scrollIntoViewIfNeeded();
  await expect(card(page).getByRole('alert')).toContainText('Vos appareils connectés n’ont pas pu être chargés.');
  await card(page).getByRole('button', { name: 'Réessayer' }).click();
  await expect(devices(page)).toHaveCount(3);
  await expect(devices(page).first()).toContainText(
    /^Chrome sur Linux Cet appareilConnecté (aujourd’hui|hier) à \d\d:\d\d$/,
  );
  const iPhone = devices(page).filter({ hasText: 'Safari sur iPhone' });
  await expect(iPhone).toContainText(/Dernière activité (aujourd’hui|hier) vers \d\d:00/);
  await expect(devices(page).first().getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const button = iPhone.getByRole('button', { name: /^Déconnecter Safari sur iPhone, connecté (aujourd’hui|hier) à/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveAccessibleName(/^Déconnecter Safari sur iPhone\s\?$/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await typePassword(page, '');
  await expect(dialog(page).getByLabel('Votre mot de passe')).toHaveAccessibleDescription(/requis/);
  await typePassword(page, 'Autrechose-2026!');
  await expect(dialog(page).getByLabel('Votre mot de passe')).toHaveAccessibleDescription('Mot de passe incorrect.');
  await expect(dialog(page).getByLabel('Votre mot de passe')).toBeFocused();
  const release = await hold(page, /\/user\/sessions\/\d+\/$/);
  await typePassword(page, user.password);
  await expect(dialog(page).getByRole('button', { name: 'Annuler' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Annuler' })).toBeDisabled();
  release();
  await expect(page.getByRole('status').filter({ hasText: 'Appareil déconnecté.' })).toBeVisible();
  await expect(iPhone).toHaveCount(0);
  await expect(card(page).getByRole('heading', { name: 'Appareils connectés' })).toBeFocused();

  await lost.getByRole('tab', { name: 'Mon solde' }).click();
  const expired = lost.getByRole('alertdialog', { name: 'Session Expirée' });
  await expect(expired).toBeVisible();
  await expired.getByRole('button', { name: 'Réinitialiser la session' }).click();
  await expect(lost.getByRole('banner').getByRole('button', { name: 'Connexion', exact: true })).toBeVisible();
  await expect(expired).toBeHidden();
  await phone.close();

  await openAnother();
  await page.reload();
  await page.getByRole('heading', { name: 'Appareils connectés' }).scrollIntoViewIfNeeded();
  await card(page).getByRole('button', { name: 'Déconnecter tous les autres appareils' }).click();
  await typePassword(page, user.password);
  await expect(card(page).getByText('Aucun autre appareil n’est connecté.')).toBeVisible();
  await expect(devices(page)).toHaveCount(1);
});
