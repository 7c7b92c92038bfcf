import type { Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(400|402|404)/ });

const FILE = [
  'Mandat;Adresse du bien;CP;Ville;Vendeur',
  'M1;4 rue des Lilas;95190;Goussainville;Mme Éloïse',
  'M2;4 rue des Lilas;;;M. Martin',
  'M3;;;;Sans adresse',
].join('\r\n');

const drop = (page: Page, name: string, text: string) =>
  page
    .getByLabel(/Choisir un (autre )?fichier/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

test('a file is imported: columns, check without debit, a choice, the start, the results', async ({
  page,
  account,
  session,
}) => {
  await session(await account(3));
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await page.getByRole('link', { name: 'Importer un fichier' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importer un fichier' })).toBeVisible();

  await drop(page, 'vide.csv', '');
  await expect(page.getByRole('alert').filter({ hasText: 'Ce fichier est vide.' })).toBeVisible();
  await drop(page, 'mandats.csv', FILE);
  await expect(page.getByRole('heading', { name: '3 biens dans « mandats.csv »' })).toBeFocused();
  await expect(page.getByLabel('Adresse du bien')).toHaveValue('adresse');
  await expect(page.getByLabel('Mandat', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Vendeur', { exact: true })).toHaveAccessibleDescription(
    'Mme Éloïse · M. Martin · Sans adresse',
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vérifier 3 biens, sans débit' }).click();
  await expect(page.getByLabel('Transaction', { exact: true })).toHaveAccessibleDescription(/Choisissez vente/);
  await page.getByLabel('Transaction', { exact: true }).selectOption('Location');
  await page.getByRole('button', { name: 'Vérifier 3 biens, sans débit' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'mandats.csv À lancer' })).toBeVisible();
  await expect(page.getByText('1 bien est prêt : 1 crédit.')).toBeVisible();
  const refused = page.getByRole('region', { name: 'Lignes refusées' });
  await expect(refused.getByRole('listitem')).toContainText(
    /Ligne 4.*Cette ligne n’a ni adresse, ni parcelle, ni point\./,
  );
  const doubtful = page.getByRole('region', { name: 'À choisir' });
  await expect(doubtful.getByRole('listitem')).toContainText('Ligne 3');
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }

  await doubtful.getByRole('button', { name: /^Retenir/ }).click();
  await expect(doubtful.getByRole('combobox')).toHaveAccessibleDescription('Choisissez une proposition.');
  const labels = await doubtful.getByRole('option').allTextContents();
  await doubtful.getByRole('combobox').selectOption(labels[1] ?? '');
  await doubtful.getByRole('button', { name: /^Retenir/ }).click();
  await expect(page.getByRole('button', { name: 'Lancer : 2 crédits' })).toBeVisible();
  await page.getByRole('button', { name: 'Lancer : 2 crédits' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'mandats.csv Terminé' })).toBeVisible();
  await expect(page.getByText('2 émis, 1 refusé.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('1 crédit');
  await expectAccessible(page);

  for (const [name, pattern] of [
    ['Tableau (CSV)', /\.csv$/],
    ['Tous les PDF (ZIP)', /\.zip$/],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).click();
    expect((await download).suggestedFilename()).toMatch(pattern);
  }
  await page.getByRole('link', { name: 'Importer un fichier' }).first().click();
  await expect(page.getByRole('listitem').filter({ hasText: 'mandats.csv' })).toContainText('Terminé');
});

test('an import without enough credits is not started, and can be cancelled; an unknown one says so', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  await page.goto('/lots');
  await drop(page, 'un.csv', 'Adresse\r\n4 rue des Lilas 95190 Goussainville');
  await page.getByLabel('Transaction', { exact: true }).selectOption('Vente');
  await page.getByRole('button', { name: 'Vérifier 1 bien, sans débit' }).click();
  await page.getByRole('button', { name: 'Lancer : 1 crédit' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Il vous manque 1 crédit' });
  await expect(alert.getByRole('link', { name: 'Acheter des crédits' })).toBeVisible();
  await page.getByRole('button', { name: 'Annuler l’import' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Annuler cet import ?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Annuler l’import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'un.csv Annulé' })).toBeFocused();
  await page.goto('/lots/999999');
  await expect(page.getByRole('alert')).toContainText('Votre compte n’a pas cet import.');
});
