import type { Page, Route } from '@playwright/test';
import { issueStatement } from './issued.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, recordCalls, test, type Account } from './journey.ts';

const LIST = '**/api/v2/erps/with-regeneration/';
const RENEW = '**/api/v2/erp/*/regenerate/';
const DOWNLOAD = '**/api/v2/download_pdf_proxy/**';
const TAB = '/myspace/?tab=mesERP-tabs-simple';
const TODAY = new Date('2026-11-20T11:00:00+01:00');
const PDF = { body: '%PDF-1.7', headers: { 'content-type': 'application/pdf' } };

/** As the prescribed fields have it, and no more: what our server adds may be absent. */
const item = (id: number, more: object = {}) => ({
  id,
  adresse: `${id} Rue des Lilas 95000 Cergy`,
  type: 'Vente',
  destinataires: '-',
  date0: '2026-06-01',
  date_expiration_regeneration: null,
  nb_regenerations: 0,
  peut_regenerer: false,
  jours_restants_regeneration: 0,
  derniere_regeneration: null,
  ...more,
});
const items = (count: number) => Array.from({ length: count }, (_, index) => item(index + 1));

/** HI-04, on 2026-11-20. */
const FIVE = [
  item(9),
  item(10, { nb_regenerations: 1, date0: '2026-01-10', date_expiration_regeneration: '2027-01-01' }),
  item(11, { date0: '2026-04-01', peut_regenerer: true }),
  item(12, { date0: '2025-01-01' }),
  item(13, { nb_regenerations: 1, date0: '2025-01-01', date_expiration_regeneration: '2026-10-01' }),
];

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');
const row = (page: Page, id: number) =>
  rows(page).filter({ has: page.getByRole('rowheader', { name: `${id}`, exact: true }) });
const ids = (page: Page) => rows(page).getByRole('rowheader');
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });
const renew = (page: Page, id: number) => row(page, id).getByRole('button', { name: /^(Renouv|Déjà|Non)/ });
const more = (page: Page) => page.getByRole('button', { name: /^Voir plus de rapports/ });

async function open(page: Page, list: readonly object[], query = ''): Promise<void> {
  await page.route(LIST, (route) => route.fulfill({ json: list }));
  await page.goto(TAB + query);
  await expect(rows(page).first()).toBeVisible();
}

