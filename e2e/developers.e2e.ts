import type { Page } from '@playwright/test';
import { openPdfReader } from '../server/test/pdf-reader.ts';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use(COOKIES_DECLINED);

const choose = (page: Page, name: string) => page.getByRole('radio', { name }).check();
const send = (page: Page) => page.getByRole('button', { name: 'Envoyer la requête' }).click();
const outcome = (page: Page) => page.getByRole('main').getByRole('status');
const response = (page: Page) => page.getByRole('figure', { name: 'Réponse', exact: true });

type Opened = Window & typeof globalThis & { files: Blob[] };

/** In the page: keeps the files that its links open; its policy forbids fetching them. */
function keepFiles(): void {
  const files: Blob[] = ((window as Opened).files = []);
  const create = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (file: Blob) => {
    files.push(file);
    return create(file);
  };
}

/** Of each page; at least one. */
async function textsOf(pdf: Uint8Array): Promise<string[]> {
  const reader = await openPdfReader();
  const texts = await reader.texts(pdf);
  reader.close();
  expect(texts.length).toBeGreaterThan(0);
  return texts;
}

test('« Développeurs » → a visitor issues a specimen with a key of the moment, reads it, opens it; the curl works', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(keepFiles);
  await page.goto('/aide#api');
  await page.getByRole('main').getByRole('link', { name: 'Développeurs' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('L’état des risques, dans votre logiciel');
  await expect(page.getByRole('radio', { name: 'Ouvrir son PDF' })).toBeDisabled();
  await send(page);
  await expect(outcome(page)).toHaveText(/^Réponse 201 en .+ L’état TEST-\d+-\d+ est émis. Il est simulé/);
  await expect(response(page)).toContainText('"specimen": true');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copier : Requête' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [, authorization = ''] = /Authorization: (Bearer crt_test_\w{49})"/.exec(copied) ?? [];
  const headers = { authorization };
  expect(await (await request.get('/api/v3/statements', { headers })).json()).toMatchObject({
    mode: 'test',
    data: [{ specimen: true }],
  });
  await send(page);
  await expect(outcome(page)).toContainText('Même clé d’idempotence : vous recevez le même document, TEST-');

  await page.getByRole('button', { name: 'Lire ses constats' }).click();
  await expect(outcome(page)).toHaveText(/^Réponse 200 en/);
  await page.getByRole('button', { name: /^Afficher les .+ lignes/ }).click();
  await expect(response(page)).toContainText('"informative"');
  await choose(page, 'Ouvrir son PDF');
  await send(page);
  const link = page.getByRole('link', { name: /^Ouvrir le PDF \(\d+ ko, nouvel onglet\)/ });
  await expect(link).toHaveAttribute('href', /^blob:/);
  const pdf = await page.evaluate(async () => {
    const [file] = (window as Opened).files;
    return [...new Uint8Array((await file?.arrayBuffer()) ?? [])];
  });
  const texts = await textsOf(Uint8Array.from(pdf));
  expect(texts.filter((text) => !text.includes('SPÉCIMEN'))).toEqual([]);
  await expect(link).toContainText(`(${Math.ceil(pdf.length / 1000)}\u00A0ko`);
  const opened = context.waitForEvent('page');
  await link.click();
  await (await opened).close();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Lire la référence' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Issue a statement' })).toBeVisible();
});

test.describe('refusals of the trial', () => {
  test.use({ allowConsole: /422|429|ERR_FAILED/ });

  test('no key, an address that is none, no network, a key that is over → a sentence each', async ({ page }) => {
    await page.clock.install();
    await page.goto('/developpeurs');
    await page.route(
      '**/essai/cle/',
      (route) => route.fulfill({ status: 429, json: { detail: 'Trop de visiteurs.' } }),
      {
        times: 1,
      },
    );
    await send(page);
    await expect(outcome(page)).toHaveText('Trop de visiteurs.');
    await page.getByLabel('Une adresse', { exact: true }).fill('zzzz');
    await send(page);
    await expect(outcome(page)).toHaveText(/^Réponse 422 en .+ ms. La Base adresse nationale n’a pas cette adresse/);
    await expect(response(page)).toContainText('"code": "address_not_found"');
    await choose(page, 'Chercher une adresse');
    await page.route('**/api/v3/addresses?**', (route) => route.abort(), { times: 1 });
    await send(page);
    await expect(outcome(page)).toHaveText(/Notre service n’a pas répondu/);
    await choose(page, 'Émettre un état des risques');
    await page.getByLabel('Une adresse', { exact: true }).fill('4 Rue des Lilas 95190 Goussainville');
    await send(page);
    await expect(outcome(page)).toContainText('est émis');
    await page.clock.fastForward('20:00');
    await choose(page, 'Relire cet état');
    await send(page);
    await expect(outcome(page)).toHaveText(/^Votre clé d’essai est finie/);
    await expect(page.getByRole('radio', { name: 'Relire cet état' })).toBeDisabled();
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
