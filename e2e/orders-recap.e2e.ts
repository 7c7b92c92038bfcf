import type { Locator, Page } from '@playwright/test';
import {
  COOKIES_DECLINED,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  recordCalls,
  signInHere,
  test,
} from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource/ });

const SESSION = '**/api/v2/stripe/create/session/**';
const boxes = (page: Page) => page.getByRole('checkbox');
const validate = (page: Page) => page.getByRole('button', { name: 'Valider la commande' });
const title = (page: Page) => page.getByRole('heading', { level: 1, name: 'RECAPITULATIF DE LA COMMANDE' });

async function choose(page: Page, name: string | RegExp = 'Choisir 10 crédits'): Promise<void> {
  await page.goto('/Tarifs');
  await page.getByRole('button', { name }).click();
  await page.waitForURL('**/RecapitulatifSolde');
  await expect(title(page)).toBeVisible();
}

async function agree(page: Page): Promise<void> {
  await expect(boxes(page)).toHaveCount(2);
  for (const box of await boxes(page).all()) await box.check();
}

const cookies = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]));

test('TA-01 each card → its order; one is marked', async ({ page }) => {
  for (const [code, count, price] of [
    ['UN', '1 crédit', '7,90 €'],
    ['PA1', '5 crédits', '15,00 €'],
    ['PA2', '10 crédits', '25,00 €'],
    ['PA5', '100 crédits', '40,00 €'],
  ] as const) {
    await page.goto('/Tarifs');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('DES OFFRES ADAPTEES A VOS BESOINS');
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: `Choisir ${count}`, exact: true }) });
    await expect(card).toContainText(`${price.replace(' ', '\u00A0')} TTC`);
    await expect(card.getByText('Populaire')).toHaveCount(code === 'PA2' ? 1 : 0);
    await card.getByRole('button').click();
    const order = page.getByRole('region', { name: 'Votre commande' });
    await expect(order.getByRole('heading')).toHaveText(count);
    await expect(order).toContainText(price.replace(' ', '\u00A0'));
    const kept = await cookies(page);
    expect(kept['produit']).toBe(code);
    expect(kept['detail_produit']).toContain(count);
  }
});

test('the mark of the best offer hides nothing of its card, at any width', async ({ page }) => {
  await page.goto('/Tarifs');
  const mark = page.getByText('Populaire', { exact: true });
  const card = page.getByRole('listitem').filter({ has: mark });
  await expect(card).toContainText('Meilleure offre pour les professionnels');
  for (const width of [320, 360, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [above, below] = [await mark.boundingBox(), await card.getByRole('heading').boundingBox()];
    expect(above!.y + above!.height, `${width} px`).toBeLessThanOrEqual(below!.y);
  }
});

test('RC-01 two boxes: the button opens with both, a forced order says so and leads to the first missing box; the terms: six points, an excerpt, the full text in its own tab while the boxes stay ticked', async ({
  page,
}) => {
  await choose(page);
  await expect(boxes(page)).toHaveCount(2);
  for (const box of await boxes(page).all()) await expect(box).not.toBeChecked();
  await expect(validate(page)).toBeDisabled();
  await expect(validate(page)).toHaveText(/^Valider la commande avec obligation de paiement$/);
  await expect(validate(page)).toHaveAccessibleDescription(/Total à payer.*Cochez les deux cases/);
  await boxes(page).first().check();
  await expect(validate(page)).toBeDisabled();
  await validate(page).click({ force: true });
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toHaveText('Veuillez cocher toutes les cases obligatoires.');
  await alert.getByRole('button').click();
  await expect(boxes(page).last()).toBeFocused();
  await page.keyboard.press('Space');
  await expect(validate(page)).toBeEnabled();
  await boxes(page).first().uncheck();
  await expect(validate(page)).toBeDisabled();
  await page.locator('form').evaluate((form: HTMLFormElement) => form.requestSubmit());
  await expect(alert).toBeVisible();
  await expect(page.getByText('article L221-28')).toBeVisible();

  await agree(page);
  await expect(page.getByRole('heading', { name: 'Les conditions en six points' })).toBeVisible();
  await page.getByText('Extrait des conditions générales de vente').click();
  await expect(page.getByRole('heading', { name: 'Rétractation et annulation' })).toBeVisible();
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('checkbox').first().locator('..').getByRole('link').click(),
  ]);
  await expect(terms).toHaveURL(/\/CGV$/);
  await expect(terms.getByRole('heading', { level: 1 })).toBeVisible();
  await terms.close();
  for (const box of await boxes(page).all()) await expect(box).toBeChecked();
  await page.reload();
  await expect(title(page)).toBeVisible();
  await expect(boxes(page).first()).not.toBeChecked();
});

test('on a phone → the price, both boxes and the button in the first view, without scrolling', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await choose(page);
  const order = page.getByRole('region', { name: 'Votre commande' });
  const bottomOf = async (what: Locator): Promise<number> => {
    const box = (await what.boundingBox())!;
    return box.y + box.height;
  };
  for (const what of [order.getByText('TTC'), ...(await boxes(page).all()), validate(page)]) {
    await expect(what).toBeInViewport({ ratio: 1 });
  }
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const terms = page.getByRole('heading', { name: 'Les conditions en six points' });
  expect(await bottomOf(terms)).toBeGreaterThan(await bottomOf(validate(page)));
});

