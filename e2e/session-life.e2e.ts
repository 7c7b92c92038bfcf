import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, recordCalls, test } from './journey.ts';
import { continueButton, runUntilVisible, validateAddress } from './wizard-steps.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

const bar = (page: Page) => page.getByRole('banner');
const leave = (page: Page) => bar(page).getByRole('button', { name: 'Déconnexion' });
const enter = (page: Page) => bar(page).getByRole('button', { name: 'Connexion', exact: true });
const expired = (page: Page) => page.getByRole('alertdialog', { name: 'Session Expirée' });
const ending = (page: Page) => page.getByRole('region', { name: 'Fin de session' });
const username = (page: Page) => page.getByRole('tabpanel').getByLabel('Adresse e-mail');

async function openMySpace(page: Page, email: string): Promise<void> {
  await page.goto('/myspace');
  await expect(username(page)).toHaveValue(email);
}

test.describe('the last five minutes', () => {
  test.use(COOKIES_DECLINED);
  test.beforeEach(async ({ page, account, session }) => {
    await session(await account(1));
    await page.clock.install();
  });

  test('SE-02 of inactivity → a warning beside the page, announced, clean for axe; « Rester connecté » restarts the 5 h', async ({
    page,
  }) => {
    await page.goto('/Tarifs');
    await expect(leave(page)).toBeVisible();
    await page.clock.fastForward(4 * HOUR_MS + 54 * MINUTE_MS);
    await expect(ending(page)).toBeHidden();
    await page.clock.fastForward(MINUTE_MS);
    await expect(ending(page)).toContainText('Votre session expire dans 5 minutes');
    await expect(page.locator('#annonces-urgentes')).toHaveText('Votre session expire dans 5 minutes');
    await page.clock.fastForward(3 * MINUTE_MS);
    await expect(ending(page)).toContainText('Votre session expire dans 2 minutes');
    await expectAccessible(page);
    await ending(page).getByRole('button', { name: 'Rester connecté' }).click();
    await expect(ending(page)).toBeHidden();
    await page.clock.fastForward(HOUR_MS);
    await expect(expired(page)).toBeHidden();
    await expect(leave(page)).toBeVisible();
  });

  test('SE-02 a movement is an answer too', async ({ page }) => {
    await page.goto('/Tarifs');
    await expect(leave(page)).toBeVisible();
    await page.clock.fastForward(4 * HOUR_MS + 56 * MINUTE_MS);
    await expect(ending(page)).toBeVisible();
    await page.mouse.move(5, 5);
    await expect(ending(page)).toContainText('Vous restez connecté');
    await page.clock.runFor(9_000);
    await expect(ending(page)).toBeHidden();
  });

  test('SE-02 so is one in another tab', async ({ page, context }) => {
    await page.goto('/Tarifs');
    await expect(leave(page)).toBeVisible();
    await page.clock.fastForward(4 * HOUR_MS + 56 * MINUTE_MS);
    await expect(ending(page)).toBeVisible();
    const other = await context.newPage();
    await other.goto('/CGV');
    const nowMs = await page.evaluate(() => Date.now());
    await other.evaluate((now) => localStorage.setItem('sessionActivity', String(now)), nowMs);
    await expect(ending(page)).toContainText('Vous restez connecté');
  });

  test('SE-01 of the 7 h → « Se reconnecter » closes the session and keeps what was prepared', async ({
    page,
    context,
  }) => {
    await validateAddress(page);
    await expect(continueButton(page)).toBeVisible();
    for (let half = 0; half < 13; half += 1) {
      await page.clock.fastForward(30 * MINUTE_MS);
      await page.mouse.move(half, 5);
    }
    await page.clock.fastForward(26 * MINUTE_MS);
    await expect(ending(page)).toContainText('Votre session expire dans 4 minutes');
    const revoked = page.waitForRequest('**/api/v2/token/logout/');
    await ending(page).getByRole('button', { name: 'Se reconnecter' }).click();
    await revoked;
    await page.waitForURL(/\/login$/);
    await expect(enter(page)).toBeVisible();
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names).toContain('adresse');
    expect(names).not.toContain('token');
  });

  test('SE-02 a computer that slept → the window as soon as it is seen, no movement revives the session', async ({
    page,
  }) => {
    await page.goto('/Tarifs');
    await expect(leave(page)).toBeVisible();
    // Time passes without timers, as during sleep.
    await page.clock.setSystemTime(Date.now() + 6 * HOUR_MS);
    await page.mouse.move(10, 10);
    await expect(expired(page)).toBeVisible();
    await page.mouse.move(20, 20);
    await expect(expired(page)).toBeVisible();
  });
});

