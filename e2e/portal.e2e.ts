import type { Locator, Page, Route } from '@playwright/test';
import { expect, recordCalls, test } from './journey.ts';
import { FIVE, open, renew, RENEW } from './statements-tab.ts';
import { order, reachSummary } from './wizard-steps.ts';

/** A hotel's portal, or a company's proxy, answers any call by its own page. */
const portal = (route: Route) =>
  route.fulfill({ status: 200, contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title><p>Bienvenue' });
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const alert = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text });

const PASSWORD = 'Motdepasse-2026!';

test('a page in place of each answer to a visitor → the failure of that call, no success', async ({ page }) => {
  const link = '/password-reset-confirmation/MQ/jeton-0';
  const fill = async (...[label, value]: [string | RegExp, string]) =>
    page.getByRole('main').getByLabel(label, { exact: true }).fill(value);

  await page.route('**/api/v2/users/**', portal);
  await page.route('**/api/v2/token/login/', portal);
  await page.goto('/sign-up');
  await fill('Adresse e-mail', 'nom@exemple.fr');
  await fill('Mot de passe', PASSWORD);
  await fill('Confirmation du mot de passe', PASSWORD);
  await page.getByRole('main').locator('form [type=submit]').click();
  await expect(alert(page, "Une erreur inattendue s'est produite. Veuillez réessayer ultérieurement")).toBeVisible();

  await page.goto('/login');
  await fill('Adresse e-mail', 'nom@exemple.fr');
  await fill('Mot de passe', PASSWORD);
  await press(page, 'Se connecter');
  await expect(alert(page, 'Mot de passe ou email incorrect')).toBeVisible();

  await page.goto('/password-reset');
  await fill('Adresse e-mail', 'nom@exemple.fr');
  await page.getByRole('main').locator('form [type=submit]').click();
  await expect(alert(page, 'Une erreur est survenue. Veuillez réessayer plus tard.')).toBeVisible();

  await page.goto(link);
  for (const field of await page.getByRole('main').locator('input[type=password]').all()) await field.fill(PASSWORD);
  await page.getByRole('main').locator('form [type=submit]').click();
  await expect(alert(page, "Une erreur s'est produite lors de la réinitialisation du mot de passe.")).toBeVisible();

  await page.goto('/activate/MQ/jeton-0');
  await expect(alert(page, "Une erreur s'est produite. Veuillez réessayer.")).toBeVisible();
});

test('a page in place of each change of an account → the failure of that call, nothing is said to be done', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  for (const url of ['users/me/', 'user_data/me/update/', 'users/set_password/', 'user/logo/upload/'])
    await page.route(`**/api/v2/${url}`, (route) =>
      route.request().method() === 'GET' ? route.continue() : portal(route),
    );

  await page.goto('/SupprimerCompte');
  await page.getByLabel('Mot de passe', { exact: true }).fill(PASSWORD);
  await press(page, 'Supprimer mon compte');
  await expect(alert(page, 'Mot de passe incorrect.')).toBeVisible();
  await expect(page.getByText('Suppression en cours...')).toBeHidden();

  await page.goto('/myspace/?tab=infos-tabs-simple');
  await page.getByLabel('Nom', { exact: true }).fill('Petit');
  await page.getByLabel('Prénom', { exact: true }).fill('Ada');
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^Enregistrer/ })
    .click();
  await expect(alert(page, "Une erreur s'est produite lors de la mise à jour.")).toBeVisible();
  await page.getByLabel('Mot de passe actuel').fill(PASSWORD);
  await page.getByLabel('Nouveau mot de passe', { exact: true }).fill(`${PASSWORD}!`);
  await page.getByLabel('Confirmation du nouveau mot de passe').fill(`${PASSWORD}!`);
  await press(page, 'Changer mon mot de passe');
  await expect(alert(page, "Une erreur s'est produite lors de la modification du mot de passe.")).toBeVisible();

  await page.goto('/myspace/?tab=logo-tabs-simple');
  const buffer = await page.getByRole('banner').screenshot();
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
  await press(page, 'Uploader le logo');
  await expect(alert(page, "Erreur lors de l'upload du logo.")).toBeVisible();
  await expect(page.getByText('Logo uploadé avec succès !')).toBeHidden();
});

test('a page in place of a renewal, then of a PDF → said, no file saved', async ({ page, account, session }) => {
  await session(await account(1));
  await page.route(RENEW, portal);
  await page.route('**/api/v2/download_pdf_proxy/**', portal);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  await page.clock.setFixedTime(new Date('2026-11-20T11:00:00+01:00'));
  await open(page, FIVE);
  await renew(page, 11).click();
  await expect(alert(page, 'ERREUR: Erreur lors du renouvellement')).toBeVisible();
  await page
    .getByRole('button', { name: /^Télécharger, / })
    .first()
    .click();
  await expect(alert(page, 'Erreur lors du téléchargement. Veuillez réessayer.')).toBeVisible();
  expect(saved).toEqual([]);
});

test('a page in place of the wizard’s PDF → /errorERP, no file saved', async ({ page, account, session }) => {
  await session(await account(1));
  await page.route('**/api/v2/erp/me/id/generate/*/', (route) => route.fulfill({ json: {} }));
  await page.route('**/api/v2/erp/*/suite/', () => null);
  await page.route('**/api/v2/download_pdf_proxy/**', portal);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  const calls = recordCalls(page);
  await reachSummary(page);
  await order(page);
  await page.waitForURL('**/errorERP');
  expect(calls.filter((call) => call.includes('download_pdf_proxy'))).toHaveLength(1);
  expect(saved).toEqual([]);
});
