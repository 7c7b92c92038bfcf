import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

const SOLDE = '**/api/v2/solde/me/';
const TAB = '/myspace/?tab=credits-tabs-simple';

const lot = (rank: number, more: object = {}) => ({
  id_formule: rank,
  formule: `Formule ${rank}`,
  produits: 'État des risques',
  nb_credits: 10,
  date_d_achat: `2026-01-${String(rank).padStart(2, '0')}T09:00:00Z`,
  date_de_peremption: '2126-01-01T09:00:00Z',
  nb_restants: 10 - (rank % 10),
  nb_consommes: rank % 10,
  statut: 'VAL',
  ...more,
});
const twelve = Array.from({ length: 12 }, (_, index) => lot(index + 1));

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');
const names = (page: Page) => rows(page).getByRole('rowheader');
const cell = (page: Page, name: string, column: number) =>
  rows(page).filter({ hasText: name }).getByRole('cell').nth(column);
const header = (page: Page, name: string) => page.getByRole('columnheader', { name });

async function open(page: Page, lots: readonly object[]): Promise<void> {
  await page.route(SOLDE, (route) => route.fulfill({ json: lots }));
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Gestion des crédits' })).toBeVisible();
}

test.beforeEach(async ({ account, session }) => {
  await session(await account(3));
});

test('BA-01 the account’s own lots, with the prescribed columns; credits without expiry are « Illimité »', async ({
  page,
}) => {
  await page.goto(TAB);
  await expect(page.getByText('1 / 1 formule(s)')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Formule',
    'Produits',
    "Date d'achat",
    "Date d'expiration",
    'Crédits restants',
    'Crédits consommés',
    'Statut',
  ]);
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    'État des risques',
    /^\d{2}\/\d{2}\/\d{4}$/,
    'Illimité',
    '3',
    '0',
    'Valide',
  ]);
  await expect(page.getByText('3 crédits disponibles.')).toBeVisible();
});

test('BA-01 the reverse of the answer at first; headings sort, and again reverse, and say so', async ({ page }) => {
  const lots = [
    lot(2, { nb_restants: 9, date_d_achat: null }),
    lot(1, { nb_restants: 10 }),
    lot(3, { nb_restants: 100 }),
  ];
  await open(page, lots);
  await expect(page.getByText('3 / 3 formule(s)')).toBeVisible();
  await expect(names(page)).toHaveText(['Formule 3', 'Formule 1', 'Formule 2']);
  await expect(header(page, 'Crédits restants')).toHaveAttribute('aria-sort', 'none');
  await header(page, 'Crédits restants').getByRole('button').click();
  await expect(header(page, 'Crédits restants')).toHaveAttribute('aria-sort', 'descending');
  await expect(names(page)).toHaveText(['Formule 3', 'Formule 1', 'Formule 2']);
  await header(page, 'Crédits restants').getByRole('button').press('Enter');
  await expect(header(page, 'Crédits restants')).toHaveAttribute('aria-sort', 'ascending');
  await expect(names(page)).toHaveText(['Formule 2', 'Formule 1', 'Formule 3']);
  await header(page, "Date d'achat").getByRole('button').click();
  await header(page, "Date d'achat").getByRole('button').click();
  await expect(names(page)).toHaveText(['Formule 1', 'Formule 3', 'Formule 2']);
  await expect(header(page, 'Crédits restants')).toHaveAttribute('aria-sort', 'none');
});

test('BA-02 statuses and expiries in words; a past expiry looks it', async ({ page }) => {
  const bought = '2026-11-20T10:00:00Z';
  await open(page, [
    lot(1, { date_d_achat: bought, date_de_peremption: '2077-11-20T10:00:00Z' }),
    lot(2, { date_d_achat: bought, date_de_peremption: '2075-11-20T10:00:00Z', statut: 'PENDING' }),
    lot(3, { date_d_achat: null, date_de_peremption: null, statut: 'ABC' }),
    lot(4, { date_d_achat: '2020-01-01', date_de_peremption: '2020-02-01', statut: 'EXP' }),
  ]);
  for (const [name, expiry, status] of [
    ['Formule 1', 'Illimité', 'Valide'],
    ['Formule 2', '20/11/2075', 'En attente'],
    ['Formule 3', 'N/A', 'En attente'],
    ['Formule 4', '01/02/2020', 'Expiré'],
  ] as const) {
    await expect(cell(page, name, 2)).toHaveText(expiry);
    await expect(cell(page, name, 5)).toHaveText(status);
  }
  await expect(cell(page, 'Formule 3', 1)).toHaveText('N/A');
  await expect(page.getByText('01/02/2020')).toHaveCSS('text-decoration-line', 'line-through');
  await expect(page.getByText('20/11/2075')).toHaveCSS('text-decoration-line', 'none');
});