test.describe('several tabs', () => {
  // For calls made while the token was being revoked.
  test.use({ allowConsole: /Failed to load resource.*401/ });

  test('out in one, out in all; in again as another, everywhere the other', async ({
    page,
    context,
    account,
    session,
    signIn,
  }) => {
    const [first, second] = [await account(3), await account(7)];
    await session(first);
    await page.goto('/myspace');
    await expect(username(page)).toHaveValue(first.email);
    const other = await context.newPage();
    await other.goto('/myspace');
    await expect(username(other)).toHaveValue(first.email);
    await leave(page).click();
    await expect(enter(page)).toBeVisible();
    await expect(other).toHaveURL(/\/$/);
    await expect(enter(other)).toBeVisible();
    await signIn(second);
    await expect(bar(other).getByText('7 crédits')).toBeVisible();
    await bar(other).getByRole('link', { name: 'Mon espace' }).click();
    await expect(username(other)).toHaveValue(second.email);
    await expect(other.getByText(first.email)).toHaveCount(0);
  });
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('LG-04 500, 503 or no response for the profile at startup → still signed in, with a message; the balance comes later', async ({
    page,
    account,
    session,
  }) => {
    await session(await account(4));
    await page.clock.install();
    const missing = page.getByRole('status').filter({ hasText: 'Votre solde n’a pas pu être chargé.' });
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
    for (const answer of [500, 503, 'no network'] as const) {
      let isDown = true;
      await page.route('**/api/v2/user_data/me/', (route) => {
        if (!isDown) return route.fallback();
        return answer === 'no network' ? route.abort() : route.fulfill({ status: answer, json: {} });
      });
      await page.goto('/Tarifs');
      // It asks again by itself after some seconds of the page's clock.
      await runUntilVisible(page, missing, 250);
      await expect(missing).toContainText('Vous restez connecté.');
      await expect(missing).toContainText(answer === 'no network' ? 'Vérifiez votre connexion' : 'indisponible');
      await expect(leave(page)).toBeVisible();
      isDown = false;
      await runUntilVisible(page, bar(page).getByText('4 crédits'), 250);
      await expect(missing).toBeHidden();
      await expect(leave(page)).toBeVisible();
      await page.unrouteAll();
    }

    // A refusal is not retried: it is logged, as prescribed, and a button retries.
    await page.route('**/api/v2/user_data/me/', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
    await page.reload();
    await expect(missing).toBeVisible();
    await expect.poll(() => logged).toContain('Le profil et le solde n’ont pas pu être lus (HTTP 400).');
    await missing.getByRole('button', { name: 'Réessayer' }).click();
    await expect(bar(page).getByText('4 crédits')).toBeVisible();
  });

  test('LG-04 the account is closed meanwhile (401) → signed out of /myspace with « Session Expirée », no loop', async ({
    page,
    account,
    session,
    sql,
  }) => {
    const user = await account(1);
    await session(user);
    await openMySpace(page, user.email);
    await sql('update account set disabled_at = now() where id = $1', [user.id]);
    const calls = recordCalls(page);
    await page.getByRole('tab', { name: 'Mes Etats des Risques' }).click();
    await expect(expired(page)).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    expect(calls.filter((call) => call.endsWith('/user_data/me/')).length).toBeLessThanOrEqual(1);
  });

  test('a tab is clicked while its ended session is being sent home → home, without the tab in the URL', async ({
    page,
    account,
    session,
    sql,
  }) => {
    const user = await account(1);
    await session(user);
    await openMySpace(page, user.email);
    await sql('update account set disabled_at = now() where id = $1', [user.id]);
    await page.evaluate(() => {
      const replace = history.replaceState.bind(history);
      history.replaceState = (...state) => {
        replace(...state);
        const tab = document.querySelector<HTMLElement>('[data-tab=credits-tabs-simple]');
        if (location.pathname === '/') queueMicrotask(() => tab?.click());
      };
    });
    await page.getByRole('tab', { name: 'Mes Etats des Risques' }).click();
    await expect(expired(page)).toBeVisible();
    await expect(username(page)).toBeHidden();
    await expect(page).toHaveURL(/\/$/);
  });
});

test('the XSRF defaults: no header without the cookie, its value with it, and nothing else changes', async ({
  page,
  context,
  account,
  session,
}) => {
  await session(await account(2));
  const isProfile = (request: { url(): string }) => request.url().endsWith('/user_data/me/');
  const without = page.waitForRequest(isProfile);
  await page.goto('/Tarifs');
  expect((await without).headers()['x-xsrf-token']).toBeUndefined();
  await context.addCookies([{ name: 'XSRF-TOKEN', value: 'a%3Db', domain: 'localhost', path: '/' }]);
  const withCookie = page.waitForRequest(isProfile);
  await page.reload();
  expect((await withCookie).headers()['x-xsrf-token']).toBe('a=b');
  await expect(bar(page).getByText('2 crédits')).toBeVisible();
});
