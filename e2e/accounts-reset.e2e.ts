import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, recordCalls, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const LINK = '/password-reset-confirmation/U1/T1';
const REQUEST = '**/api/v2/users/reset_password/';
const CONFIRM = '**/api/v2/users/reset_password_confirm/';
const SENT = 'Un email de réinitialisation a été envoyé';
const LATER = 'Une erreur est survenue. Veuillez réessayer plus tard.';
const FAILED = "Une erreur s'est produite lors de la réinitialisation du mot de passe.";
const PASSWORD = 'Moulin-Galette-1876';

const refusal = (page: Page) => page.getByRole('main').getByRole('alert');
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const email = (page: Page) => page.getByLabel('Adresse e-mail');
const ask = (page: Page) => page.getByRole('button', { name: 'Recevoir le lien' });
const change = (page: Page) => page.getByRole('button', { name: 'Changer mon mot de passe' });

async function choose(page: Page, password: string, again = password): Promise<void> {
  await page.getByLabel('Nouveau mot de passe').fill(password);
  await page.getByLabel('Confirmation du mot de passe').fill(again);
  await change(page).click();
}

test('RS-01 no address → « email non renseigné », no call', async ({ page }) => {
  await page.goto('/password-reset');
  const calls = recordCalls(page);
  await ask(page).click();
  await expect(refusal(page)).toHaveText('email non renseigné');
  expect(calls).toEqual([]);
});

test('RS-02 the bounds of the page → their sentences, no call; 149 characters are sent', async ({ page }) => {
  await page.route(CONFIRM, (route) => route.fulfill({ status: 204 }));
  await page.goto(LINK);
  const calls = recordCalls(page);
  for (const [password, again, sentence] of [
    ['', '', 'Mot de passe non renseigné'],
    ['Abcdef1!', 'Abcdef2!', 'Les mots de passe ne correspondent pas'],
    ['a', 'a', 'Mot de passe trop court'],
    ['x'.repeat(150), 'x'.repeat(150), 'Le mot de passe est trop long.'],
  ] as const) {
    await choose(page, password, again);
    await expect(refusal(page)).toHaveText(sentence);
  }
  expect(calls).toEqual([]);
  const asked = page.waitForRequest(CONFIRM);
  await choose(page, 'x'.repeat(149));
  expect((await asked).postDataJSON()).toEqual({ uid: 'U1', token: 'T1', new_password: 'x'.repeat(149) });
  await page.waitForURL('**/login');
});

test.describe('refused by the server', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('RS-01 RS-03 a forgotten password → mail; a refused one → why, and the same form; a new password, login, my space; the link serves once', async ({
    page,
    account,
    mailedPath,
    signIn,
  }) => {
    const user = await account(1);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Mot de passe oublié ?' }).click();
    // The former page has a field of the same name.
    await page.waitForURL('**/password-reset');
    await expect(page.getByRole('heading', { level: 1, name: 'Mot de passe oublié' })).toBeVisible();
    await email(page).fill(user.email);
    const asked = page.waitForRequest(REQUEST);
    await email(page).press('Enter');
    expect((await asked).postDataJSON()).toEqual({ email: user.email });
    await expect(status(page, SENT)).toBeVisible();
    await expect(page.locator(':focus')).toContainText(user.email);

    const link = await mailedPath(user.email);
    expect(link).toMatch(/^\/password-reset-confirmation\/[^/]+\/[^/]+$/);
    await page.goto(link);
    await choose(page, 'password');
    await expect(refusal(page)).toContainText(FAILED);
    await expect(refusal(page)).toContainText('Ce mot de passe est trop courant.');
    await choose(page, PASSWORD);
    await page.waitForURL('**/login');
    await expect(status(page, 'Mot de passe réinitialisé avec succès.')).toBeVisible();
    await signIn({ ...user, password: PASSWORD });

    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await page.goto(link);
    const refused = page.waitForResponse(CONFIRM);
    await choose(page, `${PASSWORD}!`);
    expect((await refused).status()).toBe(400);
    await expect(refusal(page)).toContainText(FAILED);
    await expect(refusal(page).getByRole('link', { name: 'Demander un nouveau lien' })).toHaveAttribute(
      'href',
      '/password-reset',
    );
  });

  test('RS-01 an unknown address → « Email non reconnu »', async ({ page }) => {
    await page.goto('/password-reset');
    await email(page).fill('personne@exemple.fr');
    await ask(page).click();
    await expect(refusal(page)).toContainText('Email non reconnu');
    await expect(email(page)).toHaveValue('personne@exemple.fr');
  });

  test('RS-01 each other failure → « Veuillez réessayer plus tard. »', async ({ page }) => {
    await page.goto('/password-reset');
    await email(page).fill('nom@exemple.fr');
    for (const answer of [500, 429, 400, 'no network'] as const) {
      await page.unroute(REQUEST);
      await page.route(REQUEST, (route) =>
        answer === 'no network' ? route.abort() : route.fulfill({ status: answer, json: {} }),
      );
      const asked = page.waitForRequest(REQUEST);
      await ask(page).click();
      await (await asked).response();
      await expect(refusal(page)).toContainText(LATER);
    }
  });

  test('axe on every state, 320 px → clean, no sideways scroll', async ({ page }) => {
    await page.route(REQUEST, (route) => route.fulfill({ status: 204 }));
    await page.route(CONFIRM, (route) => route.fulfill({ status: 400, json: { token: ['x'], new_password: ['y'] } }));
    await page.goto('/password-reset');
    await ask(page).click();
    await expectAccessible(page);
    await email(page).fill('nom@exemple.fr');
    await ask(page).click();
    await expect(status(page, SENT)).toBeVisible();
    await expectAccessible(page);
    await page.goto(LINK);
    await choose(page, PASSWORD);
    await expect(refusal(page)).toContainText(FAILED);
    await page.setViewportSize({ width: 320, height: 700 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
});
