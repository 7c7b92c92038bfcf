import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readMails } from '../tests/harness/mailbox.ts';
import { customerOf } from './issued.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test, type Account } from './journey.ts';
import { runUntilVisible } from './wizard-steps.ts';

const FACTURES = '**/api/v2/facture/me/';
const GENERATE = '**/api/v2/facture/generate_url/*/';
const TAB = '/myspace/?tab=factures-tabs-simple';

const invoice = (rank: number, more: object = {}) => ({
  numero_facture: `F-2026-${String(rank).padStart(3, '0')}`,
  pdf_a_telecharger: `pdf-${rank}`,
  produit: '5 crédits',
  date0: `2026-01-${String(rank).padStart(2, '0')}T09:00:00Z`,
  montant: 15,
  ...more,
});
const twelve = Array.from({ length: 12 }, (_, index) => invoice(index + 1));

const rows = (page: Page) => page.getByRole('tabpanel').locator('tbody tr');
const numbers = (page: Page) => rows(page).getByRole('rowheader');
const download = (page: Page) => rows(page).first().getByRole('button');

async function open(page: Page, invoices: readonly object[]): Promise<void> {
  await page.route(FACTURES, (route) => route.fulfill({ json: invoices }));
  await page.goto(TAB);
  await expect(page.getByRole('heading', { name: 'Mes factures' })).toBeVisible();
}

let owner: Account;
test.beforeEach(async ({ account, session }) => {
  owner = await account(0);
  await session(owner);
});

test('FA-01 the prescribed columns, the newest first, five rows and five more, the support’s address', async ({
  page,
}) => {
  await open(page, [...twelve.slice(3), ...twelve.slice(0, 3)]);
  await expect(page.getByText('12 / 12 facture(s)')).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText(['Référence', 'Produit', 'Date', 'Montant', 'Action']);
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveAttribute('aria-sort', 'descending');
  await expect(numbers(page)).toHaveText(['F-2026-012', 'F-2026-011', 'F-2026-010', 'F-2026-009', 'F-2026-008']);
  await expect(rows(page).first().getByRole('cell')).toHaveText([
    '5 crédits',
    '12/01/2026',
    '15,00 €',
    'Télécharger la facture F-2026-012',
  ]);
  const more = page.getByRole('button', { name: /^Voir plus de factures/ });
  await expect(more).toHaveText('Voir plus de factures (7 restantes)');
  await more.click();
  await expect(more).toHaveText('Voir plus de factures (2 restantes)');
  await more.click();
  await expect(rows(page)).toHaveCount(12);
  await expect(more).toBeHidden();
  await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click();
  await expect(rows(page).first()).toContainText('F-2026-001');
  await expect(page.getByRole('tabpanel').getByRole('link', { name: /@/ })).toHaveAttribute('href', /^mailto:/);
});

test('FA-02 reference in any case, period with both bounds, limits of the invoices’ own days', async ({ page }) => {
  await open(page, [...twelve, invoice(20, { numero_facture: 'A-2026-001', montant: -7.5 })]);
  const reference = page.getByLabel('Rechercher une référence');
  const [from, to] = [page.getByLabel('Du', { exact: true }), page.getByLabel('Au', { exact: true })];
  await reference.fill('f-20');
  await expect(page.getByText('12 / 13 facture(s)')).toBeVisible();
  for (const field of [from, to]) {
    await expect(field).toHaveAttribute('min', '2026-01-01');
    await expect(field).toHaveAttribute('max', '2026-01-20');
  }
  await from.fill('2026-01-03');
  await to.fill('2026-01-05');
  await expect(numbers(page)).toHaveText(['F-2026-005', 'F-2026-004', 'F-2026-003']);
  await expect(page.getByText('3 / 13 facture(s)')).toBeVisible();
  await reference.fill('inconnue');
  await page.getByRole('button', { name: 'Voir toutes les factures' }).click();
  await expect(page.getByText('13 / 13 facture(s)')).toBeVisible();
  await expect(from).toHaveValue('');
});

