import type { BrowserContext, Page } from '@playwright/test';
import { expect, recordCalls, test } from './journey.ts';
import { continueButton, validateAddress } from './wizard-steps.ts';

const DAY_S = 86_400;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const bar = (page: Page) => page.getByRole('banner');
const leave = (page: Page) => bar(page).getByRole('button', { name: 'Déconnexion' });
const enter = (page: Page) => bar(page).getByRole('button', { name: 'Connexion', exact: true });
const expired = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expirée' });
const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const submit = (page: Page) => page.getByRole('button', { name: 'Se connecter' });

async function cookieOf(context: BrowserContext, name: string) {
  return (await context.cookies()).find((cookie) => cookie.name === name);
}

async function storedToken(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('token'));
}

for (const [button, value] of [
  ['Accepter', 'accepted'],
  ['Refuser', 'declined'],
] as const) {
  test(`CK-01 CK-02 first visit → banner; « ${button} » → ${value} for 365 days, no banner any more`, async ({
    page,
    context,
  }) => {
    const banner = page.getByRole('region', { name: 'Cookies' });
    for (const path of ['/login', '/Tarifs']) {
      await page.goto(path);
      await expect(banner.getByRole('button')).toHaveText(['Accepter', 'Refuser']);
      expect(await context.cookies()).toEqual([]);
    }
    await banner.getByRole('button', { name: button }).click();
    await expect(banner).toBeHidden();
    const cookie = await cookieOf(context, 'cookieConsent');
    expect(cookie).toMatchObject({ value, path: '/' });
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 365 * DAY_S)).toBeLessThan(3600);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toBeHidden();
  });
}

test.describe('sign-in refused', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('LG-01 an empty form, a wrong password; the call answers 400, 401, 418, 429, 500 or nothing → « Mot de passe ou email incorrect », not signed in', async ({
    page,
    account,
  }) => {
    const { email } = await account(0);
    await page.goto('/login');
    const empty = page.waitForRequest('**/api/v2/token/login/');
    await submit(page).click();
    expect((await empty).method()).toBe('POST');
    expect((await empty).postDataJSON()).toEqual({ username: '', password: '' });
    await expect(refusal(page)).toContainText('Mot de passe ou email incorrect');

    let status: number | 'the server’s own' | 'no network' = 'the server’s own';
    await page.route('**/api/v2/token/login/', (route) => {
      if (status === 'the server’s own') return route.continue();
      return status === 'no network' ? route.abort() : route.fulfill({ status, json: {} });
    });
    await page.getByLabel('Mot de passe', { exact: true }).fill('Autrechose-2026!');
    for (status of ['the server’s own', 400, 401, 418, 429, 500, 'no network'] as const) {
      const typed = status === 'the server’s own' ? email : `a${String(status).replace(' ', '')}@exemple.fr`;
      await page.getByLabel('Adresse e-mail', { exact: true }).fill(typed);
      const asked = page.waitForRequest('**/api/v2/token/login/');
      await submit(page).click();
      // Null when the network fails: the choice is refused all the same.
      await (await asked).response();
      await expect(refusal(page)).toContainText('Mot de passe ou email incorrect');
      await expect(submit(page)).not.toHaveAttribute('aria-busy', 'true');
      await expect(page.getByLabel('Adresse e-mail', { exact: true })).toHaveValue(typed);
    }
    await expect(enter(page)).toBeVisible();
    expect(await storedToken(page)).toBeNull();
  });

  test('LG-03 « Déconnexion » with 204, 500 or no network → token gone everywhere, « Connexion »', async ({
    page,
    context,
    account,
    session,
    sql,
  }) => {
    const user = await account(1);
    for (const answer of [500, 'no network', 204] as const) {
      await session(user);
      await page.goto('/myspace');
      if (answer === 500) await page.route('**/token/logout/', (route) => route.fulfill({ status: 500 }));
      if (answer === 'no network') await page.route('**/token/logout/', (route) => route.abort());
      const asked = page.waitForRequest('**/api/v2/token/logout/');
      await leave(page).click();
      expect((await asked).postData()).toBeNull();
      await expect(enter(page)).toBeVisible();
      await page.waitForURL(/\/$/);
      expect(await cookieOf(context, 'token')).toBeUndefined();
      expect(await storedToken(page)).toBeNull();
      await page.unrouteAll();
    }
    // Sessions that could not be revoked expire.
    await expect.poll(() => sql('select id from api_token where account_id = $1', [user.id])).toHaveLength(2);
  });

  test('LG-04 a stored token that the server refuses (401, 403) → signed out, no loop, no error screen', async ({
    page,
    context,
    account,
    session,
    sql,
  }) => {
    const { id, ...credentials } = await account(1);
    await session(credentials);
    await sql('delete from api_token where account_id = $1', [id]);
    const calls = recordCalls(page);
    // The printed page shows « Connexion » before its script runs.
    const refused = page.waitForResponse('**/api/v2/user_data/me/');
    await page.goto('/Tarifs');
    expect((await refused).status()).toBe(401);
    await expect.poll(() => storedToken(page)).toBeNull();
    await expect.poll(() => cookieOf(context, 'token')).toBeUndefined();
    await expect(enter(page)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'DES OFFRES ADAPTEES A VOS BESOINS' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(new Set(calls)).toEqual(new Set(['GET /api/v2/user_data/me/']));
    expect(calls.length).toBeLessThanOrEqual(2);

    await page.route('**/api/v2/user_data/me/', (route) => route.fulfill({ status: 403, json: {} }));
    await session(credentials);
    const forbidden = page.waitForResponse('**/api/v2/user_data/me/');
    await page.goto('/Tarifs');
    expect((await forbidden).status()).toBe(403);
    await expect.poll(() => cookieOf(context, 'token')).toBeUndefined();
    await expect(enter(page)).toBeVisible();
  });
});

