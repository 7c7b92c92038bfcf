import type { ServiceStatus } from '@clairisque/contract/status.ts';
import type { Locator, Page } from '@playwright/test';
import { COOKIES_DECLINED, expect, expectAccessible, expectNoSidewaysScroll, test } from './journey.ts';

test.use({ ...COOKIES_DECLINED, allowConsole: /Failed to load resource.*(400|402|404)/ });

const STATUS = '**/api/v2/statut/';
const TITLES = 'Adresse du bien;CP;Ville;Parcelles;Type;Vendeur;Mandat;Courriel';
const door = (number: number, mandate: string) =>
  `${number} rue des Lilas;95190;Goussainville;;vente;Mme Éloïse ${number};${mandate};`;
const GOOD = [2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 17].map((number) => door(number, `M${number}`));
/** Twenty lines, of which six have a fault: those from 16 on. */
const FILE = [
  TITLES,
  ...GOOD,
  ';95190;Goussainville;"AB 1, AB 2";location;M. Parcelles;M14;m@exemple.fr',
  '4 rue des Lilas 95190 Goussainville;;;;location;M. Bail;M15;',
  // Its point is on the street.
  door(8, 'M16'),
  ';;;;vente;M. Sans lieu;M17;',
  '14 rue des Lilas;95190;Goussainville;;don;M. Don;M18;',
  ';95190;Goussainville;ZZ 9999;vente;M. Introuvable;M19;',
  door(2, 'M2'),
  '15 rue des Lilas;95190;Goussainville;;vente;M. Courriel;M21;m@',
].join('\r\n');

const drop = (page: Page, name: string, text: string) =>
  page
    .getByLabel(/Choisir un (autre )?fichier/)
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') });

const lineOf = (page: Page, line: number): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: String(line), exact: true }) });

/** Corrects a field of a line in place. */
async function correct(page: Page, line: number, change: (dialog: Locator) => Promise<void>): Promise<void> {
  await lineOf(page, line)
    .getByRole('button', { name: `Corriger la ligne ${line}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Ligne ${line}` });
  await change(dialog);
  await dialog.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
  await expect(dialog).toBeHidden();
}

