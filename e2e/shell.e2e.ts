import type { Page } from '@playwright/test';
import { expect, hold, test } from './journey.ts';

const bar = (page: Page) => page.getByRole('banner');

/** Every prescribed route, with the title of its document. */
const ROUTES: [path: string, title: string][] = [
  ['/', 'L’état des risques de votre bien'],
  ['/login', 'Connexion'],
  ['/sign-up', 'Créer un compte'],
  ['/password-reset', 'Mot de passe oublié'],
  ['/password-reset-confirmation/a/b', 'Nouveau mot de passe'],
  ['/activate/a/b', 'Activation du compte'],
  ['/pas-moi/a/b', 'Ce n’est pas moi'],
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
  // For who has received a document, beside the prescribed ones.
  await expect(bar(page).getByRole('link', { name: 'Document reçu ?' })).toHaveAttribute('href', '/verification');
  await expect(bar(page).getByRole('button', { name: 'Connexion', exact: true })).toBeVisible();
  await expect(bar(page).getByText(/crédit/)).toBeHidden();
  await bar(page).getByRole('button', { name: 'Connexion', exact: true }).click();
  await page.waitForURL('**/login');
});

test('NAV-02 NAV-03 signed in → « 0 crédit » in red, « 1 crédit » and « 2 crédits » in green, « Mon espace », « Déconnexion »', async ({
  page,
  account,
  session,
}) => {
  for (const [credits, text, color] of [
    [0, '0 crédit', 'red'],
    [1, '1 crédit', 'green'],
    [2, '2 crédits', 'green'],
  ] as const) {
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
  }
});

test.describe('NAV-04 every route opened by its address, then reloaded → 200, its own title, a heading, the route kept', () => {
  // An unknown activation is refused, which the browser logs itself.
  test.use({ allowConsole: /400.*users\/activation/ });

  const HALF = 9;
  for (const routes of [ROUTES.slice(0, HALF), ROUTES.slice(HALF)]) {
    test(routes.map(([path]) => path).join(', '), async ({ page }) => {
      expect(new Set(ROUTES.map(([, title]) => title)).size).toBe(ROUTES.length);
      for (const [path, title] of routes) {
        const response = await page.goto(path);
        expect([path, response?.status()]).toEqual([path, 200]);
        await expect(page).toHaveTitle(`${title} — Clairisque`);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.reload();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(path);
      }
    });
  }
});

test.describe('an address that does not exist', () => {
  test.use({ allowConsole: /404.*\/nulle\/part/ });

  test('NAV-04 an unknown address → its own screen, a search and ways on; an unknown file or call → 404, as the page itself', async ({
    page,
    request,
  }) => {
    expect((await page.goto('/nulle/part'))?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Revenir à l’accueil' })).toBeVisible();
    await page.getByLabel('Chercher l’état des risques d’une adresse').fill('10 rue de la paix mende');
    await page.getByRole('main').getByRole('button', { name: 'Chercher' }).click();
    await page.waitForURL('**/realisation_erp**');
    await expect(page.getByRole('combobox', { name: 'Adresse du bien' })).toHaveValue(/^10 rue de la paix/i);
    expect((await request.get('/assets/absent.js')).status()).toBe(404);
    expect((await request.get('/api/v2/absent/')).status()).toBe(404);
  });
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

test('NAV-07 the footer of any screen → its links; Contact and API open a window, the address stays; the skip link is the first stop of the keyboard and leads to the screen', async ({
  page,
}) => {
  await page.goto('/Tarifs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Aller au contenu' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  await expect(page).toHaveURL(/\/Tarifs$/);

  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('L’état des risques et le bruit des aérodromes d’un bien');
  for (const path of ['/AboutUs', '/CGV', '/Legal']) await expect(footer.locator(`a[href="${path}"]`)).toBeVisible();
  for (const name of ['Contact', 'API mode']) {
    await footer.getByRole('button', { name }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(footer.getByRole('button', { name })).toBeFocused();
  }
  await expect(page).toHaveURL(/\/Tarifs$/);
});

const figures = (page: Page) =>
  page.getByLabel('Clairisque en chiffres').getByRole('definition').locator('[aria-hidden=true]');

/** Scrolls, and waits until the page knows it. */
const scrollBy = (page: Page, pixels: number) =>
  page.evaluate(async (by) => {
    const scrolled = new Promise((resolve) => {
      window.addEventListener('scroll', resolve, { once: true });
    });
    window.scrollBy({ top: by, behavior: 'instant' });
    await scrolled;
  }, pixels);

test('HM-01 the counters, once seen → 24 over 2 s, the statements produced over 2.5 s, 100 over 3 s', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const release = await hold(page, '**/api/v2/admin/data/', { nb_erps_total: 1_000_000 });
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.clock.install();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  const [day, total, share] = [0, 1, 2].map((rank) => async () => {
    const text = await figures(page).nth(rank).innerText();
    return Number(text.replace(/\s*h\/24$|\D/g, '') || 'NaN');
  });
  const asked = page.waitForRequest('**/api/v2/admin/data/');
  await page.getByLabel('Clairisque en chiffres').scrollIntoViewIfNeeded();
  expect(await (await asked).headerValue('authorization')).toBeNull();
  // They start once the page rests.
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await day?.()).toBe(0);
  }).toPass({ intervals: [20] });
  await page.clock.runFor(1_900);
  expect(await day?.()).toBeLessThan(24);
  // A screen reader has the final figure from the start.
  expect(await page.getByLabel('Clairisque en chiffres').ariaSnapshot()).toMatch(/definition: 24\s*h\/24$/m);
  await page.clock.runFor(150);
  await expect.poll(async () => day?.()).toBe(24);
  await page.clock.runFor(850);
  expect(await share?.()).toBeLessThan(100);
  await page.clock.runFor(150);
  await expect.poll(async () => share?.()).toBe(100);

  release();
  await expect(async () => {
    await page.clock.runFor(20);
    expect(await total?.()).toBeLessThan(1_000_000);
  }).toPass({ intervals: [20] });
  await page.clock.runFor(2_300);
  expect(await total?.()).toBeLessThan(1_000_000);
  await page.clock.runFor(250);
  await expect.poll(async () => total?.()).toBe(1_000_000);
});

test('HM-01 scrolled past → the targets, never a part of them; then at rest they count, and a scroll ends the count', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.route('**/api/v2/admin/data/', (route) => route.fulfill({ json: { nb_erps_total: 1_000_000 } }));
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.clock.install();
  await page.goto('/');
  const band = page.getByLabel('Clairisque en chiffres');
  await expect(band).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
  const seen = new Set<string>();
  const look = async () => seen.add((await figures(page).first().innerText()).replaceAll(/\s/g, ''));
  await band.scrollIntoViewIfNeeded();
  for (let step = 0; step < 10; step += 1) {
    await scrollBy(page, 5);
    await page.clock.runFor(100);
    await look();
  }
  await scrollBy(page, 5_000);
  await page.clock.runFor(1_000);
  await look();
  expect([...seen]).toEqual(['24h/24']);
  await band.scrollIntoViewIfNeeded();
  await expect(async () => {
    await page.clock.runFor(20);
    await look();
    expect([...seen]).toContain('0h/24');
  }).toPass({ intervals: [20] });
  await page.clock.runFor(500);
  await scrollBy(page, 5);
  await expect(figures(page)).toHaveText([/^24\s*h\/24$/, /^1\s000\s000$/, /^100\s%$/]);
});

