import type { BrowserContext, Page } from '@playwright/test';
import { Client } from 'pg';
import { customerOf, issueStatement } from './issued.ts';
import { COOKIES_DECLINED, expect, test } from './journey.ts';
import { addressField, reachSummary } from './wizard-steps.ts';

/**
 * Several people, one after the other, in one browser: no cache or storage keeps the former user's data for the next
 * (decision 0009).
 */
test.use({
  ...COOKIES_DECLINED,
  serviceWorkers: 'allow',
  allowConsole: /ERR_(INTERNET_DISCONNECTED|FAILED|CACHE_MISS)|Failed to load resource.*(401|404|504)/,
});

const SELLER = 'Zénobie Quatremère';
const seller = (page: Page) => page.getByLabel('Nom du vendeur ou du bailleur');
const leave = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Déconnexion' });
const enter = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Connexion', exact: true });
const contents = (page: Page) => page.getByRole('heading', { level: 2, name: 'Sources et méthode' });

/** Every authenticated call with a response, by URL. */
function recordPrivate(page: Page): string[] {
  const addresses: string[] = [];
  page.on('response', async (response) => {
    const { pathname } = new URL(response.url());
    const isOfAccount =
      (await response.request().headerValue('authorization')) !== null || /\/logo\/image\//.test(pathname);
    if (isOfAccount && response.ok() && response.request().method() === 'GET') addresses.push(response.url());
  });
  return addresses;
}

/**
 * Personal data kept by this browser: documents in the service worker's caches, storage, databases, cookies readable by
 * scripts.
 */
async function kept(page: Page): Promise<Record<string, string[]>> {
  return page.evaluate(async () => ({
    documents: (await caches.keys()).filter((name) => name.includes('documents')),
    cached: (await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => /^\/(api|geocodage|tuiles)\//.test(path)),
    local: Object.keys(localStorage),
    // The router's entries are scroll positions.
    tab: Object.keys(sessionStorage).filter((key) => key !== 'react-router-scroll-positions'),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    cookies: document.cookie
      .split('; ')
      .map((pair) => pair.replace(/=.*$/, ''))
      .filter((name) => name !== 'cookieConsent'),
  }));
}
const NOTHING = { documents: [], cached: [], local: [], tab: [], databases: [], cookies: [] };

/** Which of these URLs the HTTP cache returns, with or without the former token. */
async function fromHttpCache(page: Page, addresses: string[]): Promise<string[]> {
  return page.evaluate(async (asked) => {
    const answered: string[] = [];
    for (const url of asked) {
      const answer = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => null);
      if (answer?.ok) answered.push(url);
    }
    return answered;
  }, addresses);
}

/** Waits until the service worker controls the page. */
async function startWorker(page: Page): Promise<void> {
  await page.evaluate(async () => Boolean(await navigator.serviceWorker.ready));
  await page.goto('/');
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** The document on screen, then in the service worker's cache. */
async function read(page: Page, id: number): Promise<void> {
  await page.goto(`/etat/${id}`);
  await expect(contents(page)).toBeVisible();
  await expect
    .poll(async () => (await kept(page))['cached'])
    .toEqual(expect.arrayContaining([`/api/v2/erp/${id}/document/`]));
}

/** All the screens of an account, one document read, another statement started, a PDF and an invoice downloaded. */
async function live(page: Page, context: BrowserContext): Promise<number> {
  await startWorker(page);
  await (await customerOf(context)).buy('UN');
  const { id } = await issueStatement(context, { vendeur_nom: SELLER });
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await expect(page.getByText('4 Rue des Lilas').first()).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Télécharger/ })
    .first()
    .click();
  await downloading;
  await page.goto('/myspace/?tab=factures-tabs-simple');
  const invoice = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Télécharger la facture/ }).click();
  await invoice;
  await read(page, id);
  await reachSummary(page);
  const keeping = page.waitForResponse(
    (answer) => answer.url().endsWith('/brouillon/') && (answer.request().postData() ?? '').includes(SELLER),
  );
  await seller(page).fill(SELLER);
  await keeping;
  return id;
}

async function expectNothingOf(page: Page, id: number): Promise<void> {
  for (const path of [`/etat/${id}`, '/myspace/?tab=mesERP-tabs-simple', '/realisation_erp', '/RecapitulatifERP']) {
    await page.goto(path);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByText(SELLER)).toHaveCount(0);
    await expect(page.getByText('4 Rue des Lilas')).toHaveCount(0);
    await expect(contents(page)).toHaveCount(0);
  }
}

