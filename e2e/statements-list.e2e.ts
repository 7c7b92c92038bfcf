import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, recordCalls, test } from './journey.ts';
import {
  details,
  FIVE,
  ids,
  item,
  items,
  LIST,
  open,
  renew,
  RENEW,
  row,
  rows,
  TAB,
  TODAY,
  toggle,
} from './statements-tab.ts';

const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const more = (page: Page) => page.getByRole('button', { name: /^Voir plus de rapports/ });

test.beforeEach(async ({ account, session }) => {
  await session(await account(1));
});

test('HI-01 HI-02 HI-03 columns, counter, five and five more, headings that sort', async ({ page }) => {
  const calls = recordCalls(page);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'info' && logged.push(message.text()));
  await open(page, [
    item(9, { nb_regenerations: 1 }),
    ...items(8),
    item(10),
    item(11, { date0: '2020-01-01' }),
    item(100),
  ]);
  expect(calls).toContain('GET /api/v2/erps/with-regeneration/');
  await expect(page.getByRole('heading', { name: 'Historique des États des Risques' })).toBeVisible();
  await expect(page.getByText('12 / 12 rapport(s)')).toBeVisible();
  await expect.poll(() => logged).toContain('États des risques : 1 renouvelé(s), 11 non renouvelé(s)');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Référence',
    'Adresse',
    'Date de création',
    'Date d’expiration',
    'Etat',
    'Actions',
  ]);
  await expect(header(page, 'Référence')).toHaveAttribute('aria-sort', 'descending');
  await expect(ids(page)).toHaveText(['100', '11', '10', '9', '8']);
  await expect(more(page)).toHaveText('Voir plus de rapports (7 restants)');
  await more(page).click();
  await expect(more(page)).toHaveText('Voir plus de rapports (2 restants)');
  await more(page).press('Enter');
  await expect(rows(page)).toHaveCount(12);
  await expect(more(page)).toBeHidden();
  await expect(page.getByRole('rowheader', { name: '2', exact: true })).toBeFocused();
  await header(page, 'Référence').getByRole('button').click();
  await expect(header(page, 'Référence')).toHaveAttribute('aria-sort', 'ascending');
  await expect(ids(page)).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '100']);
  for (const name of ['Date de création', 'Date d’expiration']) {
    await header(page, name).getByRole('button').click();
    await expect(header(page, name)).toHaveAttribute('aria-sort', 'descending');
    await header(page, name).getByRole('button').press('Enter');
    await expect(header(page, name)).toHaveAttribute('aria-sort', 'ascending');
    await expect(ids(page).first()).toHaveText('11');
  }
  await expect(header(page, 'Référence')).toHaveAttribute('aria-sort', 'none');
});

test('HI-04 HI-05 states and labels on 20/11/2026; an inert button gives its reason, in the row that it opens', async ({
  page,
}) => {
  await page.clock.setFixedTime(TODAY);
  await page.route(RENEW, () => expect(true, 'an inert button asked').toBe(false));
  await open(page, FIVE);
  for (const [id, state, label, note] of [
    [9, 'Actif', 'Renouveler', 'Possible à partir du 29/11/2026'],
    [10, 'Renouvelé', 'Déjà renouvelé', 'Une seule fois'],
    [11, 'Expiré < 1an', 'Renouveler', 'Gratuit jusqu’au 28/09/2027'],
    [12, 'Expiré > 1an', 'Non renouvelable', 'Le délai de renouvellement a pris fin le 30/06/2026'],
    [13, 'Expiré > 1an', 'Déjà renouvelé', 'Une seule fois'],
  ] as const) {
    await expect(row(page, id).getByText(state, { exact: true })).toBeVisible();
    await expect(renew(page, id)).toHaveText(label);
    await expect(renew(page, id)).toHaveAccessibleDescription(note);
    await expect(details(page, id).getByText(note)).toBeHidden();
    if (id === 11) {
      await expect(renew(page, id)).toBeEnabled();
      await toggle(page, id).press('Enter');
    } else {
      await expect(renew(page, id)).toHaveAttribute('aria-disabled', 'true');
      await renew(page, id).click({ force: true });
    }
    await expect(details(page, id).getByText(note)).toBeVisible();
    await toggle(page, id).click();
    await expect(details(page, id).getByText(note)).toBeHidden();
  }
  await expect(rows(page).getByRole('cell').filter({ hasText: '28/11/2026' }).first()).toBeVisible();
  const heightOf = async (id: number, state: string) =>
    (await row(page, id).getByText(state, { exact: true }).boundingBox())?.height;
  expect(await heightOf(11, 'Expiré < 1an')).toBe(await heightOf(9, 'Actif'));
});