let owner: Account;
test.beforeEach(async ({ account, session }) => {
  owner = await account(1);
  await session(owner);
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
  expect(logged).toContain('États des risques : 1 renouvelé(s), 11 non renouvelé(s)');
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

test('HI-04 HI-05 states and labels on 20/11/2026, a reason beside every inert button', async ({ page }) => {
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
    await expect(row(page, id).getByText(note)).toBeVisible();
    await expect(renew(page, id)).toHaveAccessibleDescription(note);
    if (id === 11) {
      await expect(renew(page, id)).toBeEnabled();
    } else {
      await expect(renew(page, id)).toHaveAttribute('aria-disabled', 'true');
      await renew(page, id).click({ force: true });
    }
  }
  await expect(rows(page).getByRole('cell').filter({ hasText: '28/11/2026' }).first()).toBeVisible();
});

test('HI-06 renewed: the sentence, the row in place, the download half a second later, once', async ({ page }) => {
  await page.clock.setFixedTime(TODAY);
  let answer: (route: Route) => void = () => {};
  const asked = new Promise<Route>((done) => {
    answer = done;
  });
  await page.route(RENEW, (route) => answer(route));
  await page.route(DOWNLOAD, (route) => route.fulfill(PDF));
  await open(page, FIVE);
  const calls = recordCalls(page);
  await renew(page, 11).click();
  await expect(renew(page, 11)).toHaveText('Renouvellement...');
  await renew(page, 11).click({ force: true });
  const file = page.waitForEvent('download');
  const downloading = page.waitForRequest(DOWNLOAD);
  const answeredMs = performance.now();
  await (await asked).fulfill({ json: { nb_regenerations: 1 } });
  await downloading;
  const waitedMs = performance.now() - answeredMs;
  expect(waitedMs).toBeGreaterThan(490);
  expect(waitedMs).toBeLessThan(1_500);
  const toast = page.getByRole('status').filter({ hasText: 'ERP renouvelé' });
  await expect(
    toast.getByText('ERP renouvelé avec succès ! Téléchargement en cours...', { exact: true }),
  ).toBeVisible();
  await expect(row(page, 11).getByText('Renouvelé', { exact: true })).toBeVisible();
  await expect(renew(page, 11)).toHaveText('Déjà renouvelé');
  await expect(row(page, 11)).toContainText('19/05/2027');
  expect((await file).suggestedFilename()).toBe('ERP 11 11 Rue des Lilas 95000 Cergy.pdf');
  expect(calls.filter((call) => /regenerate|download/.test(call))).toEqual([
    'PATCH /api/v2/erp/11/regenerate/',
    'GET /api/v2/download_pdf_proxy/11/',
  ]);
});

test.describe('failures', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('HI-07 the server’s own words, or the prescribed ones; a list that is no longer true is read again', async ({
    page,
  }) => {
    await page.clock.setFixedTime(TODAY);
    await open(page, FIVE);
    for (const [status, json, sentence, readsAgain] of [
      [503, { detail: 'Géorisques n’a pas répondu.' }, 'ERREUR: Géorisques n’a pas répondu.', false],
      [400, { message: 'Trop tôt' }, 'ERREUR: Trop tôt', false],
      [500, {}, 'ERREUR: Erreur lors du renouvellement', false],
      [409, { detail: 'Cet état des risques est déjà renouvelé.' }, 'ERREUR: Cet état des risques est déjà', true],
      [404, { detail: 'Pas trouvé.' }, 'ERREUR: Pas trouvé.', true],
    ] as const) {
      await page.route(RENEW, (route) => route.fulfill({ status, json }));
      const read = readsAgain ? page.waitForRequest(LIST) : null;
      await renew(page, 11).click();
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(renew(page, 11)).toHaveText('Renouveler');
      await read;
    }
    await page.route(RENEW, (route) => route.abort());
    await renew(page, 11).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur lors du renouvellement' })).toBeVisible();
    await page.route(DOWNLOAD, (route) => route.fulfill({ status: 500, json: {} }));
    await row(page, 9)
      .getByRole('button', { name: /^Télécharger/ })
      .click();
    await expect(page.getByRole('alert').last()).toContainText('Erreur lors du téléchargement. Veuillez réessayer.');
  });

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

  test('a long list comes by windows; one that fails leaves the rows, and can be asked again', async ({ page }) => {
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
  await page.getByText('Filtres', { exact: true }).click();
  await expect(department.locator('option')).toHaveCount(102);
  const quick = page.getByRole('group', { name: 'Départements les plus fréquents' }).getByRole('button');
  await expect(quick).toHaveCount(5);
  await expect(quick.first()).toHaveText('95 Val-d’Oise 5');
  await quick.first().click();
  await expect(count).toHaveText('5 / 10 rapport(s)');
  await department.selectOption('974');
  await expect(ids(page)).toHaveText(['16']);
  await expect(page).toHaveURL(/dept=974/);
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
  await page.getByText('Filtres (1 actif)').click();
  await page.getByLabel('Rechercher').fill('');

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

test('an address that nobody could have written opens the whole list; one row of another server has what it tells', async ({
  page,
}) => {
  await open(page, [{ id: 7 }, ...items(6)], '&dept=zz&etat=perdu&tri=prix&lignes=-1&cree_du=2026-02-30&q=');
  await expect(page.getByText('7 / 7 rapport(s)')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(row(page, 7)).toContainText('N/A');
});

test('no statement → the wizard in one button', async ({ page }) => {
  await page.goto(TAB);
  await page.getByRole('link', { name: 'Réaliser un état des risques' }).last().click();
  await expect(page).toHaveURL(/\/realisation_erp/);
});

test('HI-10 somebody else’s statement is not found, nobody’s asks for a session', async ({
  context,
  request,
  account,
}) => {
  const { id } = await issueStatement(context);
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

test('renewed on the real server: new document, changes told, the replaced one kept, credits untouched; the sale concluded and taken back', async ({
  page,
  context,
  sql,
  balance,
}) => {
  test.slow();
  const { id } = await issueStatement(context);
  await sql(`update statement set issued_at = issued_at - interval '200 days' where id = $1`, [id]);
  await sql(
    `update statement_edition set issued_at = issued_at - interval '200 days', expires_on = expires_on - 200
     where statement_id = $1`,
    [id],
  );
  await page.goto(TAB);
  await expect(row(page, id).getByText('Expiré < 1an', { exact: true })).toBeVisible();
  const file = page.waitForEvent('download', { timeout: 30_000 });
  await renew(page, id).click();
  await expect(row(page, id).getByText('Renouvelé', { exact: true })).toBeVisible({ timeout: 30_000 });
  expect((await file).suggestedFilename()).toMatch(new RegExp(`^ERP ${id} .*\\.pdf$`));
  await expect(row(page, id)).toContainText('Ce qui a changé avec ce renouvellement');
  expect(await balance(owner)).toBe(0);
  await page.reload();
  await expect(renew(page, id)).toHaveText('Déjà renouvelé');

  const menu = row(page, id).getByRole('button', { name: /^Autres actions/ });
  await menu.press('Enter');
  await page.getByRole('menuitem', { name: 'Éditions et changements' }).press('Enter');
  const editions = page
    .getByRole('dialog', { name: 'Éditions et changements' })
    .getByRole('listitem')
    .filter({ hasText: 'Établie' });
  await expect(editions).toHaveCount(2);
  await expect(editions.last()).toContainText('remplacée depuis');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();

  await menu.click();
  await page.getByRole('menuitem', { name: 'Marquer la vente comme conclue' }).click();
  await expect(row(page, id).getByText('Vente conclue')).toBeVisible();
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText('vous ne recevrez plus de rappel')).toBeHidden();
  await expect(row(page, id).getByText('Vente conclue')).toBeHidden();
  await menu.click();
  await page.getByRole('menuitem', { name: 'Remettre' }).click();
  await expect(page.getByRole('dialog', { name: 'Remettre l’état des risques' })).toBeVisible();
});

test('axe is clean with filters and a menu open; no sideways scroll from 320 px (400 %) on, cards lose nothing', async ({
  page,
}) => {
  test.slow();
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
  await expect(page.getByRole('menuitem', { name: 'Remettre' })).toBeVisible();
  await expectNoSidewaysScroll(page);
});
