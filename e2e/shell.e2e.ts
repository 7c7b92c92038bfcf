import type { Page } from '@playwright/test';
import { expect, expectNoSidewaysScroll, recordCalls, test } from './journey.ts';

const bar = (page: Page) => page.getByRole('banner');

/** Every route of the specification, with the title of its document. */
const ROUTES: [path: string, title: string][] = [
  ['/', 'L’état des risques de votre bien'],
  ['/login', 'Connexion'],
  ['/sign-up', 'Créer un compte'],
  ['/password-reset', 'Mot de passe oublié'],
  ['/password-reset-confirmation/a/b', 'Nouveau mot de passe'],
  ['/activate/a/b', 'Activation du compte'],
  ['/RecapitulatifERP', 'Récapitulatif de votre Etat des Risques'],
  ['/ReceptionERP', 'Réception de votre Etat des Risques'],
  ['/ReceptionSolde', 'Réception de la commande'],
  ['/RecapitulatifSolde', 'Récapitulatif de la commande'],
  ['/SimulateurSolde', 'Simulateur de commande'],
  ['/Tarifs', 'Tarifs'],
  ['/errorERP', 'Une erreur s’est produite'],
  ['/realisation_erp', 'Réaliser un Etat des Risques'],
  ['/AboutUs', 'À propos'],
  ['/CGV', 'Conditions générales de vente'],
  ['/Legal', 'Mentions légales'],
];

test('NAV-01 a visitor → four links and « Connexion », no space, no balance', async ({ page }) => {
  await page.goto('/');
  const links = bar(page).getByRole('navigation').getByRole('link');
  await expect(links).toHaveText(['Accueil', 'Réaliser un Etat des Risques', 'Tarifs', 'En savoir plus']);
  await expect(bar(page).getByRole('button', { name: 'Connexion' })).toBeVisible();
  await expect(bar(page).getByText(/crédit/)).toBeHidden();
  await bar(page).getByRole('button', { name: 'Connexion' }).click();
  await page.waitForURL('**/login');
});