test('BA-03 five rows and five more; the focus goes to the first new one', async ({ page }) => {
  await open(page, twelve);
  const more = page.getByRole('button', { name: /^Voir plus de formules/ });
  await expect(rows(page)).toHaveCount(5);
  await expect(more).toHaveText('Voir plus de formules (7 restantes)');
  await more.click();
  await expect(rows(page)).toHaveCount(10);
  await expect(more).toHaveText('Voir plus de formules (2 restantes)');
  await more.press('Enter');
  await expect(rows(page)).toHaveCount(12);
  await expect(more).toBeHidden();
  await expect(page.getByRole('rowheader', { name: 'Formule 2', exact: true })).toBeFocused();
});

test('BA-03 « Filtres et tri » is folded; the box keeps the valid ones, « Réinitialiser » restores all', async ({
  page,
}) => {
  await open(page, [lot(1, { statut: 'EXP' }), lot(2), lot(3, { statut: 'PENDING' })]);
  const box = page.getByLabel('Afficher uniquement les formules non expirées');
  await expect(box).toBeHidden();
  await page.getByText('Filtres et tri').click();
  await box.check();
  await expect(page.getByText('1 / 3 formule(s)')).toBeVisible();
  await expect(names(page)).toHaveText(['Formule 2']);
  await header(page, 'Crédits restants').getByRole('button').click();
  await page.getByRole('button', { name: 'Réinitialiser' }).click();
  await expect(box).not.toBeChecked();
  await expect(page.getByText('3 / 3 formule(s)')).toBeVisible();
  await expect(names(page)).toHaveText(['Formule 3', 'Formule 2', 'Formule 1']);
});

test.describe('list failure', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('BA-03 no message, the page stays usable, the list can be requested again', async ({ page }) => {
    let isBroken = true;
    await page.route(SOLDE, (route) =>
      isBroken ? route.fulfill({ status: 400, json: {} }) : route.fulfill({ json: [lot(1)] }),
    );
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('La liste des formules'));
    await page.goto(TAB);
    const again = page.getByRole('button', { name: 'Afficher mes formules' });
    await expect(again).toBeVisible();
    expect((await logged).type()).toBe('warning');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('tabpanel').getByRole('link', { name: 'Acheter des crédits' })).toBeVisible();
    isBroken = false;
    await again.click();
    await expect(rows(page)).toHaveCount(1);
  });

  test('the notice setting reverts when it cannot be saved', async ({ page }) => {
    await page.route('**/api/v2/user_data/me/update/', (route) => route.fulfill({ status: 500, json: {} }));
    await open(page, [lot(1)]);
    const notices = page.getByLabel(/^Recevoir un avis par e-mail/);
    await notices.click();
    await expect(page.getByRole('alert')).toContainText('Votre choix n’a pas été enregistré.');
    await expect(notices).toBeChecked();
  });
});

test('no lot → the prices in one button', async ({ page }) => {
  await open(page, []);
  await page.getByRole('link', { name: 'Voir les tarifs' }).click();
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('notices by mail are on; off is kept', async ({ page, sql, account, session }) => {
  const user = await account(3);
  await session(user);
  await open(page, [lot(1)]);
  const notices = page.getByLabel(/^Recevoir un avis par e-mail/);
  await expect(notices).toBeChecked();
  await notices.uncheck();
  await expect(page.getByText('Choix enregistré.')).toBeVisible();
  await page.reload();
  await expect(notices).not.toBeChecked();
  expect(
    await sql('select count(*)::int from account where id = $1 and notices_stopped_at is not null', [user.id]),
  ).toEqual([{ count: 1 }]);
});

test('axe is clean with rows, filters, and none; cards at 320 px lose nothing and do not scroll sideways', async ({
  page,
}) => {
  await open(page, [
    ...twelve,
    lot(13, { statut: 'EXP', date_de_peremption: '2026-02-13' }),
    lot(14, { statut: 'PENDING' }),
  ]);
  await page.getByText('Filtres et tri').click();
  await expectAccessible(page);
  for (const width of [768, 767, 641, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
  const card = rows(page).nth(1);
  for (const text of ['Formule 13', '13/01/2026', '13/02/2026', '7', '3', 'Expiré']) {
    await expect(card.getByText(text, { exact: true })).toBeVisible();
  }
  await header(page, 'Crédits restants').getByRole('button').click();
  await expect(header(page, 'Crédits restants')).toHaveAttribute('aria-sort', 'descending');
});