test('a file of twenty lines, six of them at fault, is imported by clicks alone', async ({
  page,
  account,
  session,
}) => {
  test.slow();
  await session(await account(20));
  await page.goto('/myspace/?tab=mesERP-tabs-simple');
  await page.getByRole('link', { name: 'Importer un fichier' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Importer un fichier' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Un exemple de quatre colonnes' })).toContainText('Votre référence');
  const template = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger un modèle (CSV)' }).click();
  expect((await template).suggestedFilename()).toMatch(/modèle.*\.csv$/);
  await drop(page, 'vide.csv', '');
  await expect(page.getByRole('alert').filter({ hasText: 'Ce fichier est vide.' })).toBeVisible();

  await drop(page, 'mandats.csv', FILE);
  await expect(page.getByRole('heading', { name: '20 biens dans « mandats.csv »' })).toBeFocused();
  await expect(page.getByLabel('Mandat', { exact: true })).toHaveValue('reference');
  await expect(page.getByLabel('Courriel', { exact: true })).toHaveValue('owner_email');
  // A column says it: nothing is guessed for the lines that do not.
  await expect(page.getByLabel('Transaction', { exact: true })).toBeHidden();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Vérifier 20 biens, sans débit' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'mandats.csv À lancer' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('14 biens sont prêts : 14 crédits.')).toBeVisible();
  await expect(lineOf(page, 14)).toContainText(/AB\s1, AB\s2.*m².*Location.*1\scrédit/);
  await expect(lineOf(page, 20)).toContainText(/Ignoré.*Identique à la ligne 2\./);
  await expectAccessible(page);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScroll(page);
  }

  await page.getByRole('button', { name: 'À corriger (4)' }).click();
  await expect(lineOf(page, 2)).toBeHidden();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger 5 lignes non émises, avec le motif' }).click();
  expect((await saved).suggestedFilename()).toMatch(/à corriger\.csv$/);
  await correct(page, 17, (dialog) => dialog.getByLabel('Adresse').fill('16 rue des Lilas 95190 Goussainville'));
  // The row has left the filter, with the button that had the focus.
  await expect(page.getByRole('button', { name: 'Corriger la ligne 18' })).toBeFocused();
  await correct(page, 18, async (dialog) => {
    const transaction = dialog.getByLabel('Transaction');
    await expect(transaction).toBeFocused();
    await expect(transaction).toHaveAttribute('aria-invalid', 'true');
    await expect(transaction).toHaveAccessibleDescription(/«\sdon\s» n’est pas une transaction/);
    await expectAccessible(page);
    await transaction.selectOption('Vente');
  });
  await correct(page, 19, async (dialog) => {
    const parcels = dialog.getByLabel('Parcelles', { exact: true });
    await expect(parcels).toBeFocused();
    await parcels.fill('rue des Lilas');
    await dialog.getByLabel('Adresse').focus();
    await dialog.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expect(dialog.getByRole('alert')).toContainText('La ligne n’a pas été enregistrée.');
    await expect(parcels).toBeFocused();
    await expect(parcels).toHaveAccessibleDescription(/n’est pas une référence de parcelle/);
    await expectAccessible(page);
    await dialog.getByLabel('Parcelles', { exact: true }).fill('AB 3');
  });
  await correct(page, 21, async (dialog) => {
    await expect(dialog.getByLabel('Email du vendeur')).toBeFocused();
    await dialog.getByLabel('Email du vendeur').fill('m@exemple.fr');
  });
  // No row is left to correct: all of them are shown again.
  await expect(page.locator(':focus')).toHaveText(/ligne 21|Les lignes/);
  await expect(lineOf(page, 17)).toContainText(/16 rue des Lilas 95190 Goussainville/i);
  await expect(lineOf(page, 17)).not.toContainText(/sans adresse|Écrit\s: –/);
  await page.getByRole('button', { name: 'Émettre quand même (ligne 20)' }).click();
  await expect(page.getByText('19 biens sont prêts : 19 crédits.')).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Lancer : 19 crédits' }).click();

  // The one that is left is chosen after the run, without the file.
  await expect(page.getByRole('heading', { level: 1, name: 'mandats.csv Terminé' })).toBeVisible({ timeout: 180_000 });
  await expect(page.getByText('1 à choisir, 19 émis.')).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('1 crédit');
  await lineOf(page, 16).getByRole('button', { name: 'Choisir la ligne 16' }).click();
  const choice = page.getByRole('dialog', { name: 'Ligne 16 : choisir le bien' });
  await expect(choice).toContainText('Cette adresse tombe sur la rue');
  await expect(choice.getByText('La croix marque le point demandé.')).toBeVisible();
  await expect(choice.locator('svg path[data-asked]')).toBeVisible();
  await choice.getByRole('button', { name: 'Choisir cette proposition' }).click();
  await expect(choice.getByRole('alert')).toHaveText('Choisissez une proposition.');
  await expectAccessible(page);
  await choice.getByRole('radio', { name: /^1\. A[A-Z]\s\d+ \(commune 95280\) .*m², à \d+ m du point$/ }).check();
  await choice.getByRole('button', { name: 'Choisir cette proposition' }).click();
  await expect(page.getByRole('button', { name: 'Lancer : 1 crédit' })).toBeVisible({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Annuler l’import' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Annuler la suite de cet import ?' });
  await expect(asked).toContainText('19 états déjà émis vous restent.');
  await asked.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Lancer : 1 crédit' }).click();
  await expect(page.getByText('20 émis.')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);

  const pdf = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger le PDF de la ligne 2', exact: true }).click();
  expect((await pdf).suggestedFilename()).toMatch(/^ERP \d+ 2 Rue des Lilas 95190 Goussainville\.pdf$/i);
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

test('a planned day that is none → its line says which, and its form corrects it', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.goto('/imports');
  await drop(page, 'dates.csv', "Adresse;Type;Date de l'acte\r\n4 rue des Lilas 95190 Goussainville;vente;31/02/2027");
  await page.getByRole('button', { name: 'Vérifier 1 bien, sans débit' }).click();
  await expect(lineOf(page, 2)).toContainText(/31\/02\/2027.*n’est pas une date/, { timeout: 60_000 });
  await correct(page, 2, async (dialog) => {
    const deed = dialog.getByLabel('Date de l’acte');
    await expect(deed).toBeFocused();
    await expect(deed).toHaveValue('31/02/2027');
    await expect(deed).toHaveAccessibleDescription(/n’est pas une date/);
    await expect(dialog.getByLabel('Date du bail')).toBeHidden();
    await expectAccessible(page);
    await deed.fill('1er mars');
    await dialog.getByRole('button', { name: 'Enregistrer et vérifier' }).click();
    await expect(dialog.getByRole('alert')).toContainText('La ligne n’a pas été enregistrée.');
    await expect(deed).toBeFocused();
    const [day, month, year] = [28, 2, new Date().getFullYear() + 1];
    await deed.fill(`${day}/${month}/${year}`);
  });
  await expect(lineOf(page, 2)).toContainText('1 crédit', { timeout: 60_000 });
});

