import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { customerOf } from './issued.ts';
import { COOKIES_DECLINED, expect, expectAccessible, holdTimers, recordCalls, test, type Account } from './journey.ts';

// The banner covers part of the footer: axe would report small links.
test.use(COOKIES_DECLINED);

const EXPORT = '**/api/v2/erps/export/';
const DELETE_ME = '**/api/v2/users/me/';
const password = (page: Page) => page.getByLabel('Mot de passe', { exact: true });
const remove = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Supprimer mon compte' });
const enter = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Connexion', exact: true });
const refusal = (page: Page) =>
  page.getByRole('main').getByRole('alert').filter({ hasText: 'Mot de passe incorrect.' });

async function issueStatement(sql: (text: string, values?: unknown[]) => Promise<unknown>, { id }: Account) {
  await sql(
    `with s as (
       insert into statement (account_id, status, adresse, cadastre, code_parcelle, latitude, longitude,
         type_de_transaction, vendeur_nom, acheteur_nom, issued_at)
       values ($1, 'issued', '4 Rue des Lilas', '000-AB-0001', '000-AB-0001@95280', 49, 2, 'Vente', 'Zoé', '-', now())
       returning id)
     insert into statement_edition (statement_id, edition, reference, issued_at, expires_on, specimen, file_key,
       file_sha256, facts, template_version)
     select id, 1, $2, now(), current_date + 180, true, 'statements/perdu.pdf', '0', '{}', '1' from s`,
    [id, `ERP-TEST-${id}`],
  );
}

