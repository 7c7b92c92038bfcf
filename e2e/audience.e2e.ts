import type { Page, Request } from '@playwright/test';
import { expect, PAGE_VIEWS, test } from './journey.ts';

const HOME = 'L’état des risques de votre bien — Clairisque';
const PRICES = 'Tarifs — Clairisque';

const bar = (page: Page) => page.getByRole('banner');
const footer = (page: Page) => page.getByRole('contentinfo');
const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
const answer = (page: Page, name: string) => banner(page).getByRole('button', { name });

/** Page views sent from now on. */
function recordViews(page: Page): Request[] {
  const views: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === PAGE_VIEWS) views.push(request);
  });
  return views;
}

const bodiesOf = (views: Request[]): unknown[] => views.map((view) => view.postDataJSON() as unknown);

test('NAV-05 a link, then Back → address, screen, title and focus follow; each arrival is counted once', async ({
  page,
}) => {
  const views = recordViews(page);
  await page.goto('/');
  await bar(page).getByRole('link', { name: 'Tarifs' }).click();
  await expect(page.getByRole('heading', { name: 'DES OFFRES ADAPTEES A VOS BESOINS' })).toBeVisible();
  await expect(page).toHaveURL(/\/Tarifs$/);
  await expect(page).toHaveTitle(PRICES);
  await expect(page.locator('main')).toBeFocused();
  await expect(page.locator('#annonces')).toHaveText('Tarifs');
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
  await expect(page).toHaveTitle(HOME);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('clair et complet');
  const arrivals = [
    { chemin: '/', titre: HOME },
    { chemin: '/Tarifs', titre: PRICES },
    { chemin: '/', titre: HOME },
  ];
  await expect.poll(() => bodiesOf(views)).toEqual(arrivals);

  // A click on the page where one is, and a redirection to it, are navigations too.
  await bar(page).getByRole('link', { name: 'Accueil' }).click();
  await expect.poll(() => bodiesOf(views)).toEqual([...arrivals, { chemin: '/', titre: HOME }]);
  await page.evaluate(() => {
    history.pushState(null, '', '/myspace');
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(page).toHaveURL(/\/$/);
  await expect.poll(() => views.length).toBe(5);
});

test('NAV-05 secret parts of a URL and redirects are not sent; a tab is', async ({ page, account, session, sql }) => {
  const views = recordViews(page);
  await page.goto('/password-reset-confirmation/U1/T1?mail=a@exemple.fr');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/myspace');
  await page.waitForURL(/\/$/);
  await expect.poll(() => views.length).toBe(2);
  await session(await account(0));
  await page.goto('/myspace?tab=credits-tabs-simple');
  await page.getByRole('tab', { name: 'Mon Logo' }).click();
  await expect
    .poll(() => bodiesOf(views).map((view) => (view as { chemin: string }).chemin))
    .toEqual([
      '/password-reset-confirmation/*',
      '/',
      '/myspace?tab=credits-tabs-simple',
      '/myspace?tab=logo-tabs-simple',
    ]);
  await expect
    .poll(() => sql(`select distinct title from page_view where path = '/password-reset-confirmation/*'`))
    .toEqual([{ title: 'Nouveau mot de passe' }]);
});

test('CK-03 before any choice only a count of our own, without cookie nor identifier; after « Refuser » nothing', async ({
  page,
  context,
  baseURL,
}) => {
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(baseURL ?? '') && !request.url().startsWith('data:')) elsewhere.push(request.url());
  });
  const views = recordViews(page);
  await page.goto('/');
  await bar(page).getByRole('link', { name: 'Tarifs' }).click();
  await expect.poll(() => views.length).toBe(2);
  await expect(banner(page)).toContainText('En poursuivant votre navigation, vous acceptez');
  await expect(banner(page)).toContainText('Continuer à naviguer ne vaut pas accord à un suivi');
  expect(await context.cookies()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  for (const view of views) {
    expect(await view.headerValue('cookie')).toBeNull();
    expect(await view.headerValue('authorization')).toBeNull();
    expect(Object.keys(view.postDataJSON() as object)).toEqual(['chemin', 'titre']);
    expect((await view.response())?.headers()).not.toHaveProperty('set-cookie');
  }

  await answer(page, 'Refuser').click();
  await expect(banner(page)).toBeHidden();
  await bar(page).getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveTitle(HOME);
  await page.goto('/Tarifs');
  await expect(page).toHaveTitle(PRICES);

  // The refusal applies until another choice is made.
  const again = footer(page).getByRole('button', { name: 'Gérer mes cookies' });
  await again.click();
  await expect(banner(page).getByText('Vous aviez refusé')).toBeFocused();
  await bar(page).getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveTitle(HOME);
  expect(views).toHaveLength(2);
  await answer(page, 'Accepter').click();
  await expect(banner(page)).toBeHidden();
  await expect(again).toBeFocused();
  await expect(page.locator('#annonces')).toHaveText('Votre choix est enregistré.');
  expect((await context.cookies()).map(({ name, value }) => [name, value])).toEqual([['cookieConsent', 'accepted']]);
  await bar(page).getByRole('link', { name: 'Tarifs' }).click();
  await expect.poll(() => bodiesOf(views).slice(2)).toEqual([{ chemin: '/Tarifs', titre: PRICES }]);
  expect(elsewhere).toEqual([]);
});

test.describe('the count fails', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('NAV-05 the count is refused or does not arrive → not a word', async ({ page }) => {
    let asked = 0;
    await page.route(`**${PAGE_VIEWS}`, (route) => {
      asked += 1;
      return asked === 1 ? route.fulfill({ status: 500, json: { detail: 'Non.' } }) : route.abort();
    });
    await page.goto('/');
    await bar(page).getByRole('link', { name: 'Tarifs' }).click();
    await expect(page).toHaveTitle(PRICES);
    await expect.poll(() => asked).toBe(2);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
