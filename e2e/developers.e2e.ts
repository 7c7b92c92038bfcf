import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DECLARED_FIELDS, PLANNED_FIELDS } from '../contract/src/common/property-columns.ts';
import { openPdfReader } from '../server/test/pdf-reader.ts';
import { RESOURCES, resourcePath } from '../web/src/pages/developers/resources.ts';
import { paths } from '../web/src/paths.ts';
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

/** Text of each page, at least one. */
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
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
});

test('the reference → a word finds a field, a call and a code by the keyboard alone; no page is wider than a phone', async ({
  page,
}) => {
  await page.goto('/developpeurs/reference');
  const search = page.getByRole('searchbox', { name: 'Search the reference' });
  await search.fill('batch start');
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^\d+ results/);
  await search.fill('zzzz');
  await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found.');
  await search.fill('parties.owner');
  await expect(page.getByRole('link', { name: 'parties.owner' }).first()).toBeVisible();
  await search.fill('no_credit');
  await expect(page.getByRole('link', { name: 'no_credit' })).toHaveAttribute('href', /\/erreurs#no_credit$/);
  await search.fill('choose the place');
  await expect(page.getByRole('link', { name: 'Choose the place of a doubtful row' }).first()).toBeVisible();
  await expectAccessible(page);
  await search.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/developpeurs\/reference\/batches#chooseForRow$/);
  const section = page.getByRole('heading', { level: 2, name: 'Choose the place of a doubtful row' });
  await expect(section).toBeInViewport();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }
});

test('every page for developers begins with the same menu, which says where one is', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await page.goto(paths.developers);
  const menu = page.getByRole('navigation', { name: 'Développeurs' });
  const names = ['Présentation', 'Guides', 'Référence', 'Bac à sable', 'Erreurs', 'Clés d’API', 'Webhooks'];
  await expect(menu.getByRole('link')).toHaveText(names);
  for (const name of names.toReversed()) {
    await menu.getByRole('link', { name }).click();
    await expect(menu.locator('[aria-current=page]')).toHaveText([name]);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goto(resourcePath('batches'));
  await expect(menu.locator('[aria-current=page]')).toHaveText(['Référence']);
  await expectAccessible(page);
});

test('the packages of the clients are on the guides, with the SHA-256 of what is served', async ({ page, request }) => {
  await page.goto('/developpeurs/guides#client');
  const links = page.getByRole('link', { name: /^clairisque-.*\.tgz$/ });
  await expect(links).toHaveText([/^clairisque-client-\d+\.\d+\.\d+\.tgz$/, /^clairisque-\d+\.\d+\.\d+\.tgz$/]);
  for (const link of await links.all()) {
    const file = (await link.getAttribute('href')) ?? '';
    const answer = await request.get(file);
    expect([file, answer.status()]).toEqual([file, 200]);
    const sha256 = createHash('sha256')
      .update(await answer.body())
      .digest('hex');
    await expect(page.getByRole('figure', { name: 'SHA-256' })).toContainText(`${sha256}  ${file.split('/').at(-1)}`);
    await expect(page.getByRole('figure', { name: 'Commandes' })).toContainText(`${new URL(page.url()).origin}${file}`);
  }
});

test('the guides name every column of an import for declarations and planned days', async ({ page }) => {
  await page.goto('/developpeurs/guides');
  for (const field of [...DECLARED_FIELDS, ...PLANNED_FIELDS])
    await expect(page.getByRole('listitem').filter({ has: page.getByText(field, { exact: true }) })).toHaveCount(1);
});

test('each page of the reference has its own title, opened or reached by a link', async ({ page, request }) => {
  const titles: string[] = [];
  for (const resource of RESOURCES) {
    const title = `API reference: ${resource} — Clairisque`;
    titles.push(title);
    expect(await (await request.get(resourcePath(resource))).text()).toContain(`<title>${title}</title>`);
    await page.goto('/developpeurs/reference');
    await expect(page).toHaveTitle('API reference — Clairisque');
    await page
      .locator(`a[href^="${resourcePath(resource)}#"]`)
      .first()
      .click();
    await expect(page).toHaveTitle(title);
  }
  expect(new Set(titles).size).toBe(7);
});

test('an address of the former reference, which was one page → the page of the call or object that it names', async ({
  page,
  request,
}) => {
  for (const [anchor, place] of [
    ['createStatement', 'statements'],
    ['WebhookEndpoint', 'webhooks'],
    ['Event', 'events'],
  ]) {
    await page.goto(`/developpeurs/reference#${anchor}`);
    await expect(page).toHaveURL(new RegExp(`/developpeurs/reference/${place}#${anchor}$`));
    await expect(page.locator(`h2#${anchor}`)).toBeInViewport();
  }
  await page.goto('/developpeurs/reference#Problem');
  await expect(page.locator('h2#Problem')).toBeInViewport();
  await expect(page).toHaveURL(/\/reference#Problem$/);
  expect((await request.get('/developpeurs/reference/nothing')).status()).toBe(404);
});

test.describe('languages', () => {
  test.use({ javaScriptEnabled: false });

  /** Signs of French, and short words that English has not. */
  const FRENCH = /[éèàâêîôûùçœ«»]|\b(le|les|des|une|du|est|qui|avec|pour|dans)\b/i;
  /** Words of a text, not of code, names or what says that it is in another language. */
  const wordsOf = (page: Page, lang: string) =>
    page.locator('main').evaluate((main, lang) => {
      const copy = main.cloneNode(true) as HTMLElement;
      const foreign = [...copy.querySelectorAll('[lang]')].filter((one) => one.getAttribute('lang') !== lang);
      for (const one of [...copy.querySelectorAll('code, pre, script'), ...foreign]) one.remove();
      return [...copy.querySelectorAll('p, li, h1, h2, h3, summary, label, figcaption')].map((one) => one.textContent);
    }, lang);

  test('the reference is in English, fields included; guides, sandbox and errors are in French', async ({ page }) => {
    for (const path of [paths.apiReference, ...RESOURCES.map(resourcePath)]) {
      await page.goto(path);
      await expect(page.locator('main .page, main [lang=en]').first()).toHaveAttribute('lang', 'en');
      const words = await wordsOf(page, 'en');
      expect(words.length).toBeGreaterThan(10);
      expect([path, words.filter((text) => FRENCH.test(text.replaceAll(/Base adresse nationale/g, '')))]).toEqual([
        path,
        [],
      ]);
    }
    for (const path of [paths.developers, paths.apiGuides, paths.apiSandbox, paths.apiProblems]) {
      await page.goto(path);
      const foreign = await page.locator('main [lang=en]').evaluateAll((all) =>
        all
          // A name, a call, a code.
          .filter((one) => one.closest('code, pre, a, [translate=no]') === null && !/^[a-z_]+$/.test(one.textContent))
          .map((one) => one.outerHTML),
      );
      expect([path, foreign]).toEqual([path, []]);
    }
  });
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
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('API reference');
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