test('twelve statements → twelve rows of 56 px, the address on one line, whole in the row that opens', async ({
  page,
}) => {
  const long = '128 bis Impasse de la Fontaine aux Bergers de Sainte-Colombe 34980 Saint-Clément-de-Rivière';
  const list = items(12).map((one, index) => ({
    ...one,
    reference: `ERP-2026-0000${10 + index}`,
    destinataires: 'M. et Mme de La Rochefoucauld-Montbel',
    ...(index % 2 === 0 && { adresse: long }),
    ...(index % 3 === 0 && { nb_regenerations: 1, derniere_regeneration: '2026-11-18', conclu: true }),
  }));
  for (const width of [1440, 1216, 992]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, list, '&lignes=15');
    await expect(rows(page)).toHaveCount(12);
    const heights = await rows(page).evaluateAll((all) =>
      all.map((one) => Math.round(one.getBoundingClientRect().height)),
    );
    expect([width, Math.max(...heights), Math.min(...heights)]).toEqual([width, 56, 56]);
    const table = await page.getByRole('table', { name: 'Historique des États des Risques' }).boundingBox();
    const panel = await page.getByRole('tabpanel').boundingBox();
    expect(table!.width).toBeLessThanOrEqual(panel!.width);
    const address = await row(page, 1).getByText(long).boundingBox();
    expect(address!.width).toBeGreaterThan(150);
    expect(address!.height).toBeLessThan(30);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  for (const card of await rows(page).all()) expect((await card.boundingBox())!.height).toBeLessThan(380);
  await expectNoSidewaysScroll(page);
  await toggle(page, 1).click();
  await expect(toggle(page, 1)).toHaveAttribute('aria-expanded', 'true');
  await expect(details(page, 1).getByText(long)).toBeVisible();
  await expect(row(page, 1)).toContainText('renouvelé le 18/11/2026');
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('HI-07 the list does not come; then it does', async ({ page }) => {
    let isBroken = true;
    await page.route(LIST, (route) =>
      isBroken ? route.fulfill({ status: 500, json: {} }) : route.fulfill({ json: FIVE }),
    );
    await page.goto(TAB);
    await expect(page.getByRole('alert')).toContainText(
      'Erreur lors du chargement des données. Veuillez rafraîchir la page.',
    );
    isBroken = false;
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(rows(page)).toHaveCount(5);
  });

  test('a long list loads in windows; a failed one leaves the rows, with a retry', async ({ page }) => {
    const all = items(1_200).toReversed();
    let failures = 0;
    let release = () => {};
    const held = new Promise<void>((done) => {
      release = done;
    });
    const ranges: string[] = [];
    await page.route(LIST, async (route) => {
      const range = route.request().headers()['range'] ?? '';
      ranges.push(range);
      const [first, last] = range.replace('items=', '').split('-').map(Number) as [number, number];
      if (first === 200) await held;
      if (first === 700 && failures < 2) {
        failures += 1;
        return route.fulfill({ status: 503, json: {} });
      }
      const part = all.slice(first, last + 1);
      const headers = { 'content-range': `items ${first}-${first + part.length - 1}/${all.length}` };
      await route.fulfill({ status: 206, headers, json: part });
    });
    await page.goto(TAB);
    await expect(page.getByText('200 / 1200 rapport(s)')).toBeVisible();
    await expect(page.getByText('Chargement de la suite…')).toBeVisible();
    await expect(ids(page).first()).toHaveText('1200');
    release();
    await expect(page.getByRole('alert')).toContainText('700 rapports sur 1200 sont affichés.');
    await expect(page.getByText('700 / 1200 rapport(s)')).toBeVisible();
    await page.getByRole('button', { name: 'Réessayer' }).click();
    await expect(page.getByText('1200 / 1200 rapport(s)')).toBeVisible();
    await expect(page.getByText('Chargement de la suite…')).toBeHidden();
    expect(ranges).toEqual(['items=0-199', 'items=200-699', 'items=700-1199', 'items=700-1199', 'items=700-1199']);
  });
});