test('an import without enough credits is not started, and can be cancelled; an unknown one says so', async ({
  page,
  account,
  session,
}) => {
  await session(await account(0));
  // The former address of the page.
  await page.goto('/lots');
  await expect(page).toHaveURL(/\/imports$/);
  await drop(page, 'un.csv', 'Adresse\r\n4 rue des Lilas 95190 Goussainville');
  await page.getByRole('button', { name: 'Vérifier 1 bien, sans débit' }).click();
  await expect(page.getByLabel('Transaction', { exact: true })).toHaveAccessibleDescription(/Choisissez vente/);
  await page.getByLabel('Transaction', { exact: true }).selectOption('Vente');
  await page.getByRole('button', { name: 'Vérifier 1 bien, sans débit' }).click();
  await expect(page.getByText('Il vous manque 1 crédit pour lancer cet import.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('main').getByRole('link', { name: 'Acheter des crédits' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Lancer : 1 crédit' }).click();
  const alert = page.getByRole('alert').filter({ hasText: 'Il vous manque 1 crédit' });
  const here = new URL(page.url()).pathname;
  await alert.getByRole('link', { name: 'Acheter des crédits' }).click();
  await expect(page).toHaveURL(/\/Tarifs$/);
  // Paid: the payment's page leads back to the import, once.
  const paid = { etat: 'payee', credits: 1, produit: '1 crédit', numero_facture: null };
  await page.route('**/stripe/session/**', (route) => route.fulfill({ json: paid }));
  await page.goto('/ReceptionSolde?session_id=cs_test_1');
  await page.getByRole('link', { name: 'Revenir à votre import' }).click();
  await expect(page).toHaveURL(new RegExp(`${here}$`));
  await expect(page.getByRole('button', { name: 'Annuler l’import' })).toBeVisible();
  await page.goto('/ReceptionSolde?session_id=cs_test_1');
  await expect(page.getByRole('link', { name: 'Réaliser un état des risques' })).toBeVisible();
  await page.goto(here);
  await page.getByRole('button', { name: 'Annuler l’import' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Annuler cet import ?' });
  await expectAccessible(page);
  await asked.getByRole('button', { name: 'Annuler l’import' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'un.csv Annulé' })).toBeFocused();
  await page.goto('/imports/999999');
  await expect(page.getByRole('alert')).toContainText('Votre compte n’a pas cet import.');
});

test('a source known to be down is named before an import is started, and no more once it answers', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  const status = (await (await page.request.get('/api/v2/statut/')).json()) as ServiceStatus;
  const down = status.sources.map((source) =>
    source.id === 'radon' ? { ...source, etat: 'indisponible', derniere_reponse: '2026-11-20T08:00:00.000Z' } : source,
  );
  await page.route(STATUS, (route) => route.fulfill({ json: { ...status, sources: down } }));
  await page.goto('/imports');
  await drop(page, 'un.csv', 'Adresse;Type\r\n4 rue des Lilas 95190 Goussainville;vente');
  await page.getByRole('button', { name: 'Vérifier 1 bien, sans débit' }).click();
  await expect(page.getByRole('button', { name: 'Lancer : 1 crédit' })).toBeVisible({ timeout: 60_000 });
  const banner = page.getByText(/^Une source ne répond pas\s: Potentiel radon, sans réponse depuis le 20 novembre/);
  await expect(banner).toBeVisible();
  await expect(page.getByText(/deux heures au plus, sans débit/)).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'État du service' })).toHaveAttribute(
    'href',
    '/statut',
  );
  await expectAccessible(page);
  await page.unroute(STATUS);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Lancer : 1 crédit' })).toBeVisible();
  await expect(banner).toBeHidden();
});

test('a line that waits for a source says why and until when, and can be given up', async ({
  page,
  account,
  session,
}) => {
  await session(await account(1));
  await page.goto('/imports');
  await drop(
    page,
    'panne.csv',
    'Adresse;Type\r\n1 Rue du Port Panne-Adresses;vente\r\n4 rue des Lilas 95190 Goussainville;vente',
  );
  await page.getByRole('button', { name: 'Vérifier 2 biens, sans débit' }).click();
  await expect(page.getByText('1 ligne attend une source.')).toBeVisible({ timeout: 60_000 });
  await expect(lineOf(page, 2)).toContainText(
    /Un service public ne répond pas pour le moment\..*Attend depuis le .*Prochain essai le /,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Abandonner cette ligne (ligne 2)' }).click();
  await expect(page.getByText('1 bien est prêt : 1 crédit.')).toBeVisible();
  await expect(lineOf(page, 2)).toContainText('Ignoré');
});
