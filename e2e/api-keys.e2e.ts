import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(400|401|404)/ });

const dialog = (page: Page) => page.getByRole('dialog');
const keyIn = (page: Page) => dialog(page).getByLabel('Votre clé');
/** A key has a heading; an entry of the developers' menu has none. */
const items = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 2 }) });

async function typePassword(page: Page, password: string): Promise<void> {
  await dialog(page).getByLabel('Votre mot de passe').fill(password);
  await page.keyboard.press('Enter');
}

test('a key is made by keyboard, shown once, used, replaced and revoked; the next call with it is refused', async ({
  page,
  account,
  session,
  request,
}) => {
  const user = await account(3);
  await session(user);
  const statusOf = async (key: string) =>
    (await request.get('/api/v3/balance', { headers: { authorization: `Bearer ${key}` } })).status();

  await page.goto('/myspace');
  await page.getByRole('heading', { name: 'Développeurs' }).scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Mes clés d’API' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Clés d’API' })).toBeVisible();
  await expect(page.getByText('Vous n’avez pas encore de clé.')).toBeVisible();

  await page.getByRole('button', { name: 'Créer une clé' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toHaveAccessibleName('Créer une clé');
  await expectAccessible(page);
  for (const [width, height] of [
    [320, 480],
    [360, 740],
    [768, 500],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { x, y, width: wide, height: high } = (await dialog(page).boundingBox())!;
    expect([x >= 0, y >= 0, x + wide <= width, y + high <= height]).toEqual([true, true, true, true]);
    const submit = dialog(page).getByRole('button', { name: 'Créer la clé' });
    await submit.scrollIntoViewIfNeeded();
    await expect(submit).toBeInViewport({ ratio: 1 });
  }
  // The last window shows the whole dialog without a scroll.
  expect(await dialog(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
  await typePassword(page, user.password);
  await expect(dialog(page).getByLabel('Nom')).toBeFocused();
  await expect(dialog(page).getByLabel('Nom')).toHaveAccessibleDescription(/Donnez un nom à la clé/);
  await dialog(page).getByLabel('Nom').fill('Logiciel de l’agence');
  await typePassword(page, 'Autrechose-2026!');
  await expect(dialog(page).getByLabel('Votre mot de passe')).toHaveAccessibleDescription('Mot de passe incorrect.');
  await typePassword(page, user.password);
  await expect(keyIn(page)).toHaveValue(/^crt_live_\w{49}$/);
  await expect(keyIn(page)).toBeFocused();
  const first = await keyIn(page).inputValue();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(keyIn(page)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'J’ai gardé la clé' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(items(page)).toHaveCount(1);
  await expect(page.getByText(first)).toHaveCount(0);
  await expect(items(page).first()).toContainText(/Logiciel de l’agence Active.*crt_live_\w{4}….*lire/);
  expect(await statusOf(first)).toBe(200);

  await items(page)
    .first()
    .getByRole('button', { name: /^Remplacer/ })
    .click();
  await expect(dialog(page)).toHaveAccessibleName('Remplacer la clé « Logiciel de l’agence »');
  await dialog(page).getByLabel('L’ancienne clé s’arrête').selectOption('Tout de suite');
  await typePassword(page, user.password);
  await expect(keyIn(page)).not.toHaveValue(first);
  const second = await keyIn(page).inputValue();
  await dialog(page).getByRole('button', { name: 'J’ai gardé la clé' }).click();
  await expect(items(page)).toHaveCount(2);
  await expect(items(page).last()).toContainText('Expirée');
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);

  await items(page)
    .first()
    .getByRole('button', { name: /^Révoquer/ })
    .click();
  const asked = page.getByRole('alertdialog', { name: /Révoquer la clé/ });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Révoquer' }).click();
  await expect(items(page).first()).toContainText('Révoquée');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await statusOf(second)).toBe(401);

  await page.getByRole('button', { name: 'Créer une clé' }).click();
  await dialog(page).getByLabel('Nom').fill('Mise au point');
  await dialog(page).getByLabel('Usage').selectOption('Essai');
  await expect(dialog(page).getByLabel('Usage')).toHaveAccessibleDescription(/rien n’est débité/);
  await expectAccessible(page);
  await typePassword(page, user.password);
  await expect(keyIn(page)).toHaveValue(/^crt_test_\w{49}$/);
  const headers = { authorization: `Bearer ${await keyIn(page).inputValue()}` };
  expect(await (await request.get('/api/v3/balance', { headers })).json()).toMatchObject({ mode: 'test' });
  await dialog(page).getByRole('button', { name: 'J’ai gardé la clé' }).click();
  await expect(items(page).first()).toContainText(/Mise au point Active Essai/);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
});

test('keys that cannot be loaded can be asked for again', async ({ page, account, session }) => {
  await session(await account(0));
  await page.route('**/api/v3/api_keys', (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
  await page.goto('/developpeurs/cles');
  await expect(page.getByRole('alert')).toContainText('Vos clés n’ont pas pu être chargées.');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Vous n’avez pas encore de clé.')).toBeVisible();
});