test('HI-08 HI-09 filters are folded; each limits, the address keeps them over a reload, back and forward', async ({
  page,
}) => {
  await page.clock.setFixedTime(TODAY);
  await open(page, [
    ...FIVE,
    item(14, { adresse: '12 Rue de la Paix 75002 Paris', destinataires: 'Élodie Nuñez' }),
    item(15, { adresse: '1 Quai 20137 Porto-Vecchio', date0: '2026-11-01T23:30:00Z' }),
    item(16, { adresse: '2 Rue 97400 Saint-Denis' }),
    item(17, { adresse: '3 Rue du Port 17000 La Rochelle', commune: 'La Rochelle', departement: '17' }),
    item(18, { adresse: '4 Rue 38000 Grenoble' }),
  ]);
  const [count, department] = [page.getByText(/rapport\(s\)$/), page.getByLabel('Département', { exact: true })];
  await expect(department).toBeHidden();
  await expect(page.getByLabel('Rechercher')).toBeVisible();
  await page.getByText('Filtres', { exact: true }).click();
  await expect(department.locator('option')).toHaveCount(102);
  const quick = page.getByRole('group', { name: 'Départements les plus fréquents' }).getByRole('button');
  await expect(quick).toHaveCount(5);
  await expect(quick.first()).toHaveText('95 Val-d’Oise 5');
  await quick.first().click();
  await expect(count).toHaveText('5 / 10 rapport(s)');
  await department.selectOption('974');
  await expect(page).toHaveURL(/dept=974/);
  await expect(ids(page)).toHaveText(['16']);
  await page.goBack();
  await expect(count).toHaveText('5 / 10 rapport(s)');
  await page.goForward();
  await expect(department).toHaveValue('974');
  await page.getByRole('button', { name: 'Réinitialiser' }).click();
  await expect(count).toHaveText('10 / 10 rapport(s)');

  const city = page.getByLabel('Ville');
  await expect(page.locator('datalist option')).toHaveCount(6);
  await city.fill('ROCH');
  await expect(page.locator('datalist option')).toHaveText(['La Rochelle']);
  await expect(count).toHaveText('1 / 10 rapport(s)');
  await city.fill('');
  await page.getByLabel('Rechercher').fill('nunez paix');
  await expect(count).toHaveText('1 / 10 rapport(s)');
  await expect(page).toHaveURL(/q=nunez\+paix/);
  await page.getByLabel('Rechercher').press('Enter');
  await expect(ids(page).first()).toBeFocused();
  await page.reload();
  await expect(count).toHaveText('1 / 10 rapport(s)');
  await page.getByLabel('Rechercher').fill('');
  await page.getByText('Filtres', { exact: true }).click();

  const created = page.getByRole('group', { name: 'Date de création' });
  await created.getByLabel('Du').fill('2026-11-02');
  await created.getByLabel('Au').fill('2026-11-02');
  await expect(ids(page)).toHaveText(['15']);
  await page.getByRole('button', { name: 'Réinitialiser' }).click();
  await page.getByRole('group', { name: 'Date d’expiration' }).getByLabel('Au').fill('2026-11-27');
  await expect(ids(page)).toHaveText(['13', '12', '11']);
  await page.getByRole('checkbox', { name: 'Expiré > 1an' }).check();
  await page.getByRole('checkbox', { name: 'Renouvelé' }).check();
  await expect(ids(page)).toHaveText(['13', '12']);
  await header(page, 'Référence').getByRole('button').click();
  await expect(ids(page)).toHaveText(['12', '13']);
  await page.reload();
  await expect(count).toHaveText('2 / 10 rapport(s)');
  await expect(ids(page)).toHaveText(['12', '13']);
  await page.getByText('Filtres (2 actifs)').click();
  await page.getByLabel('Rechercher').fill('introuvable');
  await page.getByRole('button', { name: 'Voir tous les rapports' }).click();
  await expect(count).toHaveText('10 / 10 rapport(s)');
});

test('an impossible URL opens the whole list; a row of another server shows the fields that it has', async ({
  page,
}) => {
  await open(page, [{ id: 7 }, ...items(6)], '&dept=zz&etat=perdu&tri=prix&lignes=-1&cree_du=2026-02-30&q=');
  await expect(page.getByText('7 / 7 rapport(s)')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, 7)).toContainText('N/A');
});

test('no statement → « 0 / 0 », and the wizard in one button', async ({ page }) => {
  await page.goto(TAB);
  await expect(page.getByText('0 / 0 rapport(s)', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Réaliser un état des risques' }).last().click();
  await expect(page).toHaveURL(/\/realisation_erp/);
});

test('HI-10 another account’s statement is not found; without a session, 401', async ({
  request,
  account,
  statement,
}) => {
  const { id } = await statement();
  const { email, password } = await account(0);
  const login = await request.post('/api/v2/token/login/', { data: { username: email, password } });
  const { auth_token: token } = (await login.json()) as { auth_token: string };
  const headers = { authorization: `Token ${token}` };
  for (const [options, status] of [
    [{ headers }, 404],
    [{}, 401],
  ] as const) {
    expect((await request.get(`/api/v2/download_pdf_proxy/${id}/`, options)).status()).toBe(status);
    expect((await request.patch(`/api/v2/erp/${id}/regenerate/`, options)).status()).toBe(status);
  }
});

test('axe is clean with filters and a menu open; no sideways scroll from 320 px (400 %) on, cards lose nothing', async ({
  page,
}) => {
  await page.clock.setFixedTime(TODAY);
  await open(page, [...FIVE, ...items(3)], '&lignes=10');
  await page.getByText('Filtres', { exact: true }).click();
  await expectAccessible(page);
  for (const width of [1440, 1216, 1215, 992, 768, 767, 640, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  for (const text of ['12 Rue des Lilas 95000 Cergy', '01/01/2025', '30/06/2025', 'Expiré > 1an', 'Non renouvelable']) {
    await expect(row(page, 12).getByText(text, { exact: true })).toBeVisible();
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await row(page, 12)
    .getByRole('button', { name: /^Autres actions/ })
    .click();
  await expect(page.getByRole('menuitem', { name: 'Lire à l’écran' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menuitem', { name: 'Remettre' })).toBeHidden();
  // Its date is shown once.
  await expect(row(page, 12).getByText('30/06/2025')).toHaveCount(1);
  await toggle(page, 12).click();
  await expect(details(page, 12).getByText('Le délai de renouvellement a pris fin le 30/06/2026')).toBeVisible();
  await expectNoSidewaysScroll(page);
});