test('RC-02 signed in → consents first, then a session without a body → its address', async ({
  page,
  account,
  session,
  sql,
}) => {
  const user = await account(0);
  await session(user);
  await choose(page);
  await agree(page);
  const calls = recordCalls(page);
  await page.route('https://paiement.exemple.fr/**', (route) => route.fulfill({ body: 'payer' }));
  const body = page.waitForRequest(SESSION).then((request) => request.postData());
  await page.route(SESSION, (route) => route.fulfill({ json: { url: 'https://paiement.exemple.fr/cs_1' } }));
  await validate(page).click();
  await page.waitForURL('https://paiement.exemple.fr/cs_1');
  expect(await body).toBeNull();
  expect(calls.filter((call) => call.includes('stripe'))).toEqual([
    'POST /api/v2/stripe/consents/',
    'POST /api/v2/stripe/create/session/PA2/',
  ]);
  const [row] = await sql<{ version: string }>('select version from order_consent where account_id = $1', [user.id]);
  expect(row?.version).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test('RC-02 signed out → /login, then one click back to the order', async ({ page, account }) => {
  const user = await account(0);
  await choose(page);
  await agree(page);
  const calls = recordCalls(page);
  await validate(page).click();
  await page.waitForURL('**/login');
  expect(calls.filter((call) => call.includes('stripe'))).toEqual([]);
  await signInHere(page, user);
  await page.getByRole('link', { name: 'Reprendre votre commande' }).click();
  await page.waitForURL('**/RecapitulatifSolde');
  await expect(page.getByRole('region', { name: 'Votre commande' })).toContainText('10 crédits');
});

test('RC-02 Stripe is away, then the consents cannot be stored either → the sentence, the boxes still ticked, and again', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await choose(page);
  await agree(page);
  for (const status of [502, 500]) {
    await page.route(SESSION, (route) => route.fulfill({ status, json: {} }));
    if (status === 500) await page.route('**/stripe/consents/', (route) => route.fulfill({ status }));
    const answered = page.waitForResponse(SESSION);
    await validate(page).click();
    await answered;
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText('Une erreur est survenue lors de la création de la session de paiement.');
    await expect(validate(page)).toBeEnabled();
    await expect(title(page)).toBeVisible();
    for (const box of await boxes(page).all()) await expect(box).toBeChecked();
  }
  await page.route('https://paiement.exemple.fr/**', (route) => route.fulfill({ body: 'payer' }));
  await page.route(SESSION, (route) => route.fulfill({ json: { url: 'https://paiement.exemple.fr/cs_1' } }));
  await validate(page).click();
  await page.waitForURL('https://paiement.exemple.fr/cs_1');
});

test('back on a page that the browser had kept: payable again, unless the order is paid meanwhile', async ({
  page,
  context,
  account,
  session,
}) => {
  await session(await account(0));
  await choose(page);
  await agree(page);
  // An empty response leaves the page in place, as if the browser had kept it.
  await page.route('https://paiement.exemple.fr/**', (route) => route.fulfill({ status: 204 }));
  await page.route(SESSION, (route) => route.fulfill({ json: { url: 'https://paiement.exemple.fr/cs_1' } }));
  const left = page.waitForRequest('https://paiement.exemple.fr/**');
  await validate(page).click();
  await left;
  await expect(validate(page)).toHaveAttribute('aria-busy', 'true');
  const comeBack = () =>
    page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await comeBack();
  await expect(validate(page)).toBeEnabled();
  await context.clearCookies({ name: 'produit' });
  await comeBack();
  await expect(page.getByRole('link', { name: 'Choisir une formule' })).toBeVisible();
});

test('RC-03 « Annuler la commande » → cleared, /Tarifs; without a product → nothing to pay', async ({ page }) => {
  await choose(page);
  await page.getByRole('button', { name: 'Annuler la commande' }).click();
  await page.waitForURL('**/Tarifs');
  expect(Object.keys(await cookies(page))).not.toEqual(expect.arrayContaining(['produit']));
  await page.goto('/RecapitulatifSolde');
  await expect(title(page)).toBeVisible();
  await expect(validate(page)).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText('€');
  await page.getByRole('link', { name: 'Choisir une formule' }).click();
  await page.waitForURL('**/Tarifs');
});

test('RC-03 cancelled in another tab, or an unknown product → nothing to pay', async ({ page, context }) => {
  await choose(page);
  await agree(page);
  await context.clearCookies({ name: 'produit' });
  await validate(page).click();
  await expect(page.getByRole('link', { name: 'Choisir une formule' })).toBeVisible();
  await context.addCookies([{ name: 'produit', value: 'PA9', domain: 'localhost', path: '/' }]);
  await page.goto('/RecapitulatifSolde');
  await expect(page.getByRole('link', { name: 'Choisir une formule' })).toBeVisible();
});

test('axe on the recap, refused and failed; 320 px → clean, no sideways scroll', async ({ page, account, session }) => {
  await session(await account(0));
  await choose(page, /100 crédits/);
  await page.getByText('Extrait des conditions générales de vente').click();
  await validate(page).click({ force: true });
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectNoSidewaysScroll(page);
  await agree(page);
  await page.route(SESSION, (route) => route.abort());
  await validate(page).click();
  await expect(page.getByRole('main').getByRole('alert')).toContainText('session de paiement');
  await expectAccessible(page);
});