test('after « Déconnexion » nothing of the account is left, online or not, by Back or in storage; the next account finds nothing; its own draft comes back to the first; nor after the deletion of the account', async ({
  page,
  context,
  account,
  signIn,
}) => {
  const [first, second] = [await account(1), await account(1)];
  const asked = recordPrivate(page);
  await signIn(first);
  const id = await live(page, context);
  const other = await context.newPage();
  await other.goto('/realisation_erp');
  await expect(seller(other)).toHaveValue(SELLER);
  expect(asked.map((url) => new URL(url).pathname)).toEqual(
    expect.arrayContaining([`/api/v2/erp/${id}/document/`, `/api/v2/download_pdf_proxy/${id}/`, '/api/v2/facture/me/']),
  );

  await leave(page).click();
  await expect(enter(page)).toBeVisible();
  // The open wizards, here and in the other tab, are empty.
  for (const one of [page, other]) await expect(addressField(one)).toHaveValue('');
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  expect(await kept(other)).toEqual(NOTHING);
  expect(await fromHttpCache(page, asked)).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByText(SELLER)).toHaveCount(0);
  await expect(contents(page)).toHaveCount(0);
  await expectNothingOf(page, id);
  await context.setOffline(true);
  await expectNothingOf(page, id);
  await context.setOffline(false);

  await signIn(second);
  await expectNothingOf(page, id);
  expect(await fromHttpCache(page, asked)).toEqual([]);
  await context.setOffline(true);
  await expectNothingOf(page, id);
  await context.setOffline(false);
  await page.goto('/');
  await leave(page).click();

  // The server keeps the unfinished statement, for its owner only.
  await signIn(first);
  await page.goto('/realisation_erp');
  await page.getByRole('button', { name: 'Reprendre votre état des risques' }).click();
  await expect(seller(page)).toHaveValue(SELLER);

  await read(page, id);
  await page.goto('/SupprimerCompte');
  await page.getByLabel('Mot de passe', { exact: true }).fill(first.password);
  await page.getByRole('main').getByRole('button', { name: 'Supprimer mon compte' }).click();
  await expect(enter(page)).toBeVisible();
  await expect.poll(() => kept(page)).toEqual(NOTHING);
  expect(await fromHttpCache(page, asked)).toEqual([]);
  await expectNothingOf(page, id);
  await context.setOffline(true);
  await expectNothingOf(page, id);
});

test('an expired session keeps its draft for its account only', async ({ page, account, signIn, sql }) => {
  const [first, second] = [await account(1), await account(1)];
  const begin = async () => {
    await signIn(first);
    await reachSummary(page);
    await seller(page).fill(SELLER);
    await sql('delete from api_token where account_id = $1', [first.id]);
    await page.goto('/Tarifs');
    await expect(enter(page)).toBeVisible();
  };
  await begin();
  await signIn(first);
  await page.goto('/realisation_erp');
  await expect(seller(page)).toHaveValue(SELLER);
  await sql('delete from api_token where account_id = $1', [first.id]);
  await page.goto('/Tarifs');
  await expect(enter(page)).toBeVisible();
  await signIn(second);
  await page.goto('/realisation_erp');
  await expect(addressField(page)).toHaveValue('');
  await expect(page.getByText(SELLER)).toHaveCount(0);
});

test('a document that arrives after the sign-out is neither shown nor kept', async ({
  page,
  context,
  product,
  statement,
}) => {
  const { id } = await statement();
  await page.goto('/');
  await startWorker(page);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const drop = caches.delete.bind(caches);
    Reflect.set(self, 'dropped', 0);
    caches.delete = async (name) => {
      const isDropped = await drop(name);
      Reflect.set(self, 'dropped', Number(Reflect.get(self, 'dropped')) + Number(isDropped));
      return isDropped;
    };
  });
  const database = new Client({ connectionString: product.databaseUrl });
  await database.connect();
  // The call has passed its token check, and waits for the row of its document.
  await database.query('begin; lock table statement_edition in access exclusive mode');
  const arrived = page.evaluate(async (path) => {
    const headers = { authorization: `Token ${localStorage.getItem('token')}` };
    const answer = await fetch(path, { headers });
    return [answer.status, (await answer.arrayBuffer()).byteLength > 1000];
  }, `/api/v2/download_pdf_proxy/${id}/`);
  const waits = `select 1 from pg_locks where relation = 'statement_edition'::regclass and not granted`;
  await expect.poll(async () => (await database.query(waits)).rowCount).toBeGreaterThan(0);
  await leave(page).click();
  await expect(enter(page)).toBeVisible();
  await database.query('rollback');
  await database.end();
  expect(await arrived).toEqual([200, true]);
  await expect.poll(() => worker?.evaluate(() => Reflect.get(self, 'dropped'))).toBe(1);
  expect(await kept(page)).toEqual(NOTHING);
});

test('a page left signed in, shown again whole by Back (bfcache) after a sign-out in another tab → signed out, nothing of the account', async ({
  page,
  context,
  account,
  signIn,
}) => {
  // The tests' browser has no bfcache: a page that receives no events, then is shown again, stands for it.
  await page.addInitScript(() =>
    window.addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  await signIn(await account(3));
  await expect(page.getByText('3 crédits')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/Tarifs');
  await leave(other).click();
  await expect(enter(other)).toBeVisible();
  await expect(leave(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(enter(page)).toBeVisible();
  await expect(page.getByText('3 crédits')).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
});