test('HM-01 motion is reduced → the figures at once, the sources still; four packs, the bespoke one, the duty, the sources', async ({
  page,
}) => {
  await page.route('**/api/v2/admin/data/', (route) => route.fulfill({ json: { nb_erps_total: 1234 } }));
  await page.clock.install();
  await page.goto('/');
  // The clock is stopped: animated elements would not arrive.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel('Clairisque en chiffres').scrollIntoViewIfNeeded();
  await expect(figures(page).first()).toHaveText(/^24\s*h\/24$/);
  await expect(figures(page).last()).toHaveText(/^100\s%$/);
  await page.clock.resume();
  await expect(figures(page)).toHaveText([/^24\s*h\/24$/, /^1\s234$/, /^100\s%$/]);
  for (const price of ['7,90', '15,00', '25,00', '40,00']) {
    await expect(page.getByText(new RegExp(`^${price}\\s€$`))).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Arrêter le défilement' })).toBeHidden();
  const main = page.getByRole('main');
  await expect(main.locator('a[href="/SimulateurSolde"]')).toBeVisible();
  await expect(
    main
      .getByRole('heading', { level: 2 })
      .filter({ hasText: /obligat|loi/i })
      .first(),
  ).toBeVisible();
});

test.describe('a call of the home page fails', () => {
  test.use({ allowConsole: /admin\/data/ });

  test('HM-01 no statistics → the page without that figure, no message', async ({ page }) => {
    await page.route('**/api/v2/admin/data/', (route) => route.fulfill({ status: 404, json: {} }));
    await page.goto('/');
    await page.getByLabel('Clairisque en chiffres').scrollIntoViewIfNeeded();
    await expect(figures(page)).toHaveCount(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});

test.describe('a screen breaks', () => {
  test.use({ allowConsole: /chunk throws|Error: Incident [0-9a-f]{8}$|Failed to (load resource|fetch dynamically)/ });

  test('a JavaScript error in one screen → a number, shown, copied and sent to the server; the bar leads elsewhere', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.route(/assets\/prices-page-.*\.js/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("chunk throws")' }),
    );
    const report = page.waitForRequest('**/api/v2/incidents/');
    await page.goto('/Tarifs?secret=1');
    await expect(page.getByRole('heading', { name: 'Cette page n’a pas pu s’afficher' })).toBeVisible();
    const number = await page.getByRole('code').innerText();
    expect(number).toMatch(/^[0-9a-f]{8}$/);
    expect((await report).postDataJSON()).toEqual({
      numero: number,
      chemin: '/Tarifs',
      erreur: expect.stringContaining('chunk throws'),
    });
    expect((await (await report).response())?.status()).toBe(204);
    await page.getByRole('button', { name: 'Copier' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(number);
    await bar(page).getByRole('link', { name: 'Accueil' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('clair et complet');
  });

  test('a screen that cannot be loaded → a message; « Recharger » loads it', async ({ page }) => {
    const chunk = /assets\/login-page-.*\.js/;
    await page.route(chunk, (route) => route.abort());
    await page.goto('/Tarifs');
    await bar(page).getByRole('button', { name: 'Connexion', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(
      'la connexion s’est interrompue, ou le site vient d’être mis à jour',
    );
    await page.unroute(chunk);
    await page.getByRole('button', { name: 'Recharger la page' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Connexion', exact: true })).toBeVisible();
  });
});

test('no network → a message, announced, also when it is back', async ({ page, context }) => {
  await page.goto('/Tarifs');
  await context.setOffline(true);
  await expect(page.getByText('Vous êtes hors ligne.', { exact: true }).first()).toBeVisible();
  await expect(page.locator('#annonces-urgentes')).toHaveText('Vous êtes hors ligne.');
  await context.setOffline(false);
  await expect(page.locator('#annonces')).toHaveText('La connexion est revenue.');
  await expect(page.getByText('Votre saisie est conservée.')).toBeHidden();
});