test('DEL-01 a visitor → /', async ({ page }) => {
  await page.goto('/SupprimerCompte');
  await page.waitForURL(/\/$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('DEL-01 what is lost, what is kept by law; the button needs a password; « back » returns', async ({
  page,
  account,
  session,
}) => {
  await session(await account(3));
  await page.goto('/Tarifs');
  await page.getByRole('banner').getByRole('link', { name: 'Mon espace' }).click();
  await page.getByText('Supprimer mon compte').first().click();
  await page.getByRole('tabpanel').getByRole('link', { name: 'Supprimer mon compte' }).click();
  const main = page.getByRole('main');
  for (const lost of [
    'vos informations personnelles',
    'tous vos états des risques',
    'l’historique de vos factures',
    'vos 3 crédits restants',
    'article L123-22 du code de commerce',
    'Vous n’avez aucun document à télécharger.',
  ]) {
    await expect(main).toContainText(lost);
  }
  await expect(remove(page)).toBeDisabled();
  await password(page).fill('a');
  await expect(remove(page)).toBeEnabled();
  await password(page).fill('');
  await expect(remove(page)).toBeDisabled();
  await password(page).press('Enter');
  await page.getByRole('button', { name: 'Annuler et revenir en arrière' }).click();
  await expect(page).toHaveURL(/\/myspace$/);
});

test.describe('the download of all', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('all documents in one ZIP, even when one is lost: progress, cancel, « Réessayer » after a failure', async ({
    page,
    account,
    session,
    sql,
  }) => {
    const user = await account(0);
    await issueStatement(sql, user);
    await session(user);
    await page.goto('/SupprimerCompte');
    const all = page.getByRole('button', { name: 'Télécharger tous mes documents (ZIP)' });
    const bar = page.getByRole('progressbar', { name: 'Téléchargement de vos documents en cours' });
    const failed = page.getByRole('alert').filter({ hasText: 'Erreur lors du téléchargement. Veuillez réessayer.' });
    await page.route(EXPORT, () => null);
    await all.click();
    await expect(bar).toBeVisible();
    await expect(page.getByText('Préparation de vos documents…')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Annuler le téléchargement' }).click();
    await expect(bar).toBeHidden();
    await expect(all).toBeFocused();
    await expect(failed).toBeHidden();

    await page.unroute(EXPORT);
    await page.route(EXPORT, (route) => route.fulfill({ status: 500, json: {} }));
    await all.click();
    await expect(failed).toBeVisible();
    await page.unroute(EXPORT);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Réessayer' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^Clairisque - mes documents - [\d-]{10}\.zip$/);
    const zip = readFileSync(await download.path());
    expect(zip.toString('latin1', 0, 2)).toBe('PK');
    expect(zip.toString('latin1')).toContain('etats-des-risques.csv');
    await expect(page.getByText('Téléchargement terminé.')).toBeVisible();
    await expect(failed).toBeHidden();
  });
});

test.describe('refused', () => {
  test.use({ allowConsole: /Failed to load resource/ });

  test('DEL-02 429, 503, no response, or a refused password → « Mot de passe incorrect. », a line that says what to do; the account is intact', async ({
    page,
    account,
    session,
    sql,
  }) => {
    const user = await account(1);
    await session(user);
    await page.goto('/SupprimerCompte');
    for (const [answer, hint] of [
      [429, 'Trop de tentatives.'],
      [503, 'Le service est momentanément indisponible.'],
      ['no network', 'Le service n’a pas répondu.'],
    ] as const) {
      await page.route(DELETE_ME, (route) => {
        if (route.request().method() !== 'DELETE') return route.continue();
        return answer === 'no network' ? route.abort() : route.fulfill({ status: answer, json: {} });
      });
      await password(page).fill('Motdepasse-2026!');
      await remove(page).click();
      await expect(refusal(page)).toContainText(hint);
      await expect(password(page)).toHaveValue('Motdepasse-2026!');
      await page.unroute(DELETE_ME);
    }
    await password(page).fill('Autrechose-2026!');
    const asked = page.waitForRequest((request) => request.method() === 'DELETE');
    await remove(page).click();
    expect((await asked).postDataJSON()).toEqual({ current_password: 'Autrechose-2026!' });
    await expect(refusal(page)).toBeVisible();
    await expectAccessible(page);
    expect(await sql('select id from account where id = $1', [user.id])).toHaveLength(1);
    await page.getByRole('button', { name: 'Annuler et revenir en arrière' }).click();
    await expect(page).toHaveURL(/\/myspace$/);
  });
});

test('DEL-02 axe on the farewell → clean', async ({ page, account, session }) => {
  await session(await account(0));
  // Keeps the page for axe.
  await holdTimers(page, 5_100);
  await page.route(DELETE_ME, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await page.goto('/SupprimerCompte');
  await password(page).fill('a');
  await remove(page).click();
  await expect(page.getByText('Suppression en cours...')).toBeVisible();
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/SupprimerCompte$/);
});

test('credits bought a moment ago → the page names the amount, the deletion pays it back', async ({
  page,
  context,
  account,
  session,
  sql,
}) => {
  const user = await account(0);
  await session(user);
  await (await customerOf(context)).buy('PA1');
  await page.goto('/SupprimerCompte');
  const purchases = page.getByRole('region', { name: 'Vos achats récents' });
  await expect(purchases).toContainText(/15,00.€ TTC vous seront remboursés avec la suppression.+5 de vos crédits/);
  await expect(purchases.getByRole('link', { name: 'Renoncer au contrat ici' })).toHaveAttribute(
    'href',
    '/myspace/?tab=factures-tabs-simple#retractation',
  );
  await expectAccessible(page);
  await password(page).fill(user.password);
  await remove(page).click();
  await expect(page.getByText('Suppression en cours...')).toBeVisible();
  const refunds = `select refund.amount_cents from order_refund refund join purchase_order o on o.id = refund.order_id
    where o.buyer_email = $1 and refund.kind = 'withdrawal'`;
  expect(await sql(refunds, [user.email])).toEqual([{ amount_cents: 1500 }]);
});

test.describe('deleted', () => {
  // For the refused sign-in at the end.
  test.use({ allowConsole: /Failed to load resource.*token\/login/, storageState: { cookies: [], origins: [] } });

  test('DEL-02 the right password → a bar of 5 s, / at 5.1 s, nothing left here nor in the other tabs', async ({
    page,
    context,
    account,
    session,
    sql,
  }) => {
    const user = await account(3);
    await session(user);
    await page.clock.install();
    await page.goto('/realisation_erp?adresse=8%20boulevard%20du%20port%20cergy');
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).toContain('adresse');
    const other = await context.newPage();
    await other.goto('/myspace');
    await expect(other.getByRole('heading', { name: 'Mes infos' })).toBeVisible();
    await page.goto('/SupprimerCompte');
    await password(page).fill(user.password);
    await remove(page).click();
    await expect(page.getByText('Suppression en cours...')).toBeVisible();
    await expect(enter(page)).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await expect(enter(other)).toBeVisible();
    await expect(other).toHaveURL(/\/$/);
    await expect(page).toHaveURL(/\/SupprimerCompte$/);
    const calls = recordCalls(page);
    await page.clock.runFor(5_200);
    await expect(page).toHaveURL(/\/$/);
    expect(calls.filter((call) => /user_data|users/.test(call))).toEqual([]);
    expect(await sql('select id from account where id = $1', [user.id])).toEqual([]);
    await page.goto('/login');
    await page.getByLabel('Adresse e-mail').fill(user.email);
    await password(page).fill(user.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByRole('main').getByRole('alert')).toContainText('Mot de passe ou email incorrect');
  });
});