for (const [credits, text, color] of [
  [0, '0 crédit', 'red'],
  [1, '1 crédit', 'green'],
  [2, '2 crédits', 'green'],
] as const) {
  test(`NAV-02 NAV-03 signed in with ${credits} → « ${text} » in ${color}, « Mon espace », « Déconnexion »`, async ({
    page,
    account,
    session,
  }) => {
    await session(await account(credits));
    const asked = page.waitForRequest('**/api/v2/user_data/me/');
    await page.goto('/');
    expect(await (await asked).headerValue('authorization')).toMatch(/^Token \w{20,}$/);
    const balance = bar(page).getByText(text, { exact: true });
    await expect(balance).toBeVisible();
    const ink = await balance.evaluate((element) => getComputedStyle(element).color);
    const [red = 0, green = 0] = ink.match(/\d+/g)?.map(Number) ?? [];
    expect(red > green ? 'red' : 'green').toBe(color);
    await expect(bar(page).getByRole('link', { name: 'Mon espace' })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Déconnexion' })).toBeVisible();
    await expect(bar(page).getByRole('button', { name: 'Connexion', exact: true })).toBeHidden();
  });
}

test.describe('every route', () => {
  // The activation of nobody is refused, and the browser says so by itself.
  test.use({ allowConsole: /400.*users\/activation/ });

  test('NAV-04 every route opened by its address, then reloaded → 200, its own title, a heading, the route kept', async ({
    page,
  }) => {
    const titles = new Set<string>();
    for (const [path, title] of ROUTES) {
      const response = await page.goto(path);
      expect([path, response?.status()]).toEqual([path, 200]);
      await expect(page).toHaveTitle(`${title} — Clairisque`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      titles.add(await page.title());
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path);
    }
    expect(titles.size).toBe(ROUTES.length);
  });
});

test('NAV-04 an unknown address → its own screen with ways on; an unknown file or call → 404', async ({
  page,
  request,
}) => {
  await page.goto('/nulle/part');
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Revenir à l’accueil' }).click();
  await page.waitForURL(/\/$/);
  expect((await request.get('/assets/absent.js')).status()).toBe(404);
  expect((await request.get('/api/v2/absent/')).status()).toBe(404);
});

test('NAV-05 a link, then Back → address, screen, title and focus follow', async ({ page }) => {
  await page.goto('/');
  await bar(page).getByRole('link', { name: 'Tarifs' }).click();
  await expect(page.getByRole('heading', { name: 'DES OFFRES ADAPTEES A VOS BESOINS' })).toBeVisible();
  await expect(page).toHaveURL(/\/Tarifs$/);
  await expect(page).toHaveTitle('Tarifs — Clairisque');
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('#annonces')).toHaveText('Tarifs');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle(/^L’état des risques/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clair et complet');
});

test('NAV-06 991 px → a menu button, closed by Escape and by a link; 992 px → the links', async ({ page }) => {
  await page.setViewportSize({ width: 991, height: 800 });
  await page.goto('/');
  const menu = page.getByRole('button', { name: 'Menu' });
  const link = bar(page).getByRole('link', { name: 'Tarifs' });
  await expect(menu).toBeVisible();
  await expect(link).toBeHidden();
  await menu.click();
  await expect(menu).toHaveAttribute('aria-expanded', 'true');
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
  await menu.click();
  await link.click();
  await page.waitForURL('**/Tarifs');
  await expect(link).toBeHidden();
  await page.setViewportSize({ width: 992, height: 800 });
  await expect(menu).toBeHidden();
  await expect(link).toBeVisible();
});

test('NAV-07 the footer of any screen → its links; Contact and API open a window, the address stays', async ({
  page,
}) => {
  await page.goto('/Tarifs');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('L’état des risques et le bruit des aérodromes d’un bien');
  for (const path of ['/AboutUs', '/CGV', '/Legal']) await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  for (const name of ['Contact', 'Mode API']) {
    await footer.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(footer.getByRole('button', { name })).toBeFocused();
  }
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('NAV-08 NAV-10 the API request → prefilled, five usages; an empty name or e-mail « abc » is refused', async ({
  page,
}) => {
  await page.goto('/');
  const calls = recordCalls(page);
  await page.getByRole('contentinfo').getByRole('button', { name: 'Mode API' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Objet')).not.toHaveValue('');
  await expect(dialog.getByLabel('Message')).not.toHaveValue('');
  const usages = dialog.getByLabel(/Usage prévu/).locator('option:not([value=""])');
  expect(await usages.evaluateAll((options) => options.map((option) => option.getAttribute('value')))).toEqual([
    'integration',
    'development',
    'testing',
    'enterprise',
    'other',
  ]);
  await dialog.getByLabel('Adresse e-mail').fill('abc');
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(dialog.getByLabel('Nom complet')).toBeFocused();
  await expect(dialog.getByLabel('Nom complet')).toHaveAttribute('aria-invalid', 'true');
  await expect(dialog.getByLabel('Adresse e-mail')).toHaveAttribute('aria-invalid', 'true');
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
});

test('the skip link → first stop of the keyboard, leads to the screen, leaves the address alone', async ({ page }) => {
  await page.goto('/Tarifs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Aller au contenu' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('HM-01 the counters → 24, the statements produced, 100; at once when motion is reduced', async ({ page }) => {
  await page.route('**/api/v2/admin/data/', (route) => route.fulfill({ json: { nb_erps_total: 1234 } }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.clock.install();
  await page.goto('/');
  const figures = page.getByLabel('Clairisque en chiffres').getByRole('definition');
  await expect(figures).toHaveText([/^24\s*h\/24$/, /^1\s234$/, /^100\s%$/], { timeout: 1500 });
  for (const price of ['7,90', '15,00', '25,00', '40,00']) {
    await expect(page.getByText(new RegExp(`^${price}\\s€$`))).toBeVisible();
  }
});

test.describe('a call of the home page fails', () => {
  test.use({ allowConsole: /admin\/data/ });

  test('HM-01 no statistics → the page without that figure, no message', async ({ page }) => {
    await page.route('**/api/v2/admin/data/', (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/');
    await expect(page.getByLabel('Clairisque en chiffres').getByRole('definition')).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a chunk throws', () => {
  test.use({ allowConsole: /chunk throws/ });

  test('a JavaScript error in one screen → that screen says so, the bar still leads elsewhere', async ({ page }) => {
    await page.route(/assets\/prices-page-.*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("chunk throws")' }),
    );
    await page.goto('/Tarifs');
    await expect(page.getByRole('heading', { name: 'Cette page n’a pas pu s’afficher' })).toBeVisible();
    await bar(page).getByRole('link', { name: 'Accueil' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('clair et complet');
  });
});

test('320 px → no screen scrolls sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const path of ['/', '/login', '/Tarifs', '/errorERP', '/realisation_erp', '/CGV']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});
