import { expect, test } from './journey.ts';

test('/api/docs → the OpenAPI page with its operations, without a console error', async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page.getByRole('heading', { name: /Clairisque/ })).toBeVisible();
  await expect(page.getByText('/api/v2/erp/me/create/', { exact: false }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
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
