import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use(COOKIES_DECLINED);

test('« Développeurs » → a visitor sends a request and reads its response; the snippet is copied; the pages follow', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/aide#api');
  await page.getByRole('main').getByRole('link', { name: 'Développeurs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('L’état des risques, dans votre logiciel');
  await page.getByLabel('Une adresse').fill('4 rue des lilas goussainville');
  await page.getByRole('button', { name: 'Envoyer la requête' }).click();
  await expect(page.getByText(/Réponse 200 en \d+ ms/)).toBeVisible();
  await expect(page.getByRole('figure', { name: 'Réponse', exact: true })).toContainText(
    '"label": "4 Rue des Lilas 95190 Goussainville"',
  );
  await page.getByRole('button', { name: 'Copier : Requête' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^curl "http\S+\/api\/v3\/addresses\?q=4\+rue\+des\+lilas\+goussainville&limit=2"/,
  );
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('link', { name: 'Lire la référence' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Issue a statement' })).toBeVisible();
});

test.describe('when the network fails', () => {
  test.use({ allowConsole: /ERR_FAILED.*essai/ });

  test('a refusal of the trial is a sentence; no address found is an answer', async ({ page }) => {
    await page.goto('/developpeurs');
    const send = page.getByRole('button', { name: 'Envoyer la requête' });
    await page.getByLabel('Une adresse').fill('zzzz');
    await send.click();
    await expect(page.getByText(/Réponse 200 en \d+ ms : aucune adresse\./)).toBeVisible();
    await page.route('**/api/v2/developpeurs/essai/**', (route) => route.abort(), { times: 1 });
    await send.click();
    await expect(page.getByRole('status').filter({ hasText: /Notre service n’a pas répondu/ })).toBeVisible();
  });
});

test('/api/docs leads to the reference; /api/docs/json is the OpenAPI document of version 2', async ({
  page,
  request,
}) => {
  await page.goto('/api/docs');
  await expect(page).toHaveURL(/\/developpeurs\/reference$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Référence de l’API');
  const document = (await (await request.get('/api/docs/json')).json()) as { openapi: string; paths: object };
  expect(document.openapi).toMatch(/^3\./);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/v2/cadastre/proximite/{longitude}/{latitude}/',
      '/api/v2/erp/me/create/',
      '/api/v2/erp/me/id/generate/{erp_id}/',
      '/api/v2/download_pdf_proxy/{erp_id}/',
    ]),
  );
});