test.describe('download', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('FA-03 « Téléchargement... » and inert during the call and 1 s after it, also when it fails', async ({
    page,
  }) => {
    await page.clock.install();
    let answer = () => {};
    await page.route(GENERATE, async (route) => {
      await new Promise<void>((done) => {
        answer = done;
      });
      await route.fulfill({ status: 404, json: { detail: 'Cette facture n’existe pas.' } });
    });
    await open(page, [invoice(1)]);
    await expect(download(page)).toBeEnabled();
    await page.clock.pauseAt(Date.now() + 60_000);
    const asked = page.waitForRequest(GENERATE);
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('Une facture n’a pas pu'));
    await download(page).click();
    expect((await asked).url()).toContain('/facture/generate_url/pdf-1/');
    await runUntilVisible(page, rows(page).first().getByRole('button', { disabled: true }));
    await expect(download(page)).toContainText('Téléchargement...');
    await page.clock.fastForward(5_000);
    await expect(download(page)).toBeDisabled();
    answer();
    await page.clock.runFor(950);
    await expect(download(page)).toBeDisabled();
    await runUntilVisible(page, rows(page).first().getByRole('button', { disabled: false }), 100);
    expect((await logged).type()).toBe('warning');
    await expect(download(page)).toContainText(/^Télécharger /);
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  });

  test('FA-03 the browser opens the URL', async ({ page }) => {
    await page.route(GENERATE, (route) => route.fulfill({ json: { url: new URL('/fichier', page.url()).href } }));
    await page.route('**/fichier', (route) =>
      route.fulfill({
        body: '%PDF-1.7',
        headers: { 'content-type': 'application/pdf', 'content-disposition': 'attachment; filename="F.pdf"' },
      }),
    );
    await open(page, [invoice(1)]);
    const file = page.waitForEvent('download');
    await download(page).click();
    expect((await file).suggestedFilename()).toBe('F.pdf');
    await expect(page).toHaveURL(/factures-tabs-simple/);
  });

  test('the list does not come → no message, the page stays usable', async ({ page }) => {
    await page.route(FACTURES, (route) => route.fulfill({ status: 400, json: {} }));
    await page.goto(TAB);
    await expect(page.getByRole('button', { name: 'Afficher mes factures' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Besoin d’aide' })).toBeVisible();
  });
});

test('no invoice → the prices in one button', async ({ page }) => {
  await open(page, []);
  await page.getByRole('link', { name: 'Voir les tarifs' }).click();
  await expect(page).toHaveURL(/\/Tarifs$/);
});

test('bought, invoice downloaded, withdrawn: receipt with date and time, credits gone, credit note listed, mail sent', async ({
  page,
  context,
  product,
}) => {
  await (await customerOf(context)).buy('PA1');
  await page.goto(TAB);
  await expect(page.getByRole('banner').getByText('5 crédits')).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), download(page).click()]);
  expect(file.suggestedFilename()).toMatch(/^F-\d{4}-\d+\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');

  const give = page.getByRole('button', { name: /^Renoncer au contrat ici/ });
  await give.click();
  const window = page.getByRole('dialog', { name: 'Renoncer au contrat' });
  await expect(window).toContainText('5 crédits non utilisés, 15,00 € TTC.');
  await window.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(window.getByText('Le nom est requis.')).toBeVisible();
  await window.getByLabel('Nom et prénom').fill('Élodie Nuñez');
  await expectAccessible(page);
  await window.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(window).toContainText(/Rétractation reçue le \d+ \S+ \d{4} à \d{2}:\d{2}/);
  await expect(window).toContainText(owner.email);
  await window.getByRole('button', { name: 'Fermer' }).last().click();
  await expect(give).toBeFocused();
  await expect(page.getByRole('banner').getByText('0 crédit')).toBeVisible();
  await expect(page.getByText('2 / 2 facture(s)')).toBeVisible();
  await expect(rows(page).first()).toContainText('-15,00 €');
  await give.click();
  await expect(window).toContainText('Aucune de vos commandes ne peut plus être annulée');
  await page.keyboard.press('Escape');
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger toutes les factures (ZIP)' }).click(),
  ]);
  expect(zip.suggestedFilename()).toMatch(/^Clairisque - mes factures - \d{4}-\d\d-\d\d\.zip$/);
  // Stored uncompressed: the table is readable in the archive.
  const archive = (await readFile(await zip.path())).toString('utf8');
  expect(archive).toContain('"Montant HT (€)";"TVA (€)";"Montant TTC (€)"');
  expect(archive).toMatch(/"12,50";"2,50";"15,00";"F-/);
  expect(archive).toMatch(/"-12,50";"-2,50";"-15,00";"/);
  const mails = async () => JSON.stringify(await readMails(product.simulatorsUrl, owner.email));
  await expect.poll(mails).toContain('Élodie Nuñez');
});