test('LG-02 SE-04 signed in → /myspace on « Mes infos », token in a Secure cookie of 7 days and in local storage', async ({
  page,
  context,
  account,
  signIn,
}) => {
  const user = await account(2);
  await signIn(user);
  await expect(page.getByRole('tab', { name: 'Mes infos' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel').getByLabel('Adresse e-mail')).toHaveValue(user.email);
  for (const name of ['token', 'sessionTimestamp']) {
    const cookie = await cookieOf(context, name);
    expect(cookie?.secure).toBe(true);
    expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 7 * DAY_S)).toBeLessThan(60);
  }
  expect(await storedToken(page)).toBe((await cookieOf(context, 'token'))?.value);
  await validateAddress(page);
  await expect(continueButton(page)).toBeVisible();
  for (const name of ['statut_realisation_erp', 'adresse', 'cadastre', 'latitude', 'longitude']) {
    // Written once the parcel has been returned, a moment after the button appears.
    await expect(async () => {
      const cookie = await cookieOf(context, name);
      expect(Math.abs((cookie?.expires ?? 0) - Date.now() / 1000 - 7 * DAY_S)).toBeLessThan(60);
    }).toPass();
  }
});

test('SE-01 SE-03 7 h with activity → signed in at 6 h 59, then all reset and a window that only its button closes', async ({
  page,
  context,
  account,
  session,
}) => {
  await session(await account(1));
  await page.clock.install();
  await page.goto('/Tarifs');
  await expect(leave(page)).toBeVisible();
  for (let quarter = 0; quarter < 27; quarter += 1) {
    await page.clock.fastForward(15 * MINUTE_MS);
    await page.mouse.move(quarter, 5);
  }
  await page.clock.fastForward(14 * MINUTE_MS);
  await expect(leave(page)).toBeVisible();
  await expect(expired(page)).toBeHidden();
  const revoked = page.waitForRequest('**/api/v2/token/logout/');
  await page.clock.fastForward(16 * MINUTE_MS);
  await expect(expired(page)).toBeVisible();
  await revoked;
  expect(await cookieOf(context, 'token')).toBeUndefined();
  await expect(expired(page)).toHaveAccessibleDescription(
    'Votre session a expiré. Veuillez cliquer sur le bouton ci-dessous pour vous reconnecter.',
  );
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 400);
  await expect(expired(page)).toBeVisible();
  await page.reload();
  await expect(expired(page)).toBeVisible();
  await Promise.all([
    page.waitForEvent('load'),
    expired(page).getByRole('button', { name: 'Réinitialiser la session' }).click(),
  ]);
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(expired(page)).toBeHidden();
  await expect(enter(page)).toBeVisible();
});

test('SE-02 5 h without activity → the window; a key at 4 h 50 starts the 5 h again', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.clock.install();
  await page.goto('/Tarifs');
  await expect(leave(page)).toBeVisible();
  await page.clock.fastForward(4 * HOUR_MS + 50 * MINUTE_MS);
  await page.keyboard.press('Shift');
  await page.clock.fastForward(HOUR_MS);
  await expect(expired(page)).toBeHidden();
  await expect(leave(page)).toBeVisible();
});

test('SE-02 no key nor mouse at all → the window between 5 h and 5 h 15', async ({ page, account, session }) => {
  await session(await account(1));
  await page.clock.install();
  await page.goto('/Tarifs');
  await expect(leave(page)).toBeVisible();
  await page.clock.fastForward(4 * HOUR_MS + 59 * MINUTE_MS);
  await expect(expired(page)).toBeHidden();
  await page.clock.fastForward(16 * MINUTE_MS);
  await expect(expired(page)).toBeVisible();
});

test('MYS-01 a visitor opens /myspace → /', async ({ page }) => {
  await page.goto('/myspace?tab=mesERP-tabs-simple');
  await page.waitForURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('MYS-01 the tabs → each in the address, opened by its address, an unknown one is the first', async ({
  page,
  account,
  session,
}) => {
  await session(await account(3));
  await page.goto('/myspace');
  const tabs = {
    'Mes infos': 'infos-tabs-simple',
    'Mon Logo': 'logo-tabs-simple',
    'Mes Etats des Risques': 'mesERP-tabs-simple',
    'Mon solde': 'credits-tabs-simple',
    'Mes factures': 'factures-tabs-simple',
  };
  await expect(page.getByRole('tab')).toHaveText(Object.keys(tabs));
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Mes infos');
  for (const [label, value] of Object.entries(tabs).toReversed()) {
    await page.getByRole('tab', { name: label }).click();
    await expect(page).toHaveURL(new RegExp(`\\?tab=${value}$`));
    await expect(page.getByRole('tab', { selected: true })).toHaveText(label);
    await page.reload();
    await expect(page.getByRole('tab', { selected: true })).toHaveText(label);
  }
  await page.goto('/myspace?tab=autre');
  await expect(page.getByRole('tab', { selected: true })).toHaveText('Mes infos');
});
