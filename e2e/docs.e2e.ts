import { expect, test } from './journey.ts';

test('/api/docs → the OpenAPI page with its operations, without a console error; a first request to copy, which works; readable on a phone', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Clairisque/ })).toBeVisible();
  await expect(page.getByText('/api/v2/erp/me/create/', { exact: false }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('meta[name=viewport]')).toHaveAttribute('content', /width=device-width/);
  await page.getByRole('button', { name: 'Copier' }).first().click();
  await expect(page.getByRole('button', { name: 'Copié' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^curl -X POST "/);
  const [, method = '', url = ''] = /^curl -X (\w+) "([^"]+)"$/.exec(copied) ?? [];
  const answer = await request.fetch(new URL(url).pathname, { method });
  expect(answer.status()).toBe(200);
  expect(await answer.json()).not.toHaveLength(0);
});

test('/api/docs/json → an OpenAPI document with every call of the wizard', async ({ request }) => {
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