test('the footer’s link, signed in → « Droit de rétractation », to renounce there', async ({ page, context, sql }) => {
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Renoncer au contrat ici' });
  await page.goto('/Tarifs');
  await (await customerOf(context)).buy('PA1');
  // Twelve invoices push the section out of the screen.
  await page.route(FACTURES, (route) => route.fulfill({ json: twelve }));
  await page.reload();
  await link.press('Enter');
  const right = page.getByRole('heading', { name: 'Droit de rétractation' });
  await expect(right).toBeInViewport();
  await expect(right).toBeFocused();
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 640 });
  // Again, from the page that it leads to.
  await link.click();
  await expect(right).toBeInViewport();
  await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click();
  const window = page.getByRole('dialog', { name: 'Renoncer au contrat' });
  await window.getByLabel('Nom et prénom').fill('Élodie Nuñez');
  await window.getByRole('button', { name: 'Confirmer la rétractation' }).click();
  await expect(window).toContainText('Rétractation reçue le');
  await window.getByRole('button', { name: 'Fermer' }).last().click();
  expect(await sql('select sum(credits)::int from ledger_entry where account_id = $1', [owner.id])).toEqual([
    { sum: 0 },
  ]);
});

test.describe('withdrawal refused', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('the name is the profile’s; spent in another tab meanwhile → the server’s own sentence, no more button', async ({
    page,
    context,
    sql,
  }) => {
    await (await customerOf(context)).buy('UN');
    await sql(`update account set prenom = 'Élodie', nom = 'Nuñez' where id = $1`, [owner.id]);
    await page.goto(TAB);
    await page.getByRole('button', { name: /^Renoncer au contrat ici/ }).click();
    const window = page.getByRole('dialog');
    await sql(
      `insert into ledger_entry (account_id, lot_id, kind, credits)
       select account_id, id, 'expiry', -1 from credit_lot where account_id = $1`,
      [owner.id],
    );
    await expect(window.getByLabel('Nom et prénom')).toHaveValue('Élodie Nuñez');
    await window.getByRole('button', { name: 'Confirmer la rétractation' }).click();
    await expect(window.getByRole('alert')).toContainText('Cette commande n’est plus rétractable');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Renoncer au contrat ici/ }).click();
    await expect(window).toContainText('Aucune de vos commandes');
  });
});

test('axe is clean with twelve invoices and the choice between two orders; cards do not scroll sideways', async ({
  page,
  context,
}) => {
  await (await customerOf(context)).buy('PA2');
  await (await customerOf(context)).buy('UN');
  await open(page, twelve);
  await page.getByRole('button', { name: 'Renoncer au contrat ici' }).click();
  const window = page.getByRole('dialog', { name: 'Renoncer au contrat' });
  await expect(window.getByText('De quelle commande s’agit-il')).toBeVisible();
  await expectAccessible(page);
  await window.getByRole('button', { name: /10 crédits/ }).click();
  await expect(window.getByRole('button', { name: 'Confirmer la rétractation' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Renoncer au contrat ici' })).toBeFocused();
  await expectAccessible(page);
  for (const width of [768, 641, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
  }
});
