import { expect, signInHere, test } from './journey.ts';

for (const [path, reason] of [
  ['/developpeurs/cles', 'Connectez-vous pour voir vos clés d’API.'],
  ['/developpeurs/webhooks', 'Connectez-vous pour voir vos webhooks.'],
  ['/imports', 'Connectez-vous pour voir vos imports.'],
] as const) {
  test(`a visitor opens ${path} → /login says why, and the sign-in leads there`, async ({ page, account }) => {
    const user = await account(0);
    await page.goto(path);
    await expect(page.getByText(reason)).toBeVisible();
    await signInHere(page, user);
    await page.waitForURL(`**${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.goBack();
    await page.waitForURL(`**${path}`);
  });
}

test('a visitor opens /myspace or the deletion → home, as prescribed', async ({ page }) => {
  for (const path of ['/myspace', '/SupprimerCompte']) {
    await page.goto(path);
    await page.waitForURL((url) => url.pathname === '/');
  }
});

test('a login link that names another site → the account area', async ({ page, account }) => {
  const user = await account(0);
  await page.goto('/login?retour=//ailleurs.example/imports');
  await expect(page.getByText('Connectez-vous pour voir')).toBeHidden();
  await signInHere(page, user);
  await page.waitForURL('**/myspace**');
});
